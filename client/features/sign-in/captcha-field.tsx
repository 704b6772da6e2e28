import type { Ref } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { CaptchaAsked } from './use-captcha.ts'

/** The captcha: a picture, or a question in words for whoever does not see it. Both can be exchanged for another. */
export function CaptchaField({ ref, asked, fault }: { ref: Ref<HTMLInputElement>; asked: CaptchaAsked; fault: string | undefined }) {
  const { captcha, kind, failed, typed, type, load } = asked
  const picture = kind === 'picture'
  return (
    <div className="signin-captcha">
      <TextField
        ref={ref}
        label="验证码"
        name="captcha"
        autoComplete="off"
        maxLength={10}
        inputMode={picture ? 'text' : 'numeric'}
        value={typed}
        onChange={type}
        fault={fault}
        help={picture ? '4 位字符，不分大小写，两分钟内有效' : (captcha?.question ?? '正在出题…')}
        beside={picture && captcha?.picture && <img src={captcha.picture} alt="验证码图片，看不见请改答文字题" width={160} height={60} />}
      />
      {failed !== undefined && <ErrorBox title="验证码没能取到" detail={failed} />}
      <p>
        <Button look="text" onClick={() => void load(kind)}>
          {picture ? '换一张' : '换一道'}
        </Button>
        <Button look="text" onClick={() => void load(picture ? 'question' : 'picture')}>
          {picture ? '看不清图片，改答文字题' : '改用图片'}
        </Button>
      </p>
    </div>
  )
}
