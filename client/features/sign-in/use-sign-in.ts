import { useState } from 'react'
import { loginResult, type LoginResult, type UserInfo } from '../../../catalogue/contract/account.ts'
import { errors } from '../../../catalogue/errors.ts'
import { ApiError, sentenceOf } from '../../platform/api-error.ts'
import { api } from '../../platform/api.ts'
import { dropDraftsOfOthers } from '../../platform/drafts.ts'
import { sealPassword } from '../../platform/seal-password.ts'
import { signIn } from '../../platform/session.ts'
import { useCaptcha } from './use-captcha.ts'

export type Choices = Extract<LoginResult, { accounts: unknown }>['accounts']

/** What is wrong, and at which field; `form` for what is nobody's fault. */
export interface Faults {
  account?: string
  password?: string
  captcha?: string
  form?: string
}

/** About the account or the password; everything else concerns the whole form. */
const aboutPassword: readonly number[] = [errors.badCredentials.code, errors.accountLocked.code]

function faultsOf(error: unknown): Faults {
  const sentence = sentenceOf(error)
  if (!(error instanceof ApiError)) return { form: sentence }
  const at = (field: string) => error.errors.find((fault) => fault.field === field)?.message
  const account = at('account')
  const password = at('password') ?? (aboutPassword.includes(error.code) ? sentence : undefined)
  const captcha = at('captcha')
  if (account === undefined && password === undefined && captcha === undefined) return { form: sentence }
  return { ...(account !== undefined && { account }), ...(password !== undefined && { password }), ...(captcha !== undefined && { captcha }) }
}

/**
 * Signing in: the password is sealed anew for each attempt, because a nonce counts once. A person with several accounts
 * gets `choices` and sends again with the chosen one. Once the session is stored, the gate leads on.
 */
export function useSignIn() {
  const [busy, setBusy] = useState(false)
  const [faults, setFaults] = useState<Faults>({})
  const [choices, setChoices] = useState<Choices | null>(null)
  const captcha = useCaptcha()

  async function submit(account: string, password: string, accountId?: number) {
    const empty: Faults = {
      ...(account.trim() === '' && { account: '请填写账号' }),
      ...(password === '' && { password: '请填写密码' }),
      ...(captcha.needed && captcha.typed.trim() === '' && { captcha: '请填写验证码' }),
    }
    setFaults(empty)
    if (busy || Object.keys(empty).length > 0) return empty
    setBusy(true)
    try {
      const sealed = await sealPassword(password)
      const body = {
        account: account.trim(),
        ...sealed,
        ...captcha.answer,
        ...(accountId !== undefined && { account_id: accountId }),
      }
      const result = await api.post('/api/v1/login', { schema: loginResult, body, quiet: true })
      if ('accounts' in result) setChoices(result.accounts)
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

  return { busy, faults, choices, captcha, submit, back: () => setChoices(null) }
}

function enter(info: UserInfo) {
  signIn(info)
  dropDraftsOfOthers()
}
