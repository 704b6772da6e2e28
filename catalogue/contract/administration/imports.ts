import { z } from 'zod'
import { dayText, page, paging } from '../envelope.ts'
import { isStorable } from '../../kinds/kind.ts'

/** Most rows of one file, and its greatest size in bytes (import-templates.md, section 1). */
export const mostRows = 200_000
export const mostBytes = 60 * 1024 * 1024

/** Days within which an import can be taken back, and for which its rows are kept. */
export const daysToUndo = 30

const count = z.number().int()
const id = z
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '编号过大')
const idText = z.coerce
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '编号过大')
const key = z.string().regex(/^[A-Za-z][A-Za-z0-9.]{0,80}$/, '没有这一列')
const cell = z
  .string({ error: '应为文字' })
  .max(2_000, '不超过 2000 个字')
  .refine(isStorable, '含有不能保存的字符')

export const importParams = z.strictObject({ id: idText })
/** GET /errorExport/{id}: the faulty rows alone, or with `whole` the own file with its faults marked. */
export const faultsQuery = z.strictObject({
  whole: z.enum(['true', 'false'], { error: '应为 true 或 false' }).default('false'),
})

export const importTypeParams = z.strictObject({ type: key })

/** Dictionary importStatus, as far as a task of the portal gets there. */
export const importStatuses = ['2', '3', '4', '5', '6', '7', '8'] as const
export type ImportStatus = (typeof importStatuses)[number]

export const importModes = ['insert', 'update', 'upsert'] as const
export type ImportMode = (typeof importModes)[number]

/** One column of a kind. `choices` is a dictionary's name, whose entries the reference calls give. */
export const importColumn = z.object({
  key: z.string(),
  head: z.string(),
  required: z.enum(['yes', 'no', 'conditional']),
  note: z.string(),
  example: z.string(),
  dict: z.string().nullable(),
  /** The column whose value narrows the choices. */
  dependsOn: z.string().nullable(),
  /** Labels that may be chosen, of columns with a closed list that is no dictionary, such as 是/否. */
  choices: z.array(z.string()),
})
export type ImportColumn = z.infer<typeof importColumn>

/** GET /api/v1/import/kinds: what the reader may import. */
export const importKinds = z.object({
  list: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      /** Raised whenever a column changes; written into the template. */
      version: z.string(),
      sheet: z.string(),
      /** What one row is, with its measure word, for sentences: 位教师, 个机构, 条记录. */
      noun: z.string(),
      modes: z.array(z.enum(importModes)),
      /** Keys of the columns by which a row finds what exists. */
      by: z.array(z.string()),
      columns: z.array(importColumn),
    }),
  ),
})
export type ImportKinds = z.infer<typeof importKinds>

/** GET /api/v1/import/template. The file itself: GET /api/v1/import/template/{type}. */
export const templateQuery = z.strictObject({ type: key })
export const templateAnswer = z.object({ url: z.string(), version: z.string() })

/** Fields beside the file of POST /api/v1/import/file (multipart). */
export const importUpload = z.strictObject({
  type: key,
  mode: z.enum(importModes, { error: '写入方式应为新增、更新或新增并更新' }).default('upsert'),
})
export const importStarted = z.object({ id: count, status: z.enum(importStatuses) })

/** `others`: tasks of the further sheets of a workbook with several. */
export const importBrought = importStarted.extend({ others: z.array(count) })

/** What the dry run found about a row. `conflict`: right in itself, and refused by what the portal has. */
export const outcomes = ['new', 'changed', 'same', 'conflict', 'error'] as const
export type Outcome = (typeof outcomes)[number]

/** A fault or a warning of a row; `column` counts from 0 in the file, null where the whole row is meant. */
export const importFault = z.object({
  column: count.nullable(),
  field: z.string(),
  header: z.string(),
  /** The value as written; numbers of people are masked. */
  value: z.string(),
  level: z.enum(['error', 'warning']),
  /** E101 … of import-templates.md, section 4. */
  code: z.string(),
  message: z.string(),
  /** Values that were probably meant. */
  suggestions: z.array(z.string()),
})
export type ImportFault = z.infer<typeof importFault>

/** A tolerant reading: what stood in the file and what it was read as. */
export const importRepair = z.object({
  field: z.string(),
  header: z.string(),
  from: z.string(),
  to: z.string(),
})
export const importChange = z.object({
  field: z.string(),
  header: z.string(),
  before: z.string(),
  after: z.string(),
})

export const importRow = z.object({
  /** 1-based row of the sheet. */
  row: count,
  outcome: z.enum(outcomes),
  /** Texts by key of column. Sealed numbers are shown in full only where they are at fault. */
  cells: z.record(z.string(), z.string()),
  faults: z.array(importFault),
  repairs: z.array(importRepair),
  changes: z.array(importChange),
  /** Whether the row was written. Null before. `undone`: taken back. `kept`: left out of the taking back. */
  written: z.enum(['written', 'failed', 'undone', 'kept']).nullable(),
  /** Why a row failed, or was left out of the taking back. */
  reason: z.string().nullable(),
})
export type ImportRow = z.infer<typeof importRow>

export const rowsQuery = z.strictObject({
  ...paging,
  outcome: z.enum(outcomes, { error: '没有这种结果' }).optional(),
  /** Rows with a fault of this code. */
  code: z
    .string()
    .regex(/^E\d{3}$/, '没有这种错误')
    .optional(),
  /** Rows with a fault in this column. */
  field: key.optional(),
  /** Rows that were read tolerantly. */
  repaired: z.literal('1', { error: '应为 1' }).optional(),
  written: z.enum(['written', 'failed', 'undone', 'kept'], { error: '没有这种结果' }).optional(),
})
export type RowsQuery = z.output<typeof rowsQuery>

export const importRowPage = page(importRow)

export const importCounts = z.object({
  new: count,
  changed: count,
  same: count,
  conflict: count,
  error: count,
  warnings: count,
  repaired: count,
})
export type ImportCounts = z.infer<typeof importCounts>

export const importLine = z.object({
  id: count,
  importKind: z.string(),
  kindTitle: z.string(),
  fileName: z.string(),
  org: z.string(),
  operator: z.string(),
  mode: z.enum(importModes),
  importStatus: z.enum(importStatuses),
  totalRows: count,
  successRows: count,
  errorRows: count,
  createdAt: z.string(),
  startTime: z.string().nullable(),
  endTime: z.string().nullable(),
  undoneAt: z.string().nullable(),
})
export type ImportLine = z.infer<typeof importLine>

/** One task with all that its page shows: GET /api/v1/import/history?id=. */
export const importView = importLine.extend({
  status: z.enum(importStatuses),
  /** Of the step under way, 0 to 100. */
  progress: count,
  /** Rows read or written so far in this step. */
  done: count,
  /** Of the file; null while it is being read for the first time. */
  total: count.nullable(),
  valid: count,
  invalid: count,
  warnings: count,
  /** Rows a second of this step, and seconds until it ends; null before it is known. */
  rate: count.nullable(),
  secondsLeft: count.nullable(),
  /** Files that are checked before this one. */
  ahead: count,
  counts: importCounts,
  /** Faults by code and column, most frequent first, at most 50. */
  faultCounts: z.array(
    z.object({ code: z.string(), field: z.string(), header: z.string(), message: z.string(), rows: count }),
  ),
  /** Heads of the file that no column has; ignored. */
  ignored: z.array(z.string()),
  /** Why the whole file was refused, or the task failed. */
  failure: z.string().nullable(),
  /** The first faults. */
  errors: z.array(importFault.extend({ row: count })),
  /** What POST /start must name: changes with every dry run. Null until one is there. */
  token: z.string().nullable(),
  /** Whether the file can be sent back with coloured cells. */
  annotated: z.boolean(),
  /** Until when the import can be taken back; null where it cannot (any more). */
  undoUntil: z.string().nullable(),
  undone: count,
  kept: count,
  /** Teachers who came with it and are still there: they have accounts, but no password yet. */
  opened: count,
  mine: z.boolean(),
})
export type ImportView = z.infer<typeof importView>

/** GET /api/v1/import/history. */
export const historyQuery = z.strictObject({
  ...paging,
  limit: paging.pageSize.optional(),
  type: key.optional(),
  status: z.enum(importStatuses, { error: '没有这种状态' }).optional(),
  start: dayText('应为日期，如 2026-09-01').optional(),
  end: dayText('应为日期，如 2026-09-01').optional(),
  id: idText.optional(),
})
export type HistoryQuery = z.output<typeof historyQuery>
export const importPage = page(importLine)
export const historyAnswer = z.union([importPage, importView])

/** POST /api/v1/import/start. Without `token` the newest dry run is meant only if nobody mended since. */
export const startBody = z.strictObject({
  id,
  token: z.string().max(60, '请刷新后再试').optional(),
  skip_errors: z.boolean({ error: '应为是或否' }).default(false),
})

/** PUT /api/v1/import/{id}/rows: mends cells; the rows are judged again at once. */
export const mendBody = z.strictObject({
  cells: z
    .array(z.strictObject({ row: id, field: key, value: cell }))
    .min(1, '至少改一格')
    .max(500, '一次至多 500 格'),
})
/**
 * POST /api/v1/import/{id}/replace: the same correction in every row of the column. `remember`: later files
 * of this institution are read the same way.
 */
export const replaceBody = z.strictObject({
  field: key,
  from: cell,
  to: cell.min(1, '请填写改成什么'),
  remember: z.boolean({ error: '应为是或否' }).default(false),
})
export const mendAnswer = z.object({
  rows: z.array(importRow),
  changed: count,
  counts: importCounts,
  token: z.string().nullable(),
})
export type MendAnswer = z.infer<typeof mendAnswer>

/** GET and DELETE /api/v1/import/readings: corrections remembered for the institution. */
export const readingParams = z.strictObject({ id: idText })
export const readingList = z.object({
  list: z.array(
    z.object({ id: count, kindTitle: z.string(), header: z.string(), from: z.string(), to: z.string() }),
  ),
})
