import { useId, type Ref } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/error-box.tsx'
import { Fault } from './fault.tsx'
import type { CaptchaAsked } from './use-captcha.ts'

/** The captcha: a picture, or a question in words for whoever does not see it. Both can be exchanged for another. */
export function CaptchaField({ ref, asked, fault }: { ref: Ref<HTMLInputElement>; asked: CaptchaAsked; fault: string | undefined }) {
  const id = useId()
  const { captcha, kind, failed, typed, type, load } = asked
  const other = kind === 'picture' ? 'question' : 'picture'
  return (
    <div className="signin-field">
      <label htmlFor={id}>验证码</label>
      <div className="signin-captcha">
        <input
          ref={ref}
          id={id}
          name="captcha"
          className="signin-input"
          value={typed}
          onChange={(event) => type(event.target.value)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={10}
          inputMode={kind === 'question' ? 'numeric' : 'text'}
          aria-invalid={fault !== undefined}
          aria-describedby={`${id}-note`}
        />
        {kind === 'picture' && (
          <img src={captcha?.picture ?? undefined} alt={captcha?.picture ? '验证码图片，看不清或看不见请用文字题' : ''} width={160} height={60} />
        )}
      </div>
      <Fault text={fault} />
      <div id={`${id}-note`} aria-live="polite" className="signin-help">
        {kind === 'question' ? (captcha?.question ?? '正在出题…') : '4 位字符，不分大小写，两分钟内有效'}
      </div>
      {failed !== undefined && <ErrorBox title="验证码没能取到" detail={failed} />}
      <p className="signin-captcha-ways">
        <Button look="text" onClick={() => void load(kind)}>
          {kind === 'picture' ? '换一张' : '换一道'}
        </Button>
        <Button look="text" onClick={() => void load(other)}>
          {kind === 'picture' ? '看不清图片，改答文字题' : '改用图片'}
        </Button>
      </p>
    </div>
  )
}
