import { z } from 'zod'
import { duties } from '../../access/duties.ts'
import { isRole, type Role } from '../../access/roles.ts'
import { idCard } from '../../kinds/id-card.ts'
import { isStorable } from '../../kinds/kind.ts'
import { personNameOf } from '../../kinds/person-name.ts'
import { phone } from '../../kinds/phone.ts'
import { orderedBy, page, paging } from '../envelope.ts'

const number = (what: string) =>
  z
    .number({ error: `请选择${what}` })
    .int(`请选择${what}`)
    .min(1, `请选择${what}`)
    .max(2_147_483_647, `请选择${what}`)
const role = z.custom<Role>(isRole, { error: '请选择角色' })
const blankIsNone = <T extends z.ZodType>(schema: T) =>
  z.union([z.literal('').transform(() => null), z.null(), schema])

/** A name as the basic information has it. */
const name = personNameOf()
const loginName = z
  .string({ error: '账号为 4 至 30 位字母、数字或下划线' })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_]{4,30}$/, '账号为 4 至 30 位字母、数字或下划线')
  // Eleven digits that look like a telephone would be taken for one at sign-in.
  .refine((text) => !/^1[3-9]\d{9}$/.test(text), '账号不能是手机号，手机号请填在手机号一栏')
  .refine((text) => !/^\d{17}[\dx]$/.test(text), '账号不能是证件号，证件号请填在证件号一栏')

/** Account, phone and identity number of a person; empty for none. */
const known = {
  name,
  loginName: blankIsNone(loginName),
  idNo: blankIsNone(idCard.schema({ kind: 'idCard', label: '证件号', required: false })),
  mobile: blankIsNone(phone.schema({ kind: 'phone', label: '手机号', required: false })),
}

/** Duties of an administrator, where they are separate: one or two of the three. */
const dutyChoice = z
  .array(z.enum(duties, { error: '没有这种职责' }))
  .min(1, '请选择职责')
  .max(2, '系统管理、安全管理、审计管理不能由一个人全部担任')
  .optional()

/** Roles that one administrator asks for and another one confirms: administrators and authorities. */
export const confirmedRoles: readonly Role[] = [1, 4, 5, 6]

/** Somebody nobody could find again could never sign in. */
const signsIn = ({ loginName: account, idNo, mobile }: Record<'loginName' | 'idNo' | 'mobile', unknown>) =>
  account !== null || idNo !== null || mobile !== null
const signsInSays = { path: ['loginName'], message: '账号、证件号、手机号至少填一项，否则无法登录' }

/** POST /api/v1/userManage: a person with a first identity. */
export const userDraft = z
  .strictObject({ ...known, role, institutionId: number('所属机构'), duties: dutyChoice })
  .refine(signsIn, signsInSays)

/** POST /api/v1/accountManage: the same by an office; without an institution its own. */
export const officeAccountDraft = z
  .strictObject({ ...known, role, institutionId: number('单位').nullable().default(null) })
  .refine(signsIn, signsInSays)
export type OfficeAccountDraft = z.infer<typeof officeAccountDraft>
export type UserDraft = z.infer<typeof userDraft>

/**
 * A row of a pasted table of accounts: the role as dictionary userRole has it, the institution by name or
 * code; both left out by a school.
 */
export const accountRow = z
  .strictObject({
    name,
    loginName: known.loginName.default(null),
    idNo: known.idNo.default(null),
    mobile: known.mobile.default(null),
    role: z.string({ error: '请填写角色' }).transform(Number).refine(isRole, '没有该角色').optional(),
    institution: z.string({ error: '请填写单位' }).trim().max(100, '不超过 100 个字').optional(),
  })
  .refine(signsIn, signsInSays)
export type AccountRow = z.infer<typeof accountRow>

/** PUT /api/v1/userManage/{id}: what is left out stays; the version that was read. */
export const userEdit = z.strictObject({
  name: known.name.optional(),
  loginName: known.loginName.optional(),
  idNo: known.idNo.optional(),
  mobile: known.mobile.optional(),
  version: z.int('版本号应为整数'),
})
export type UserEdit = z.infer<typeof userEdit>

/** POST /api/v1/userManage/{id}/identities. */
export const identityDraft = z.strictObject({ role, institutionId: number('所属机构'), duties: dutyChoice })
export type IdentityDraft = z.infer<typeof identityDraft>

/** PUT /api/v1/userManage/{id}/status: one identity on or off (dictionary accountStatus 1, 0). */
export const identityStatus = z.strictObject({
  identityId: number('身份'),
  status: z.enum(['0', '1'], { error: '状态只能是启用或停用' }),
})

export const userQuery = z.strictObject({
  ...paging,
  /** Beginning of a name or of its pinyin, initials, or an account. */
  q: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
  person: z.coerce
    .number({ error: '编号应为整数' })
    .int('编号应为整数')
    .min(1, '编号从 1 起')
    .max(2_147_483_647, '编号过大')
    .optional(),
  role: z.coerce.number({ error: '没有该角色' }).refine(isRole, '没有该角色').optional(),
  institution: z
    .string()
    .trim()
    .max(60, '不超过 60 个字')
    .refine(isStorable, '含有不能搜索的字符')
    .optional(),
  /** Dictionary accountStatus: off, on, locked. */
  status: z.enum(['0', '1', '2'], { error: '没有这种状态' }).optional(),
  /** By pinyin of the name or by number; the newest first unless it is said. */
  sort: orderedBy('name', 'id'),
})
export type UserQuery = z.infer<typeof userQuery>

/** One identity of a person, as a line of the list. */
export const userLine = z.object({
  identityId: z.number().int(),
  id: z.number().int(),
  name: z.string(),
  loginName: z.string().nullable(),
  role: z.number().int(),
  institution: z.string(),
  status: z.enum(['0', '1', '2']),
  lastLoginAt: z.string().nullable(),
})
export type UserLine = z.infer<typeof userLine>
export const userPage = page(userLine)

/** POST /api/v1/userManage/batch: one act on several identities; off, on, or signed out everywhere. */
export const userBatch = z.strictObject({
  act: z.enum(['disable', 'enable', 'signOut'], { error: '没有该操作' }),
  identities: z.array(number('身份'), { error: '请先选择' }).min(1, '请先选择').max(100, '一次至多 100 个'),
})
export type UserBatch = z.infer<typeof userBatch>
export type UserBatchAct = UserBatch['act']
/**
 * What became of each: `message` says why one was refused, `asked` that a second administrator must confirm.
 */
export const userBatchDone = z.object({
  success: z.int(),
  results: z.array(
    z.object({ identityId: z.int(), ok: z.boolean(), asked: z.boolean(), message: z.string().nullable() }),
  ),
})
export type UserBatchDone = z.infer<typeof userBatchDone>

/** GET /api/v1/userManage/{id}: numbers masked. */
export const userView = z.object({
  id: z.number().int(),
  version: z.number().int(),
  name: z.string(),
  loginName: z.string().nullable(),
  idNo: z.string().nullable(),
  mobile: z.string().nullable(),
  /** Whether an archive names the person: then name and numbers are changed there. */
  hasArchive: z.boolean(),
  locked: z.boolean(),
  hasPassword: z.boolean(),
  mustChange: z.boolean(),
  /** Whether signing in asks for a code of the phone. */
  secondFactor: z.boolean(),
  lastLoginAt: z.string().nullable(),
  identities: z.array(
    z.object({
      id: z.number().int(),
      role: z.number().int(),
      institution: z.string(),
      status: z.enum(['0', '1']),
      own: z.boolean(),
      standsFor: z.string().nullable(),
      /** Of an administrator where duties are separate, else null. */
      duties: z.array(z.enum(duties)).nullable(),
    }),
  ),
  /** Roles asked for and not yet confirmed. */
  waiting: z.array(z.object({ id: z.number().int(), role: z.number().int(), institution: z.string() })),
})
export type UserView = z.infer<typeof userView>

/** PUT /api/v1/userManage/{id}/removeFactor. */
export const factorRemoval = z.strictObject({
  reason: z
    .string({ error: '请写明怎样核实了身份' })
    .trim()
    .min(2, '请写明怎样核实了身份')
    .max(200, '不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符'),
})

/**
 * A one-time password, good for a day, to be changed at the first sign-in. It goes to the person's phone
 * (`sentTo`, masked) and is shown only where there is none. `waits`: there is no password yet, because the
 * role must be confirmed first.
 */
export const issuedPassword = z.object({
  id: z.number().int(),
  password: z.string().nullable(),
  sentTo: z.string().nullable(),
  waits: z.boolean(),
})
export type IssuedPassword = z.infer<typeof issuedPassword>

const requestStates = ['open', 'confirmed', 'refused', 'withdrawn', 'expired'] as const

/** GET /api/v1/userManage/requests: roles that wait for a second administrator, or were decided. */
export const requestQuery = z.strictObject({
  ...paging,
  state: z.enum(['open', 'closed'], { error: '没有这种状态' }).default('open'),
})
export const accountRequest = z.object({
  id: z.number().int(),
  person: z.object({ id: z.number().int(), name: z.string() }),
  role: z.number().int(),
  institution: z.string(),
  duties: z.array(z.enum(duties)).nullable(),
  askedBy: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  state: z.enum(requestStates),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  reason: z.string(),
  /** What the reader may do now. */
  can: z.array(z.enum(['confirm', 'refuse', 'withdraw'])),
})
export type AccountRequest = z.infer<typeof accountRequest>
/**
 * What became of a request: the one-time password of an account that came into being with it, where it could
 * not be sent to the phone.
 */
export const requestDecided = z.object({ password: z.string().nullable(), sentTo: z.string().nullable() })

export const requestPage = page(accountRequest)
export type AccountRequestPage = z.infer<typeof requestPage>
/** POST …/requests/{id}/refuse. */
export const refusal = z.strictObject({
  reason: z
    .string({ error: '请写明不同意的原因' })
    .trim()
    .min(2, '请写明不同意的原因')
    .max(200, '不超过 200 个字')
    .refine(isStorable, '含有不能保存的字符'),
})

/** GET /api/v1/userManage/institutions. */
export const placeQuery = z.strictObject({
  q: z
    .string()
    .trim()
    .min(1, '请填写机构名称')
    .max(60, '不超过 60 个字')
    .refine(isStorable, '含有不能搜索的字符'),
})
export const placeOption = z.object({
  id: z.number().int(),
  name: z.string(),
  level: z.string(),
  above: z.string().nullable(),
})
export type PlaceOption = z.infer<typeof placeOption>

/**
 * Where each role may be given: levels of institution. Experts and review staff work for an authority or a
 * centre.
 */
export const levelsOfRole: Readonly<Record<Role, readonly string[]>> = {
  1: ['province', 'city', 'district'],
  2: ['school', 'centre'],
  3: ['school', 'centre'],
  4: ['district'],
  5: ['city'],
  6: ['province'],
  99: ['province', 'city', 'district', 'school', 'centre'],
  100: ['province', 'city', 'district', 'centre'],
  101: ['province', 'city', 'district', 'centre'],
  102: ['province', 'city', 'district', 'centre'],
}
