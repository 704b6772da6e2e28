import { z } from 'zod'
import { duties } from '../../access/duties.ts'
import { code, mobile } from './personal.ts'
import { captchaAnswer, secondFactorModes, secondStep } from './sign-in.ts'

/**
 * POST /api/v1/login. `kid` and `nonce` come from GET /api/v1/login/key; without them the password is plain
 * (loopback or TLS only).
 */
export const loginBody = z.strictObject({
  account: z.string({ error: '请填写账号' }).trim().min(1, '请填写账号').max(60, '账号过长'),
  password: z.string({ error: '请填写密码' }).min(1, '请填写密码').max(2000, '密码过长'),
  kid: z.string().max(60).optional(),
  ...captchaAnswer,
  /** Chosen identity, when the person has several. */
  account_id: z.number().int().optional(),
})

/** POST /api/v1/login/mobile, with a code asked for with the scene `login`. */
export const mobileLoginBody = z.strictObject({ mobile, code, account_id: z.number().int().optional() })

export const organization = z.object({ id: z.number().int(), name: z.string(), area_code: z.string() })

/**
 * Why a new password is due before anything else, with the sentence. `first` and `reset`: a one-time
 * password, the first or a later one, which is nobody's fault. `simple` and `old`: specification section 5.
 */
export const passwordDueSentences = {
  first: '首次登录，请设置新密码',
  reset: '密码已重置，请设置新密码',
  simple: '登录密码过于简单，请先修改密码！',
  old: '登录密码超过半年没修改，请先修改密码！',
} as const
export const passwordDues = [
  'first',
  'reset',
  'simple',
  'old',
] as const satisfies readonly (keyof typeof passwordDueSentences)[]
export type PasswordDue = (typeof passwordDues)[number]

/** Who is signed in (specification section 3, userInfo and myinfo). */
export const userInfo = z.object({
  id: z.number().int(),
  truename: z.string(),
  image: z.string(),
  role: z.number().int(),
  token: z.string(),
  is_simple: z.union([z.literal(0), z.literal(1)]),
  is_reset: z.union([z.literal(0), z.literal(1)]),
  /** Which of the reasons it is where one of the two is 1. */
  password_due: z.enum(passwordDues).nullable().default(null),
  client_id: z.number().int(),
  page_id: z.number().int(),
  /** Enabled identities of the person; more than one can be switched between. */
  identities: z.number().int().default(1),
  /** Whether this installation has second factors. */
  second_factor: z.enum(secondFactorModes).default('off'),
  /** Duties of an administrator where they are separate, else null. */
  duties: z.array(z.enum(duties)).nullable().default(null),
  organization: organization.nullable(),
  teacherObj: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  last_login_at: z.string().nullable(),
  /** Whose work a deputy does with this identity, and the last day of it. */
  stands_for: z.object({ name: z.string(), until: z.string() }).nullable().default(null),
  /** Retired or gone: reads the own archive and changes nothing; the last day of it where there is one. */
  reads_only: z.object({ until: z.string().nullable() }).nullable().default(null),
})
export type UserInfo = z.infer<typeof userInfo>

/** Several identities: choose one and send again with `account_id`. */
export const accountChoice = z.object({
  accounts: z.array(
    z.object({
      id: z.number().int(),
      role: z.number().int(),
      organization: z.string(),
      truename: z.string(),
    }),
  ),
})
export const loginResult = z.union([userInfo, accountChoice, secondStep])
export type LoginResult = z.infer<typeof loginResult>

/**
 * POST /api/v1/login/cookie. State 1: nobody was signed in. State 2: a single account is signed in at once
 * (`entered`); of several the caller chooses one and sends the `ticket`.
 */
export const cookieLogin = z.object({
  state: z.union([z.literal(1), z.literal(2)]),
  accounts: accountChoice.shape.accounts,
  ticket: z.string().nullable(),
  entered: z.union([userInfo, secondStep]).nullable(),
})
export type CookieLogin = z.infer<typeof cookieLogin>

/**
 * GET /api/v1/user: the same with how the person is reached, masked, and when the password was changed. Never
 * kept by the browser.
 */
export const currentUser = userInfo.extend({
  mobile: z.string().nullable(),
  email: z.string().nullable(),
  login_name: z.string().nullable(),
  password_changed_at: z.string().nullable(),
})
export type CurrentUser = z.infer<typeof currentUser>

/** POST /login/check: the body of a sign-in with the account centre's names of fields. */
export const loginCheckBody = loginBody.omit({ account: true, account_id: true }).extend({
  username: loginBody.shape.account,
  client_id: z.union([z.string(), z.number()]).optional(),
})
/** What POST /api/v1/login/cookie takes as `local_login`, once, within five minutes. */
export const loginTicket = z.object({ ticket: z.string() })

/** GET /app. `role`: of another role than the session's there is the portal only. */
export const appQuery = z.object({ role: z.string().max(3).optional() })

/**
 * GET /app. `id` has three characters at most (specification section 9); `domain` with its scheme, empty
 * where it is not known.
 */
export const appList = z.array(
  z.object({
    id: z.string().max(3),
    name: z.string(),
    domain: z.string(),
    icon: z.string(),
    /** Dictionary appCategory. */
    category: z.string(),
    /** Dictionary openMode. */
    open_mode: z.string(),
  }),
)

/**
 * One-time key for encrypting a password: SM2 public key, nonce, expiry in seconds. Plain text is JSON {p,
 * nonce}.
 */
export const loginKey = z.object({
  kid: z.string(),
  alg: z.literal('SM2'),
  publicKey: z.string(),
  nonce: z.string(),
  expiresIn: z.number().int(),
})
export type LoginKey = z.infer<typeof loginKey>
