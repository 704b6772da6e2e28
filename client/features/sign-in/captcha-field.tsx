import { useEffect, useState, type Ref } from 'react'
import type { CaptchaKind } from '../../../catalogue/contract/account/sign-in.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { playSound } from './play-sound.ts'
import type { CaptchaAsked } from './use-captcha.ts'

const again: Readonly<Record<CaptchaKind, string>> = {
  picture: '换一张',
  sound: '换一段',
  question: '换一道',
}
const others: Readonly<Record<CaptchaKind, string>> = {
  picture: '改用图片',
  sound: '改听语音',
  question: '改答文字题',
}
const kinds: readonly CaptchaKind[] = ['picture', 'sound', 'question']

/**
 * The captcha: a picture; spoken digits, or a question in words, for whoever does not see it. Each can be
 * exchanged for another.
 */
export function CaptchaField({
  ref,
  asked,
  fault,
}: {
  ref?: Ref<HTMLInputElement>
  asked: CaptchaAsked
  fault: string | undefined
}) {
  const { captcha, kind, failed, typed, type, load } = asked
  const help = {
    picture: '4 位字符，不分大小写，两分钟内有效',
    sound: '听到的 5 个数字，两分钟内有效',
    question: captcha?.question ?? '正在出题…',
  }
  return (
    <div className="signin-captcha">
      <TextField
        {...(ref !== undefined && { ref })}
        label="验证码"
        name="captcha"
        autoComplete="off"
        maxLength={10}
        inputMode={kind === 'picture' ? 'text' : 'numeric'}
        value={typed}
        onChange={type}
        fault={fault}
        help={help[kind]}
        beside={
          kind === 'picture' &&
          captcha?.picture && (
            <img
              src={captcha.picture}
              alt="验证码图片，看不见请改听语音或改答文字题"
              width={160}
              height={60}
            />
          )
        }
      />
      {kind === 'sound' && captcha?.sound && <Sound key={captcha.id} sound={captcha.sound} />}
      {failed !== undefined && <ErrorBox title="验证码获取失败" detail={failed} />}
      <p>
        <Button look="text" onClick={() => void load(kind)}>
          {again[kind]}
        </Button>
        {kinds
          .filter((other) => other !== kind)
          .map((other) => (
            <Button key={other} look="text" onClick={() => void load(other)}>
              {others[other]}
            </Button>
          ))}
      </p>
    </div>
  )
}

/** Plays at once, because it was asked for; again as often as one likes. */
function Sound({ sound }: { sound: string }) {
  const [silent, setSilent] = useState(false)
  const play = () => void playSound(sound).catch(() => setSilent(true))
  useEffect(() => {
    playSound(sound).catch(() => setSilent(true))
  }, [sound])
  return (
    <p>
      <Button onClick={play}>再听一遍</Button>
      {silent && <span role="alert">本浏览器放不出声音，请改答文字题。</span>}
    </p>
  )
}
