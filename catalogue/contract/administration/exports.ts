import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { page, paging } from '../envelope.ts'

/** Most rows of one file. */
export const mostExported = 100_000
/** Up to so many rows a file is written while its reader waits. */
export const mostAtOnce = 1_000
/** More people than this in it, or more than that with full numbers: a second person agrees first. */
export const mostAlone = { people: 1_000, full: 100 } as const
/** Rows whose files go along in one zip, and bytes of those files. */
export const mostWithFiles = { rows: 1_000, bytes: 1024 ** 3 } as const
/** Files that one identity may ask for within an hour. */
export const mostInAnHour = 5
/** Days within which a second person agrees, and for which a file is kept. */
export const daysToAgree = 3
export const daysKept = 7

/**
 * What files are for. `full`: needs numbers and values in full that the reader sees in full on the screen.
 */
export const exportPurposes = {
  '1': { label: '工作统计' },
  '2': { label: '上级报送', full: true },
  '3': { label: '信息核对', full: true },
  '4': { label: '工资社保办理', full: true },
  '5': { label: '职称评审与评优' },
  '6': { label: '教研与培训组织' },
  '7': { label: '督导检查' },
  '9': { label: '其他', said: true },
} as const satisfies Readonly<Record<string, { label: string; full?: true; said?: true }>>
export type ExportPurpose = keyof typeof exportPurposes
const purposeKeys = ['1', '2', '3', '4', '5', '6', '7', '9'] as const satisfies readonly ExportPurpose[]

export const needsFull = (purpose: ExportPurpose): boolean => 'full' in exportPurposes[purpose]
/** Whether a purpose has to be told in words. */
export const isSaid = (purpose: ExportPurpose): boolean => 'said' in exportPurposes[purpose]

export const exportFormats = ['xlsx', 'csv', 'zip'] as const
export type ExportFormat = (typeof exportFormats)[number]

/**
 * Where a file stands. `approval`: a second person is asked; `queued`: waits to be written; `expired`: its
 * days are over and the file is gone.
 */
export const exportStates = [
  'approval',
  'queued',
  'writing',
  'ready',
  'refused',
  'lapsed',
  'cancelled',
  'failed',
  'expired',
] as const
export type ExportState = (typeof exportStates)[number]

const line = (what: string, most: number) =>
  z
    .string({ error: `${what}应为文字` })
    .max(most, `${what}不超过 ${most} 个字`)
    .refine(isStorable, `${what}含有不能保存的字符`)

const asked = {
  list: z.string({ error: '请指明列表' }).regex(/^[A-Za-z][A-Za-z/-]{0,60}$/, '没有该列表'),
  query: z
    .record(line('条件', 40), line('条件', 500), { error: '条件应为一组文字' })
    .refine((query) => Object.keys(query).length <= 60, '条件太多'),
  columns: z
    .array(z.string().regex(/^\$?[A-Za-z][A-Za-z0-9.]{0,60}$/, '没有这一列'), { error: '请选择要导出的列' })
    .min(1, '请选择要导出的列')
    .max(120, '列太多')
    .refine((keys) => new Set(keys).size === keys.length, '同一列只能选一次'),
  purpose: z.enum(purposeKeys, { error: '请选择用途' }),
  /** Columns whose numbers are asked for in full: a second person always agrees first. */
  opened: z
    .array(z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,60}$/, '没有这一列'), { error: '请选择要完整显示的列' })
    .max(10, '要完整显示的列太多')
    .default([]),
  format: z.enum(exportFormats, { error: '格式应为 xlsx、csv 或 zip' }).default('xlsx'),
}

/** POST /api/v1/exports/preview: what a file would hold, before it is asked for. */
export const exportQuestion = z.strictObject(asked)
export type ExportQuestion = z.output<typeof exportQuestion>

/** POST /api/v1/exports */
export const exportAsk = z
  .strictObject({
    ...asked,
    purposeText: line('用途说明', 200).trim().default(''),
  })
  .refine(({ purpose, purposeText }) => !isSaid(purpose) || purposeText !== '', {
    path: ['purposeText'],
    message: '请写明用途',
  })
export type ExportAsk = z.output<typeof exportAsk>

const count = z.number().int()
const codeAndTitle = z.object({ key: z.string(), title: z.string() })

export const exportPreview = z.object({
  title: z.string(),
  /** Exact up to the most that one file takes; `tooMany` above it. */
  rows: count,
  people: count,
  tooMany: z.boolean(),
  /** Formats that can hold it: several sheets are no csv. */
  formats: z.array(z.enum(exportFormats)),
  scope: z.string(),
  filters: z.array(z.string()),
  order: z.string(),
  /** Titles of the columns that come masked, and of those with values in full. */
  masked: z.array(z.string()),
  full: z.array(z.string()),
  /** Columns that come in full if that is asked for and agreed to. */
  opens: z.array(codeAndTitle),
  /** Why a second person has to agree, and whose people may; null where nobody has to. */
  second: z.object({ why: z.string(), offices: z.array(z.string()) }).nullable(),
  /** How many more files may be asked for within this hour. */
  left: count,
})
export type ExportPreview = z.infer<typeof exportPreview>

export const exportVerbs = ['download', 'cancel', 'agree', 'refuse'] as const

/** One file that somebody asked for, from asking to its end. */
export const exportJob = z.object({
  id: count,
  title: z.string(),
  scope: z.string(),
  filters: z.array(z.string()),
  order: z.string(),
  columns: z.array(z.string()),
  masked: z.array(z.string()),
  full: z.array(z.string()),
  format: z.enum(exportFormats),
  purpose: z.string(),
  purposeText: z.string(),
  rows: count,
  people: count,
  state: z.enum(exportStates),
  /** Rows written so far. */
  done: count,
  askedBy: z.string(),
  office: z.string(),
  askedAt: z.string(),
  lapsesAt: z.string().nullable(),
  decidedBy: z.string().nullable(),
  decidedAt: z.string().nullable(),
  reason: z.string(),
  startedAt: z.string().nullable(),
  readyAt: z.string().nullable(),
  keptUntil: z.string().nullable(),
  bytes: count.nullable(),
  fault: z.string().nullable(),
  mine: z.boolean(),
  can: z.array(z.enum(exportVerbs)),
})
export type ExportJob = z.infer<typeof exportJob>

export const exportListQuery = z.strictObject({
  ...paging,
  which: z.enum(['mine', 'waiting', 'decided'], { error: '应为 mine、waiting 或 decided' }).default('mine'),
})
export type ExportListQuery = z.output<typeof exportListQuery>
export const exportPage = page(exportJob).extend({ waiting: count })
export type ExportPage = z.infer<typeof exportPage>

export const exportRefusal = z.strictObject({
  reason: line('原因', 500).trim().min(1, '请写明原因'),
})
