import { z } from 'zod'
import { isRole } from '../../access/roles.ts'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'

const text = z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional()
const number = (what: string) =>
  z.coerce
    .number({ error: `${what}应为整数` })
    .int(`${what}应为整数`)
    .min(1, `${what}从 1 起`)
    .max(2_147_483_647, `${what}过大`)

/** What a list of accounts can be narrowed to, beside the state of the account. */
export const concerns = ['unused', 'weak', 'old'] as const

export const officeAccountQuery = z.strictObject({
  ...paging,
  /** Beginning of a name, of its pinyin or initials, or an account. */
  q: text,
  role: z.coerce.number({ error: '没有该角色' }).refine(isRole, '没有该角色').optional(),
  institution: number('机构编号').optional(),
  /** Only the accounts of these teachers: who was chosen in the roll. */
  teachers: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9}){0,59}$/, '编号应为数字，以逗号分隔，最多 60 个')
    .transform((list) => list.split(',').map(Number))
    .optional(),
  /** Only the accounts of teachers who came with this import. */
  import: number('导入编号').optional(),
  /** Dictionary accountStatus: off, on, locked. */
  status: z.enum(['0', '1', '2'], { error: '没有这种状态' }).optional(),
  /** Never signed in; password too simple or given by an office; not changed for half a year. */
  concern: z.enum(concerns, { error: '没有这种情况' }).optional(),
})
export type OfficeAccountQuery = z.output<typeof officeAccountQuery>

export const officeAccountLine = z.object({
  identityId: z.number().int(),
  name: z.string(),
  loginName: z.string().nullable(),
  role: z.number().int(),
  institution: z.string(),
  status: z.enum(['0', '1', '2']),
  lastLoginAt: z.string().nullable(),
  /** What is to be done about the account; empty for nothing. */
  concerns: z.array(z.enum(concerns)),
  /** Whether the person has only identities that this office keeps: else the administrator helps. */
  own: z.boolean(),
})
export type OfficeAccountLine = z.infer<typeof officeAccountLine>
export const officeAccountPage = page(officeAccountLine)

/** PUT /api/v1/accountManage/{identity}/{act}. */
export const officeActs = ['enable', 'disable', 'unlock', 'signOut'] as const

/** Most one-time passwords that are given in one go: what fits on two printed sheets. */
export const mostCodes = 60

/** POST /api/v1/accountManage/codes: one-time passwords for accounts, to be printed or sent. */
export const codesBody = z.strictObject({
  identities: z
    .array(z.number({ error: '编号应为整数' }).int('编号应为整数'))
    .min(1, '请先选择账号')
    .max(mostCodes, `一次最多 ${mostCodes} 个账号`),
})
export const issuedCodes = z.object({
  list: z.array(
    z.object({
      identityId: z.number().int(),
      name: z.string(),
      institution: z.string(),
      /** What the person signs in with; null where only the identity number or phone is known. */
      account: z.string().nullable(),
      /** Shown once, where there is no phone. */
      password: z.string().nullable(),
      /** The masked phone it went to. */
      sentTo: z.string().nullable(),
      /** Why there is none. */
      refused: z.string().nullable(),
    }),
  ),
})
export type IssuedCodes = z.infer<typeof issuedCodes>

/** POST /api/v1/accountManage/many: rows as they were pasted; `check` only reads them. */
export const accountRows = z.strictObject({
  check: z.boolean({ error: '应为是或否' }),
  rows: z
    .array(z.record(z.string(), z.unknown()), { error: '至少要有一行' })
    .min(1, '至少要有一行')
    .max(mostCodes, `一次最多 ${mostCodes} 行`),
})
/** What is wrong with each row; with none, the one-time passwords of the new accounts in the same order. */
export const accountRowsAnswer = z.object({
  rows: z.array(z.object({ faults: z.array(z.object({ field: z.string(), message: z.string() })) })),
  codes: issuedCodes.shape.list,
})
export type AccountRowsAnswer = z.infer<typeof accountRowsAnswer>

/** GET /api/v1/accountManage/roll: teachers of a school who have no account there; of a school its own. */
export const rollQuery = z.strictObject({ ...paging, institution: number('机构编号').optional() })
export const rollLine = z.object({
  teacherId: z.number().int(),
  name: z.string(),
  /** Whether there is an account, an identity number or a phone to sign in with. */
  signsIn: z.boolean(),
  /** Whether the person has an account elsewhere, whose password stays. */
  elsewhere: z.boolean(),
})
export type RollLine = z.infer<typeof rollLine>
export const rollPage = page(rollLine).extend({ institution: z.string() })

/** POST /api/v1/accountManage/roll: accounts for these teachers. */
export const rollBody = z.strictObject({
  teachers: z
    .array(
      z
        .number({ error: '编号应为整数' })
        .int('编号应为整数')
        .min(1, '编号从 1 起')
        .max(2_147_483_647, '编号过大'),
    )
    .min(1, '请先选择教师')
    .max(mostCodes, `一次最多 ${mostCodes} 人`),
})

/** GET /api/v1/accountManage/report: accounts by institution that need attention. */
export const accountReport = z.object({
  list: z.array(
    z.object({
      institutionId: z.number().int(),
      institution: z.string(),
      accounts: z.number().int(),
      unused: z.number().int(),
      weak: z.number().int(),
      old: z.number().int(),
      locked: z.number().int(),
    }),
  ),
})
export type AccountReport = z.infer<typeof accountReport>
