import { z } from 'zod'
import { factScope } from '../account/sign-on.ts'

/** How an app shows that it is itself. */
export const authMethods = {
  client_secret_basic: '密钥，放在请求头',
  client_secret_post: '密钥，放在请求体',
  private_key_jwt: '公钥签名',
  none: '不能保密的应用（手机、桌面）',
} as const
export type AuthMethod = keyof typeof authMethods

const loopback = /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?(\/[^\s#*\\]*)?$/

/** Whether an address of an app is on this machine: for development only. */
export const isLoopback = (address: string): boolean => loopback.test(address)

/** https, a name with a dot, and a path: no account in it, nothing left open, no part that is not sent. */
const outside = /^https:\/\/([a-z\d-]+\.)+[a-z\d-]+(:\d{1,5})?(\/[^\s#*\\]*)?$/i

/** An address that people are sent to: https, or this machine while an app is being written. */
const isAddress = (text: string): boolean => outside.test(text) || isLoopback(text)

const sentence = '地址应以 https:// 开头、写完整，不含 * 与 #；开发时可用 http://127.0.0.1'
/** An address of an app, as an administrator registers one. */
export const address = z.string().trim().max(500, '地址过长').refine(isAddress, sentence)
const addresses = z.array(address).max(10, '至多 10 个地址')

const publicKey = z.looseObject({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  kid: z.string().max(200).optional(),
})
const keySet = z
  .object({ keys: z.array(publicKey).min(1).max(5) })
  .refine(
    ({ keys }) => keys.every((key) => !['d', 'p', 'q', 'k'].some((secret) => secret in key)),
    '只填公钥，不能含私钥',
  )

const released = z.strictObject({
  scope: factScope,
  need: z.enum(['required', 'optional'], '请选择必须或可选'),
  purpose: z.string().trim().min(1, '请说明用途').max(40, '用途至多 40 个字'),
})
export type SignOnRelease = z.infer<typeof released>

/** PUT /api/v1/signOnClients/:app. Without `version` where the app has not been registered. */
export const signOnClientBody = z.strictObject({
  authMethod: z.enum(Object.keys(authMethods) as [AuthMethod, ...AuthMethod[]], '请选择应用的认证方式'),
  redirectUris: addresses,
  postLogoutUris: addresses,
  backchannelUri: address.nullable(),
  /** Where the app begins its sign-in when it is opened from the portal. */
  initiateUri: address.nullable(),
  jwks: keySet.nullable(),
  scopes: z.array(released).max(10),
  services: addresses,
  /** Whether the older system takes notices of signing out at these addresses. */
  serviceLogout: z.boolean(),
  enabled: z.boolean(),
  version: z.number().int().optional(),
})
export type SignOnClientBody = z.infer<typeof signOnClientBody>

/** One app with its registration; `client` is null where there is none. */
export const signOnClient = z.object({
  app: z.string(),
  name: z.string(),
  appEnabled: z.boolean(),
  clientId: z.string(),
  client: signOnClientBody
    .omit({ version: true })
    .extend({
      version: z.number().int(),
      secretMadeAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
      /** People whose agreement holds. */
      people: z.number().int(),
    })
    .nullable(),
})
export type SignOnClient = z.infer<typeof signOnClient>

export const signOnClients = z.object({
  /** What apps are configured with. */
  issuer: z.string().nullable(),
  list: z.array(signOnClient),
})
export type SignOnClients = z.infer<typeof signOnClients>

/** A secret, shown this once. */
export const freshSecret = z.object({ secret: z.string() })
