import { useState } from 'react'
import {
  captcha as captchaShape,
  type Captcha,
  type CaptchaKind,
} from '../../../catalogue/contract/account/sign-in.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'

/**
 * The captcha on the page, if one was asked for, and what was typed as its answer. Each is good for one try.
 */
export function useCaptcha() {
  const [needed, setNeeded] = useState(false)
  const [kind, setKind] = useState<CaptchaKind>('picture')
  const [captcha, setCaptcha] = useState<Captcha | null>(null)
  const [typed, type] = useState('')
  const [failed, setFailed] = useState<string | undefined>(undefined)

  async function load(next: CaptchaKind = kind) {
    setNeeded(true)
    setKind(next)
    setCaptcha(null)
    type('')
    setFailed(undefined)
    try {
      setCaptcha(
        await api.post('/api/v1/login/captcha', { schema: captchaShape, body: { kind: next }, quiet: true }),
      )
    } catch (error) {
      setFailed(sentenceOf(error))
    }
  }
  const answer = captcha && typed.trim() !== '' ? { captcha: typed.trim(), captcha_id: captcha.id } : {}
  /**
   * Runs an act with the answer, and shows a captcha where the server wants one. Throws what the act throws.
   */
  async function within(act: (solved: typeof answer) => Promise<void>): Promise<void> {
    try {
      await act(answer)
      setNeeded(false)
    } catch (error) {
      const wanted = error instanceof ApiError && error.errors.some(({ field }) => field === 'captcha')
      if (needed || wanted) void load()
      throw error
    }
  }
  return { needed, kind, captcha, typed, failed, answer, type, load, within, done: () => setNeeded(false) }
}
export type CaptchaAsked = ReturnType<typeof useCaptcha>
