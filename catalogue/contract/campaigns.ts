import { z } from 'zod'
import { processName } from './processes.ts'
import { codePoints, isStorable } from '../kinds/kind.ts'
import { personNameOf } from '../kinds/person-name.ts'
import { campaignActs, campaignStateNames, type AnyCampaign } from '../processes/campaigns.ts'
import { withoutDirections } from '../rules/directions.ts'
import { filterShape } from './declared-query.ts'
import { page, paging, uuid } from './envelope.ts'

const stateName = z.enum(campaignStateNames, { error: '没有这种状态' })
const words = (most: number) =>
  z.string().trim().max(most, `不超过 ${most} 个字`).refine(isStorable, '含有不能保存的字符')
const values = z.record(z.string(), z.unknown(), { error: '内容的格式不对' })
const version = z.int('版本号应为整数')
const institution = z.object({ id: z.int(), name: z.string() })
const whole = z.int('应为整数').min(0, '不能小于 0').max(99_999, '不超过 99999')

const places = z.object({ granted: z.int(), given: z.int(), used: z.int() })

/** A campaign as a line of a list. */
export const campaignLine = z.object({
  id: z.string(),
  type: z.string(),
  collects: z.string(),
  state: z.string(),
  title: z.string(),
  value: values,
  version: z.int(),
  host: institution,
  /** Whether the reader's office holds it. */
  mine: z.boolean(),
  /** Why nothing can be handed in now; null while it is open. */
  closed: z.string().nullable(),
  /** The minute it is on the server, as date and time fields have it. */
  now: z.string(),
  updatedAt: z.string(),
  /** The places of the reader's office; null without a quota, or where none were granted. */
  places: places.nullable(),
  /** Who waits for a place, of those whom the reader may read; null where nobody ever does. */
  waiting: z.int().nullable(),
})
export type CampaignLine = z.infer<typeof campaignLine>
export const campaignPage = page(campaignLine)

export const campaignQuery = z.strictObject({
  ...paging,
  collects: z.string().max(40).optional(),
  state: stateName.optional(),
  /** Those of the reader's own office alone, or of others alone. */
  mine: z.enum(['0', '1'], { error: '没有这个分组' }).optional(),
  /** Those of which the reader's office was granted places. */
  placed: z.literal('1', { error: '没有这个分组' }).optional(),
  q: words(60).optional(),
})

/** The query of one kind of campaign, with its declared filters. */
export const campaignQueryOf = ({ fields, list }: Pick<AnyCampaign, 'fields' | 'list'>) =>
  campaignQuery.extend(filterShape(fields, list?.filters ?? []))

/** A campaign as its page shows it. */
export const campaignView = campaignLine.extend({
  canEdit: z.boolean(),
  /** Moves that the office which holds it may make now, by name. */
  acts: z.array(z.string()),
  /** Entries that are moved in batches, newest first. */
  sweeps: z.array(
    z.object({
      action: z.string(),
      total: z.int(),
      moved: z.int(),
      /** Entries that could not be moved, with the reason. */
      refused: z.array(z.object({ id: z.string(), message: z.string() })),
      begunAt: z.string(),
      /** Null while it is under way. */
      endedAt: z.string().nullable(),
    }),
  ),
  /** How many entries the reader sees. */
  entries: z.int(),
  files: z.array(z.object({ id: z.string(), name: z.string(), mime: z.string(), bytes: z.int() })),
  timeline: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      by: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export type CampaignView = z.infer<typeof campaignView>

const title = words(200).overwrite(withoutDirections).trim().min(1, '请填写标题')
/** POST /api/v1/research/notice: a draft. */
export const campaignCreate = z.strictObject({
  collects: z.string().max(40),
  title,
  value: values.default({}),
  /** In whose name a person begins it, by a fact of the day; offices leave it out. */
  office: z.int('单位编号应为整数').positive('单位编号应为正数').max(2_147_483_647).optional(),
})
/** GET …/standings: in whose name a person may begin one today, and those that the person leads. */
export const campaignStandings = z.object({
  offices: z.array(institution.extend({ because: z.string() })),
  list: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      state: z.string(),
      institution: z.string(),
      /** Whether the fact that gives the right holds today. */
      mayAct: z.boolean(),
    }),
  ),
})
export type CampaignStandings = z.infer<typeof campaignStandings>
/** PUT /api/v1/research/notice/{id} */
export const campaignEdit = z.strictObject({ version, title, value: values })
/** POST /api/v1/research/notice/{id}/{action}; extending says until when. */
export const campaignActed = z.strictObject({
  version,
  reason: words(500).default(''),
  until: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, '应为日期和时间')
    .optional(),
})
export const campaignParams = z.object({ id: uuid })
export const campaignAction = z.object({
  id: uuid,
  action: z.enum(campaignActs, { error: '没有该操作' }),
})

/** GET …/{id}/quota: the places of the reader's office, and of those below it. */
export const quotaBoard = z.object({
  own: places.nullable(),
  /** Whether there is a quota at all. */
  limited: z.boolean(),
  returnsOn: z.string().nullable(),
  list: z.array(institution.extend({ level: z.string(), granted: z.int(), given: z.int(), used: z.int() })),
})
export type QuotaBoard = z.infer<typeof quotaBoard>
/** PUT …/{id}/quota: what each of those below is granted from now on. */
export const quotaGrants = z.strictObject({
  grants: z
    .array(z.strictObject({ institution: z.int().positive(), granted: whole }))
    .min(1, '没有要分配的单位')
    .max(1000, '一次最多 1000 个单位'),
})

/** GET …/{id}/ranking: what the reader's office recommended, in its order. */
export const rankingList = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      name: z.string(),
      institution: z.string(),
      state: z.string(),
      type: z.string(),
    }),
  ),
  /** Whether the order can still be changed. */
  canRank: z.boolean(),
})
export type RankingList = z.infer<typeof rankingList>
/** PUT …/{id}/ranking: every entry once, the first one first. */
export const rankingOrder = z.strictObject({ order: z.array(uuid).max(2000, '最多 2000 项') })

/** GET …/{id}/publicity, also for visitors: what hangs out now, without what is personal. */
export const publicityList = z.object({
  title: z.string(),
  host: z.string(),
  until: z.string().nullable(),
  list: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      name: z.string(),
      institution: z.string(),
      until: z.string(),
    }),
  ),
})
export type PublicityList = z.infer<typeof publicityList>

/** POST …/{id}/objection: against an entry that hangs out. */
export const objectionMade = z.strictObject({
  caseId: uuid,
  name: personNameOf('真实姓名').refine((name) => codePoints(name) > 1, '请填写真实姓名'),
  contact: words(60).min(5, '请填写联系电话或邮箱'),
  words: words(2000).min(10, '请写明异议的事实和依据，至少 10 个字'),
})
/** GET …/{id}/objections: for whoever holds the campaign. */
export const objectionList = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      caseId: z.string(),
      title: z.string(),
      name: z.string(),
      contact: z.string(),
      words: z.string(),
      at: z.string(),
      answer: z.string().nullable(),
      upheld: z.boolean().nullable(),
      answeredBy: z.string().nullable(),
      answeredAt: z.string().nullable(),
    }),
  ),
})
export type ObjectionList = z.infer<typeof objectionList>
/** PUT …/{id}/objections/{objection} */
export const objectionAnswered = z.strictObject({
  answer: words(2000).min(5, '请写明处理意见'),
  upheld: z.boolean(),
})
export const objectionParams = z.object({ id: uuid, objection: uuid })

/**
 * GET …/{id}/outcomes: what experts found, the best first, for whoever holds the campaign. Scores in
 * hundredths.
 */
export const outcomeList = z.object({
  list: z.array(
    z.object({
      id: z.string(),
      type: processName,
      state: z.string(),
      title: z.string(),
      name: z.string(),
      institution: z.string(),
      code: z.string(),
      rank: z.int().nullable(),
      score: z.int().nullable(),
      /** Whether it waits to be decided. */
      waits: z.boolean(),
    }),
  ),
  /** Codes of the bands in which entries are granted; empty where they are granted or not. */
  bands: z.array(z.string()),
})
export type OutcomeList = z.infer<typeof outcomeList>
/** POST …/{id}/outcomes: how many of the first ranks are granted, one number or one for each band. */
export const outcomeDecision = z.strictObject({
  cuts: z
    .array(z.int('请填写整数').min(0, '不能小于 0').max(2000, '不能超过 2000'))
    .min(1, '请填写名额')
    .max(9, '最多 9 档'),
  value: z.record(z.string(), z.unknown(), { error: '内容的格式不对' }).default({}),
  reason: words(500).default(''),
})
export const outcomeDecided = z.object({
  granted: z.int(),
  refused: z.int(),
  failed: z.array(z.object({ title: z.string(), message: z.string() })),
})
