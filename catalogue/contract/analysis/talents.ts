import { z } from 'zod'
import { hasCode, type DictName } from '../../dictionaries/dictionaries.ts'
import { isStorable } from '../../kinds/kind.ts'
import { talentDoubtKeys, talentHappenings, talentStateKeys } from '../../talents/entry.ts'
import { listing, page, uuid } from '../envelope.ts'

/** The five esa calls (endpoints.json), read as the lists of talents a board shows, and what they lack. */

const count = z.number().int()
const idNumber = (what: string) =>
  z.coerce
    .number({ error: `${what}应为编号` })
    .int(`${what}应为编号`)
    .positive(`${what}应为编号`)
    .max(2_147_483_647, `没有该${what}`)
const code = (dict: DictName, refusal: string) =>
  z.string({ error: refusal }).refine((value) => hasCode(dict, value), refusal)
const areaCode = z
  .string({ error: '区划代码应为 6 位数字' })
  .regex(/^\d{6}$/, '区划代码应为 6 位数字')
  .optional()
const kind = code('highLevelKind', '没有该类别')
const level = code('talentLevel', '没有该级别')
const yesNo = z.enum(['0', '1'], { error: '应为 0 或 1' }).optional()
const words = (asked: string) =>
  z.string({ error: asked }).trim().max(200, '不超过 200 个字').refine(isStorable, '含有不能保存的字符')

/** GET /api/v1/esa/userFilter */
export const talentFilter = z.object({
  kinds: z.array(z.tuple([z.string(), z.string()])),
  levels: z.array(z.tuple([z.string(), z.string()])),
  areas: z.array(z.tuple([z.string(), z.string()])),
})

/** Groups of the list: states, what has to be looked at, and what was taken out. */
export const talentGroups = [...talentStateKeys, 'doubtful', 'removed'] as const
export type TalentGroup = (typeof talentGroups)[number]

/** GET /api/v1/esa/userlist */
export const talentQuery = z.strictObject(
  {
    ...listing,
    kind: kind.optional(),
    area_code: areaCode,
    keyword: z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional(),
    published: yesNo,
    state: z.enum(talentGroups, { error: '没有这一组' }).optional(),
    level: level.optional(),
    subject: code('subject', '没有该学科').optional(),
    /** By rule, or added by hand. */
    how: z.enum(['rule', 'manual'], { error: '应为 rule 或 manual' }).optional(),
    /** City, district or school within the reader’s scope. */
    institutionId: idNumber('单位').optional(),
  },
  { error: '没有该筛选条件' },
)
export type TalentQuery = z.output<typeof talentQuery>

/** Names in the address of the list and in its call, where they differ. */
const inCall: Readonly<Record<string, string>> = { q: 'keyword', place: 'institutionId', size: 'pageSize' }

/** What the list is asked for, from what stands in its address. */
export const talentsAsked = (address: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(address).map(([key, value]) => [inCall[key] ?? key.replace(/^f\./, ''), value]),
  )

const named = z.object({ id: count, name: z.string() })
const doubts = z.array(z.enum(talentDoubtKeys))

/** modules.json, highLevel, with what an officer decides by. */
const talentLine = z.object({
  id: count,
  teacher: named,
  highLevelKind: z.string(),
  /** Code of dictionary talentLevel; null for none. */
  talentLevel: z.string().nullable(),
  areaCode: z.string().nullable(),
  org: named.nullable(),
  subject: z.string().nullable(),
  obtainYear: count.nullable(),
  published: z.boolean(),
  state: z.enum(talentStateKeys),
  /** Key of the rule; null for one that was added by hand, with its reason. */
  rule: z.string().nullable(),
  reason: z.string().nullable(),
  until: z.string().nullable(),
  doubts,
  /** The office that keeps the entry. */
  office: named,
  /** Why it was taken out; null while it stands in the list. */
  removed: z.string().nullable(),
  /**
   * What the reader may do: confirm and publish are the own office’s, withdrawing also that of those above.
   */
  can: z.array(z.enum(['confirm', 'publish', 'withdraw', 'remove', 'restore'])),
})
export type TalentLine = z.infer<typeof talentLine>

/** `counts`: how many stand in each group, whatever else is asked. */
export const talentPage = page(talentLine).extend({
  counts: z.object({ all: count, synced: count, confirmed: count, published: count, unpublished: count }),
})
export type TalentPage = z.infer<typeof talentPage>

const happening = z.object({
  action: z.enum(talentHappenings),
  at: z.string(),
  by: z.string(),
  office: z.string(),
  /** The rule at that time; null where it was added by hand. */
  rule: z.string().nullable(),
  reason: z.string().nullable(),
})

export const talentId = z.object({ id: idNumber('编号') })
/** GET /api/v1/esa/userlist/{id}: an entry, its record, its history, and the other entries of the person. */
export const talentDetail = talentLine.extend({
  record: z.object({ type: z.string(), id: uuid, title: z.string(), summary: z.string() }).nullable(),
  history: z.array(happening),
  others: z.array(z.object({ id: count, highLevelKind: z.string(), state: z.enum(talentStateKeys) })),
})
export type TalentDetail = z.infer<typeof talentDetail>

/** Most entries that one call acts on. */
export const mostTalents = 100
const ids = z
  .array(idNumber('名单'), { error: '请选择名单' })
  .min(1, '请选择名单')
  .max(mostTalents, `一次最多 ${mostTalents} 条`)

/** POST /api/v1/esa/publish, confirm */
export const talentChoice = z.strictObject({ ids })
/** POST /api/v1/esa/unPublish; the reason is asked for where the entry is kept by a lower office. */
export const talentWithdrawal = z.strictObject({ ids, reason: words('取消发布的原因应为文字').optional() })
/** POST /api/v1/esa/remove */
export const talentRemoval = z.strictObject({
  ids,
  reason: words('请填写移出的原因').min(1, '请填写移出的原因'),
})
/** POST /api/v1/esa/add */
export const talentAddition = z.strictObject({
  teacherId: idNumber('教师'),
  kind,
  level: level.optional(),
  year: z
    .int({ error: '获得年份应为整数' })
    .min(1950, '获得年份从 1950 起')
    .max(2100, '获得年份过大')
    .optional(),
  reason: words('请填写列入的依据').min(1, '请填写列入的依据'),
})
export type TalentAddition = z.output<typeof talentAddition>

/** What an act did. `batch` is what undoes it; entries that could not be acted on stand under `skipped`. */
export const talentOutcome = z.object({
  affected: count,
  batch: uuid.nullable(),
  skipped: z.array(z.object({ id: count, reason: z.string() })),
})
export type TalentOutcome = z.infer<typeof talentOutcome>

/** POST /api/v1/esa/undo */
export const talentUndo = z.strictObject({ batch: uuid })

const changed = z.object({
  teacherId: count,
  name: z.string(),
  org: z.string(),
  kind: z.string(),
  /** The basis now; of one that goes, why. */
  basis: z.string(),
  level: z.string().nullable(),
  year: count.nullable(),
  /** What it was before, of one that changes. */
  before: z.string().nullable(),
  /** It stands on the boards today. */
  published: z.boolean(),
})
export type TalentChange = z.infer<typeof changed>

/** Most lines of each kind that a difference shows; the numbers count all. */
export const mostShown = 200

/** GET /api/v1/esa/userlist/sync: what a sync would do, without doing it. */
export const talentDifferenceQuery = z.strictObject({ area_code: areaCode }, { error: '没有该条件' })
export const talentDifference = z.object({
  added: z.array(changed),
  changed: z.array(changed),
  removed: z.array(changed),
  counts: z.object({ added: count, changed: count, removed: count }),
  /** Proposals that other offices keep. */
  others: count,
  /** People whose projects an officer has to judge. */
  byHand: z.array(z.object({ teacherId: count, name: z.string(), org: z.string(), project: z.string() })),
  /** What was seen: applying it wants nothing else to have come meanwhile. */
  print: z.string(),
})
export type TalentDifferenceView = z.infer<typeof talentDifference>

/** POST /api/v1/esa/userlist/sync */
export const talentSync = z.strictObject({
  area_code: areaCode,
  print: z.string().max(64, '核对标记不对').optional(),
})
export const talentSynced = z.object({
  added: count,
  updated: count,
  removed: count,
  batch: uuid.nullable(),
})

/** What stands on the boards: people of a place by kind and level, each once in the total. */
export const publishedTalents = z.object({
  people: count,
  kinds: z.array(
    z.object({
      kind: z.string(),
      /** Its name in the code table, as administrators changed it. */
      label: z.string(),
      people: count,
      levels: z.array(z.object({ level: z.string(), label: z.string(), people: count })),
    }),
  ),
  /** The latest of them, with what may be shown of a person (figures.md, 7). */
  list: z.array(
    z.object({
      name: z.string(),
      school: z.string(),
      subject: z.string().nullable(),
      kind: z.string(),
      year: count.nullable(),
    }),
  ),
})
export type PublishedTalents = z.infer<typeof publishedTalents>
