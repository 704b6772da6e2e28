import { z } from 'zod'

/** What an app may be told of a person beside a number of its own; each is a scope of OpenID Connect. */
export const factScopes = {
  profile: { label: '姓名', claims: ['name'] },
  school: { label: '所在单位', claims: ['institution', 'institution_code', 'area_code'] },
  role: { label: '身份', claims: ['role', 'role_name'] },
  teaching: { label: '任教学段、学科', claims: ['stage', 'stage_name', 'subject', 'subject_name'] },
  title: { label: '职称级别', claims: ['title_level', 'title_level_name'] },
  phone: { label: '手机号', claims: ['phone_number'] },
  email: { label: '邮箱', claims: ['email'] },
} as const

export type FactScope = keyof typeof factScopes
export const factScope = z.enum(Object.keys(factScopes) as [FactScope, ...FactScope[]], '请选择列出的资料项')

/** What no app is told, whatever it asks for; the page of consent says so. */
export const neverTold = ['身份证件号', '密码', '家庭住址', '诚信档案', '工资与待遇'] as const

/** Days for which an agreement holds; after them the person is asked again. */
export const consentDays = 180

const fact = z.object({
  scope: factScope,
  label: z.string(),
  /** As the person sees it: phone and mail masked. Empty where there is nothing to tell. */
  value: z.string(),
  /** Why the app asks for it, in its own words. */
  purpose: z.string(),
  /** Whether it was agreed to before. */
  agreed: z.boolean(),
})
export type ReleasedFact = z.infer<typeof fact>

const asIdentity = z.object({
  id: z.number().int(),
  role: z.number().int(),
  organization: z.string(),
})

/** GET /oidc/interaction/:uid/details: what the page of consent shows. */
export const consentView = z.object({
  app: z.object({
    name: z.string(),
    host: z.string(),
    description: z.string(),
    icon: z.string(),
  }),
  /** Why the person may not open the app; null where they may. */
  refused: z.string().nullable(),
  /** There is nothing to ask: everything was agreed to before. */
  settled: z.boolean(),
  identities: z.array(asIdentity),
  chosen: z.number().int(),
  /** Number of the person within this app. */
  subject: z.string(),
  required: z.array(fact),
  optional: z.array(fact),
})
export type ConsentView = z.infer<typeof consentView>

export const consentQuery = z.object({ identity: z.coerce.number().int().optional() })

/** POST /oidc/interaction/:uid/decision. `facts` are the optional ones that are agreed to. */
export const consentDecision = z.discriminatedUnion(
  'agree',
  [
    z.strictObject({ agree: z.literal(false) }),
    z.strictObject({
      agree: z.literal(true),
      identity: z.number({ error: '请选择身份' }).int('请选择身份'),
      facts: z.array(factScope).max(20),
    }),
  ],
  '请说明是否同意',
)
export type ConsentDecision = z.infer<typeof consentDecision>

/** Where the browser goes on. */
export const consentAnswer = z.object({ to: z.string() })

/** An app that a person agreed to. */
export const agreedApp = z.object({
  app: z.string(),
  name: z.string(),
  host: z.string(),
  identity: asIdentity,
  facts: z.array(z.string()),
  agreedAt: z.string(),
  until: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Whether it is signed in on some device now. */
  open: z.boolean(),
})
export type AgreedApp = z.infer<typeof agreedApp>
