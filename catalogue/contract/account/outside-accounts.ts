import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { code, mobileBody } from './personal.ts'

/** Providers through which people are reminded, by the number they have there. */
export const outsideProviders = {
  wecom: { label: '企业微信', subject: '企业微信账号' },
  dingtalk: { label: '钉钉', subject: '钉钉 userid' },
} as const
export type OutsideProvider = keyof typeof outsideProviders

const provider = z.enum(['wecom', 'dingtalk'], '没有这种账号')
const subject = z
  .string({ error: '请填写账号' })
  .trim()
  .min(1, '请填写账号')
  .max(64, '账号不超过 64 个字符')
  .regex(/^[^\s|,]+$/, '账号里不能有空格、逗号和竖线')
  .refine(isStorable, '含有不能保存的字符')

/** The ends of a number, for its owner to recognise. */
export const maskedSubject = (whole: string): string =>
  whole.length <= 2 ? '**' : `${whole.slice(0, 1)}***${whole.slice(-1)}`

/** POST /api/v1/user/outsideCode: a code to a number at a provider. */
export const outsideCodeBody = z.strictObject({ provider, subject })
/** PUT /api/v1/user/outsideAccount: binds it, with the code that came there and the password as elsewhere. */
export const outsideAccountBody = outsideCodeBody.extend({
  code,
  password: mobileBody.shape.password,
  kid: mobileBody.shape.kid,
})
/** DELETE /api/v1/user/outsideAccount: also those that are bound for signing in alone. */
export const outsideProviderQuery = z.strictObject({
  provider: z.enum(['oidc', 'wecom', 'dingtalk', 'ldap', 'cas', 'saml'], '没有这种账号'),
})
export const outsideBound = z.object({ provider, subject: z.string() })
