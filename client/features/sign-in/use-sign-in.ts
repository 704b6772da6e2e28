import { useRef, useState } from 'react'
import { z } from 'zod'
import {
  accountChoice,
  cookieLogin,
  loginResult,
  type LoginResult,
  type UserInfo,
} from '../../../catalogue/contract/account/account.ts'
import { secondStep } from '../../../catalogue/contract/account/sign-in.ts'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { loadDraftKey } from '../../platform/storage/drafts.ts'
import { dropDraftsOfOthers } from '../../platform/storage/storage.ts'
import { sealPassword } from '../../platform/session/seal-password.ts'
import { signIn } from '../../platform/session/session.ts'
import { useCaptcha } from './use-captcha.ts'

export type Second = Extract<LoginResult, { second_step: unknown }>['second_step']
export type Choices = Extract<LoginResult, { accounts: unknown }>['accounts']

const fields = ['account', 'password', 'captcha', 'mobile', 'code'] as const

/** What is wrong, and at which field; `form` for what is nobody's fault. */
export type Faults = Partial<Record<(typeof fields)[number] | 'form', string>>

/** About the account or the password; everything else concerns the whole form. */
const aboutPassword: readonly number[] = [errors.badCredentials.code, errors.accountLocked.code]

/** What an answer says is wrong, by field. */
export function faultsOf(error: unknown): Faults {
  const sentence = sentenceOf(error)
  if (!(error instanceof ApiError)) return { form: sentence }
  const found: Faults = {}
  for (const field of fields) {
    const fault = error.errors.find((one) => one.field === field)
    if (fault) found[field] = fault.message
  }
  if (aboutPassword.includes(error.code)) found.password ??= sentence
  return Object.keys(found).length === 0 ? { form: sentence } : found
}

/**
 * What the account centre's ticket led to: several accounts with a ticket to choose one, or the second step.
 */
export const centreState = z.object({
  accounts: accountChoice.shape.accounts,
  ticket: z.string().nullable(),
  second: secondStep.shape.second_step.nullable(),
})
export type Centre = z.infer<typeof centreState>

const byCentre =
  ({ ticket }: Centre): Ask =>
  async (account_id) => {
    const { entered } = await api.post('/api/v1/login/cookie', {
      schema: cookieLogin,
      body: { ticket, account_id },
      quiet: true,
    })
    if (entered === null) throw new ApiError(400, 0, '选择身份停留过久，请重新登录')
    return entered
  }

/** Asks the server once; with the chosen identity, where there are several. */
type Ask = (accountId?: number) => Promise<LoginResult>

const askByPassword =
  (account: string, password: string, captchaAnswer: object): Ask =>
  async (account_id) => {
    // Sealed anew for each attempt, because a nonce counts once, as a captcha does.
    const sealed = await sealPassword(password)
    const chosen = account_id === undefined ? captchaAnswer : { account_id }
    const body = { account: account.trim(), ...sealed, ...chosen }
    return api.post('/api/v1/login', { schema: loginResult, body, quiet: true })
  }

const askByCode =
  (mobile: string, code: string): Ask =>
  (account_id) => {
    const chosen = account_id !== undefined && { account_id }
    const body = { mobile: mobile.trim(), code: code.trim(), ...chosen }
    return api.post('/api/v1/login/mobile', { schema: loginResult, body, quiet: true })
  }

/**
 * Signing in, by password or by a code. A person with several accounts gets `choices` and comes again with
 * the chosen one. Once the session is stored, the gate leads on.
 */
export function useSignIn(centre: Centre | null) {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [choices, setChoices] = useState<Choices | null>(
    centre && centre.accounts.length > 0 ? centre.accounts : null,
  )
  const [second, setSecond] = useState<Second | null>(centre?.second ?? null)
  const captcha = useCaptcha()
  // What was typed lives in here for the second step only; never rendered, never stored.
  const last = useRef<Ask | null>(centre ? byCentre(centre) : null)

  async function run(empty: Faults, ask: Ask, accountId?: number): Promise<Faults> {
    setFaults(empty)
    if (busy || Object.keys(empty).length > 0) return empty
    setBusy(true)
    try {
      const result = await ask(accountId)
      last.current = ask
      if ('accounts' in result) setChoices(result.accounts)
      else if ('second_step' in result) setSecond(result.second_step)
      else enter(result)
      captcha.done()
      return {}
    } catch (error) {
      const found = faultsOf(error)
      setFaults(found)
      // Each is good for one try, and what was asked for once is asked for until somebody is in.
      if (captcha.needed || found.captcha !== undefined) void captcha.load()
      return found
    } finally {
      setBusy(false)
    }
  }

  const byPassword = (account: string, password: string) =>
    run(
      {
        ...(account.trim() === '' && { account: '请填写账号' }),
        ...(password === '' && { password: '请填写密码' }),
        ...(captcha.needed && captcha.typed.trim() === '' && { captcha: '请填写验证码' }),
      },
      askByPassword(account, password, captcha.answer),
    )

  const byCode = (mobile: string, code: string) =>
    run({ ...(code.trim() === '' && { code: '请填写短信里的 6 位验证码' }) }, askByCode(mobile, code))

  return {
    busy,
    faults,
    choices,
    second,
    captcha,
    byPassword,
    byCode,
    /** What went wrong while a code was asked for. */
    failed: (error: unknown) => setFaults(faultsOf(error)),
    clear: () => setFaults({}),
    choose: (accountId: number) => (last.current ? run({}, last.current, accountId) : Promise.resolve({})),
    enter,
    back() {
      setChoices(null)
      setSecond(null)
    },
  }
}

/** Keeps the session that was opened. */
export function enter(info: UserInfo) {
  signIn(info)
  dropDraftsOfOthers(info.id)
  void loadDraftKey()
}
