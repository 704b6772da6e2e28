import { z } from 'zod'
import { uuid } from '../envelope.ts'

/** Days for which a copy can be fetched. */
export const copyKeptDays = 7
/** Copies that a person may ask for within a day. */
export const mostCopiesADay = 3

/** `expired`: the days are over and the file is gone. */
export const copyStates = ['queued', 'writing', 'ready', 'failed', 'expired'] as const

const withheld = z.object({ what: z.string(), why: z.string() })
/** What a copy does not hold, and why. */
export type WithheldContent = z.infer<typeof withheld>

/** One copy of what the portal holds about a person. */
export const personalCopy = z.object({
  id: uuid,
  state: z.enum(copyStates),
  askedAt: z.string(),
  keptUntil: z.string().nullable(),
  bytes: z.number().nullable(),
  fault: z.string().nullable(),
})
export type PersonalCopy = z.infer<typeof personalCopy>

/** GET /api/v1/me/copy: the own copies, the latest first, and what none of them holds. */
export const personalCopies = z.object({ list: z.array(personalCopy), withheld: z.array(withheld) })
export type PersonalCopies = z.infer<typeof personalCopies>

const at = z.string().describe('时间，ISO 8601')
const values = z.record(z.string(), z.unknown()).describe('栏目的键和值；代码见数据字典')

const revision = z.object({
  id: uuid,
  no: z.int(),
  state: z.string(),
  values,
  changed: z.array(z.string()).describe('与上一版不同的栏目'),
  madeAt: at,
  submittedAt: at.nullable(),
  appliedAt: at.nullable(),
  supersededAt: at.nullable(),
})

const event = z.object({
  at,
  action: z.string(),
  level: z.string().nullable(),
  office: z.string().describe('办理单位；本人办理的写“本人”'),
  reason: z.string().nullable(),
  fields: z.array(z.object({ key: z.string(), reason: z.string() })),
  revisionId: uuid,
})

const record = z.object({
  id: uuid,
  inForce: z.boolean(),
  appliedAt: at.nullable(),
  values: values.nullable().describe('现行有效的内容；没有的为空'),
  words: z.record(z.string(), z.string()).describe('现行内容的文字形式，键是栏目名称'),
  attachments: z.array(z.string()).describe('附件在压缩包里的位置'),
  revisions: z.array(revision),
  events: z.array(event),
})

const section = z.object({
  type: z.string(),
  title: z.string(),
  fields: z.array(z.object({ key: z.string(), label: z.string() })),
  records: z.array(record),
})

const table = z.object({
  key: z.string(),
  title: z.string(),
  columns: z.array(z.object({ key: z.string(), title: z.string() })),
  rows: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.null()]))),
})

/** archive.json of a copy; its JSON schema lies beside it. */
export const copiedArchive = z.object({
  format: z.literal('xingtan-personal-copy'),
  version: z.literal(1),
  madeAt: at,
  name: z.string(),
  teacherNumbers: z.array(z.int()).describe('档案编号；合并过的，旧编号也在内'),
  sections: z.array(section).describe('教师档案，每类一节'),
  tables: z.array(table).describe('账号、登录、同意、消息、查阅和导出记录，以及在平台上做过的事'),
  files: z.array(
    z.object({
      place: z.string(),
      name: z.string(),
      bytes: z.number(),
      recordId: z.string(),
      isMissing: z.boolean().describe('文件的内容已不在服务器上'),
    }),
  ),
  withheld: z.array(withheld).describe('没有列入的内容和原因'),
})
export type CopiedArchive = z.infer<typeof copiedArchive>
export type CopiedSection = CopiedArchive['sections'][number]
export type CopiedRecord = CopiedSection['records'][number]
export type CopiedTable = CopiedArchive['tables'][number]
