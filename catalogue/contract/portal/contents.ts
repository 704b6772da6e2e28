import { z } from 'zod'
import { levels } from '../../flows/review.ts'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'
import { contentFile, contentName, contentState } from './portal.ts'

const letters = z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符')
const moment = z.iso.datetime({ offset: true, error: '应为日期和时间' }).nullable().default(null)

/** Acts on a content, as its writers are offered them. */
export const contentActions = [
  'edit',
  'delete',
  'publish',
  'sendBack',
  'withdraw',
  'urge',
  'takeDown',
  'pin',
  'restore',
  'undo',
] as const
export type ContentAction = (typeof contentActions)[number]

const level = z.enum(levels)

/** A content as its writers see it. */
export const contentLine = z.object({
  id: z.number().int(),
  version: z.number().int(),
  state: contentState,
  /** Whether readers see it now, or from when on. */
  shown: z.enum(['no', 'waiting', 'now', 'over', 'frozen']),
  publishAt: z.string().nullable(),
  takeDownAt: z.string().nullable(),
  pinned: z.boolean(),
  org: z.string(),
  /** The teacher who wrote it; absent where it is the institution's own. */
  author: z.string().optional(),
  updatedAt: z.string(),
  /** Whether the working copy differs from what readers see. */
  changed: z.boolean(),
  /** Sent back with an opinion, and not saved since. */
  returned: z.boolean(),
  /** The level it waits at on its way up the tree. */
  waitsAt: level.nullable(),
  /** It waits longer than the working days its step allows. */
  overdue: z.literal(true).optional(),
  value: z.record(z.string(), z.unknown()),
})
export type ContentLine = z.infer<typeof contentLine>
export const contentPage = page(contentLine)

/**
 * The way to the readers: the frozen one of what is under way, else the one it would take now, and what was
 * decided so far.
 */
export const contentApproval = z.object({
  steps: z.array(
    z.object({
      level,
      institution: z.string(),
      state: z.enum(['done', 'current', 'next', 'plan']),
      reasonRequired: z.boolean(),
      days: z.number().int().nullable(),
    }),
  ),
  /** No account could agree, so that it cannot be submitted. */
  nobody: z.boolean(),
  trail: z.array(
    z.object({
      verdict: z.enum(['submitted', 'approved', 'sentBack', 'withdrawn', 'undone']),
      reason: z.string().nullable(),
      by: z.string(),
      institution: z.string(),
      at: z.string(),
    }),
  ),
})
export type ContentApproval = z.infer<typeof contentApproval>

export const contentView = contentLine.extend({
  live: z.record(z.string(), z.unknown()).nullable(),
  /** Rich fields as readers get them: of the working copy, and of what is live. */
  shownValue: z.record(z.string(), z.string()),
  shownLive: z.record(z.string(), z.string()).nullable(),
  remark: z.string().nullable(),
  askedAt: z.string().nullable(),
  askedUntil: z.string().nullable(),
  by: z.string(),
  approval: contentApproval.nullable(),
  can: z.array(z.enum(contentActions)),
  /** Every file the working copy holds. */
  files: z.array(contentFile),
})
export type ContentView = z.infer<typeof contentView>

export const contentQuery = z.strictObject({
  ...paging,
  q: letters.optional(),
  state: contentState.optional(),
  queue: z.literal('mine', { error: '没有这个分组' }).optional(),
})
export const contentDraft = z.strictObject({
  value: z.record(z.string(), z.unknown(), { error: '内容的格式不对' }),
})
const version = z.int('版本号应为整数')
export const contentEdit = contentDraft.extend({ version })
const opinion = z.string().trim().max(200, '不超过 200 个字').refine(isStorable, '含有不能保存的字符')
export const contentPublish = z.strictObject({
  version,
  publishAt: moment,
  takeDownAt: moment,
  opinion: opinion.default(''),
})
export const contentVersioned = z.strictObject({ version })
export const contentSendBack = z.strictObject({ version, reason: opinion.min(1, '请写明原因') })
export const contentPin = z.strictObject({ version, pinned: z.boolean({ error: '应为是或否' }) })
export const contentRestore = z.strictObject({ version, no: z.int('版本应为整数').min(1, '版本从 1 起') })

/** Acts on several contents at once: taken down, or sent in and published as each one's review asks. */
export const contentBatch = z.strictObject({
  act: z.enum(['takeDown', 'handIn'], { error: '没有该操作' }),
  items: z
    .array(z.strictObject({ id: z.int('编号应为整数'), version }), { error: '请先选择' })
    .min(1, '请先选择')
    .max(100, '一次至多 100 条'),
})
export type ContentBatch = z.infer<typeof contentBatch>
export type ContentBatchAct = ContentBatch['act']
/** What became of each; `message` says why one was refused. */
export const contentBatchDone = z.object({
  success: z.int(),
  results: z.array(z.object({ id: z.int(), ok: z.boolean(), message: z.string().nullable() })),
})
export type ContentBatchDone = z.infer<typeof contentBatchDone>

export const contentVersions = z.object({
  list: z.array(
    z.object({
      no: z.number().int(),
      at: z.string(),
      publishAt: z.string(),
      takeDownAt: z.string().nullable(),
      by: z.string(),
      value: z.record(z.string(), z.unknown()),
      shownValue: z.record(z.string(), z.string()),
    }),
  ),
})
export type ContentVersions = z.infer<typeof contentVersions>

/** GET /api/v1/contentAreas: an area, then those below it; `depth` 1 is a province. */
export const contentAreas = z.object({
  list: z.array(z.object({ code: z.string(), name: z.string(), depth: z.number().int() })),
})

/** GET /api/v1/allowedHosts. */
export const hostLine = z.object({ host: z.string(), note: z.string(), at: z.string() })
export type HostLine = z.infer<typeof hostLine>
export const hostDraft = z.strictObject({
  host: z.string({ error: '请填写域名' }).trim().toLowerCase().min(1, '请填写域名').max(260, '域名过长'),
  note: z.string().trim().max(100, '不超过 100 个字').refine(isStorable, '含有不能保存的字符').default(''),
})

/** GET /api/v1/uploads: files that administrators uploaded. */
export const uploadLine = contentFile.extend({
  at: z.string(),
  uses: z.array(z.object({ type: contentName, id: z.number().int(), title: z.string() })),
  used: z.boolean(),
})
export type UploadLine = z.infer<typeof uploadLine>
export const uploadPage = page(uploadLine)

/** POST /api/v1/contents/{type}/examined: the files of a form that is being filled in, and what decides beside. */
export const contentExamined = z.strictObject({
  value: z.record(z.string().max(40), z.string().max(60).nullable()),
})
/** What was found in the file of a field; an error keeps the content from being handed in. */
export const contentFinding = z.object({
  field: z.string(),
  level: z.enum(['error', 'hint']),
  message: z.string(),
})
export type ContentFinding = z.infer<typeof contentFinding>
