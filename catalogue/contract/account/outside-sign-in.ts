import { z } from 'zod'
import { loginBody, loginResult } from './account.ts'
import { outsideProviders } from './outside-accounts.ts'

/**
 * Whom people may sign in through: a provider of OpenID Connect, named by the operator, 企业微信 and 钉钉, a
 * server of CAS, a provider of SAML, a directory that speaks LDAP.
 */
export const doorNames = ['oidc', 'wecom', 'dingtalk', 'cas', 'saml', 'ldap'] as const
export type DoorName = (typeof doorNames)[number]
export const doorName = z.enum(doorNames, '没有这种登录方式')

/** What a provider is called where the operator gave it no name of its own. */
export const doorLabels: Readonly<Record<DoorName, string>> = {
  oidc: '统一身份认证',
  wecom: outsideProviders.wecom.label,
  dingtalk: outsideProviders.dingtalk.label,
  cas: '统一登录',
  saml: '联合认证',
  ldap: '单位账号',
}

/** GET /api/v1/login/outside: the ways that are set up, for the buttons of the login page. */
export const outsideDoors = z.array(z.object({ provider: doorName, label: z.string() }))
export type OutsideDoors = z.infer<typeof outsideDoors>

/** A page of this portal: a path from its root, never another host. */
const ownPath = z
  .string()
  .max(500, '地址过长')
  .regex(/^\/(?![/\\])[^\\\s]*$/, '应为本平台的页面')

/** POST /api/v1/login/outside/start. `back`: where the person was going. `trial`: an administrator looks what the door says. */
export const outsideStart = z.strictObject({
  provider: doorName,
  back: ownPath.optional(),
  trial: z.literal(true, '应为 true').optional(),
})
export const outsideStarted = z.object({ to: z.string() })

const short = z.string().min(1).max(500)
/**
 * POST /api/v1/login/outside/enter: what came back with the browser, or the choice among several identities.
 */
export const outsideEnter = z.union([
  z.strictObject({
    state: short,
    code: z.string().min(1).max(4000),
    iss: z.string().max(500).optional(),
  }),
  z.strictObject({ ticket: z.string().min(1).max(2000), account_id: z.number().int() }),
])
/**
 * `result`: as of signing in; null where the outside account is bound to nobody, or to whoever is signed in.
 * `ticket` is for the choice of an identity, or for binding; it counts once, in this browser, for ten
 * minutes.
 */
export const outsideEntered = z.object({
  provider: doorName,
  label: z.string(),
  result: loginResult.nullable(),
  unbound: z.object({ subject: z.string() }).nullable(),
  ticket: z.string().nullable(),
  back: z.string().nullable(),
  /** What the provider said of somebody, for the administrator who tried the door; nobody is signed in. */
  claims: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
})
export type OutsideEntered = z.infer<typeof outsideEntered>

/**
 * POST /api/v1/login/directory: account and password of the own unit's directory, which judges them. The
 * password is sealed as that of signing in; it is passed on once and kept nowhere.
 */
export const directoryEnter = loginBody.omit({ account_id: true }).extend({
  // Control characters end a text in some directories, which would then look for another account.
  account: z
    .string({ error: '请填写单位账号' })
    .trim()
    .min(1, '请填写单位账号')
    .max(100, '单位账号不超过 100 个字符')
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, '单位账号里有看不见的字符，请重新输入'),
  back: ownPath.optional(),
  trial: z.literal(true, '应为 true').optional(),
})

/** PUT /api/v1/user/outsideSignIn: binds the outside account that was shown to whoever is signed in. */
export const outsideBind = z.strictObject({ ticket: z.string().min(1).max(2000) })
export const outsideBindDone = z.object({ provider: doorName, subject: z.string() })

/** GET /api/v1/user/outsideSignIn: the own outside accounts, and the ways that are set up. */
export const ownOutside = z.array(
  z.object({
    provider: doorName,
    label: z.string(),
    /** Masked; null where none is bound. */
    subject: z.string().nullable(),
    /** Whether this installation lets people sign in so. */
    ready: z.boolean(),
  }),
)
export type OwnOutside = z.infer<typeof ownOutside>

/** GET /api/v1/signInWays: the doors of this installation, without their secrets. */
export const signInWays = z.array(
  z.object({
    provider: doorName,
    label: z.string(),
    ready: z.boolean(),
    settings: z.array(z.object({ name: z.string(), value: z.string() })),
    /** People who bound an account of it. */
    people: z.int(),
    /** When somebody last came in by it, to the minute. */
    enteredAt: z.string().nullable(),
    /** `days`: whole days until it is over, negative afterwards; null where it cannot be read. */
    certificates: z.array(
      z.object({
        variable: z.string(),
        subject: z.string(),
        until: z.string().nullable(),
        days: z.int().nullable(),
      }),
    ),
    /** Sentences of what is wrong with certificates and secrets. */
    faults: z.array(z.string()),
  }),
)
export type SignInWay = z.infer<typeof signInWays>[number]
