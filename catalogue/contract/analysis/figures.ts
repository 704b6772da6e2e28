import { z } from 'zod'
import { hasCode } from '../../dictionaries/dictionaries.ts'
import { isStorable } from '../../kinds/kind.ts'
import { dayText, page, paging } from '../envelope.ts'

/** The pages of statistics, named as in their addresses (specification, section 2; nianbao was added, 0258). */
export const reports = [
  'teacher_analysis',
  'teacher_Statistics',
  'teacherage',
  'teacherecharts',
  'datajslb',
  'nianbao',
] as const
export type Report = (typeof reports)[number]

/** By which membership a person stands in an institution (figures.md, 1.1). */
export const bases = ['personnel', 'teaching'] as const
export type Basis = (typeof bases)[number]

/** How a panel is drawn at first; each has a table as well. */
export const panelForms = [
  'number',
  'bars',
  'stacked',
  'pyramid',
  'heat',
  'columns',
  'lines',
  'diverging',
  'dots',
  'bullet',
  'table',
] as const
export type PanelForm = (typeof panelForms)[number]

const day = dayText('日期应写作 2026-09-01')
const institutionId = z.coerce
  .number({ error: '单位编号应为整数' })
  .int('单位编号应为整数')
  .min(1, '单位编号从 1 起')
  .max(2_147_483_647, '单位编号过大')
const key = (what: string) => z.string().regex(/^[A-Za-z0-9_.:-]{1,60}$/, `没有这${what}`)

const asked = {
  /** A place within the reader's scope; left out: the own institution. */
  institution: institutionId.optional(),
  /** Code of dictionary schoolStage. */
  stage: z
    .string()
    .refine((code) => hasCode('schoolStage', code), '没有该学段')
    .optional(),
  basis: z.enum(bases, { error: '口径应为 personnel 或 teaching' }).default('personnel'),
  /** The date of the figures; left out: today. 1 September of a frozen year is read from the frozen run. */
  on: day.optional(),
  /** A second date whose values stand beside (`before`). */
  compare: day.optional(),
  /** Another place of the scope, on the same day, whose values stand beside instead. */
  versus: institutionId.optional(),
}

/** Parameter of the calls of statistics. */
export const reportAsked = z.strictObject({ report: z.enum(reports, { error: '没有该统计页面' }) })

/** GET /api/v1/analysis/{report} */
export const analysisQuery = z.strictObject(asked)
export type AnalysisQuery = z.output<typeof analysisQuery>

/** GET /api/v1/analysis/{report}/workbook: the page as an Excel file, or one panel of it. */
export const workbookQuery = z.strictObject({ ...asked, panel: key('项指标').optional() })
export type WorkbookQuery = z.output<typeof workbookQuery>

/** GET /api/v1/analysis/{report}/trend: one figure along the frozen days before the asked one, as lines. */
export const trendQuery = z.strictObject({
  institution: asked.institution,
  stage: asked.stage,
  basis: asked.basis,
  on: asked.on,
  /** Another place whose line stands beside, where there is one line only. */
  versus: asked.versus,
  panel: key('项指标'),
})
export type TrendQuery = z.output<typeof trendQuery>

/** GET /api/v1/analysis/{report}/persons: the list behind one cell. */
export const personsQuery = z.strictObject({
  ...asked,
  ...paging,
  panel: key('项指标'),
  row: key('一行'),
  column: key('一列'),
})
export type PersonsQuery = z.output<typeof personsQuery>

const count = z.number().int()
const named = z.object({
  key: z.string(),
  label: z.string(),
  /** Of a year or a month: it is not over. */
  open: z.literal(true).optional(),
  /** Of a school that stands among districts or cities, under their office itself. */
  direct: z.literal(true).optional(),
})

export const figureCell = z.object({
  row: z.string(),
  column: z.string(),
  /** Null where nothing can be said: no denominator, or hidden. */
  value: z.number().nullable(),
  /** Of rates and means: what they are worked out from. */
  numerator: z.number().optional(),
  denominator: z.number().optional(),
  /** The value on the compared date. */
  before: z.number().nullable().optional(),
  /**
   * Kept back on public pages to protect those few people whom it is of (docs/decisions/0149); `value` is
   * null.
   */
  hidden: z.literal(true).optional(),
  /**
   * One to four people on a public page, printed as `<5`, of shares as less than `under`; `value` is null.
   */
  few: z.literal(true).optional(),
  under: z.number().optional(),
  /** Rounded on a public page, so that a small number beside it cannot be worked out. */
  about: z.literal(true).optional(),
  /** Whether the list of persons behind it may be opened. */
  opens: z.boolean(),
})
export type FigureCell = z.infer<typeof figureCell>

/** One indicator, worked out for a place and a date. */
export const panel = z.object({
  key: z.string(),
  title: z.string(),
  form: z.enum(panelForms),
  unit: z.string(),
  /** What is counted, in a sentence for everybody. */
  definition: z.string(),
  /** Among whom; left out where the figure is a plain number of people. */
  denominator: z.string().optional(),
  /** Who is left out of the figure and why. */
  excluded: z.array(z.object({ reason: z.string(), persons: count })),
  rows: z.array(named),
  /** Series; one for simple bars. */
  columns: z.array(named),
  cells: z.array(figureCell),
  /** Small classes that are drawn as one on public pages: the word for them, and the words of each. */
  merged: z.array(z.object({ label: z.string(), of: z.array(z.string()) })).optional(),
  /** What `before` is of: the compared day or place. */
  beside: z.string().optional(),
  /** A line to compare with, in the unit of the panel. */
  norm: z.object({ label: z.string(), value: z.number() }).optional(),
  /** What stands out, worked out by rule. */
  sentence: z.string().optional(),
})
export type Panel = z.infer<typeof panel>

/** An institution that figures are of. `merged`: others were merged into it; they are read through it. */
export const figurePlace = z.object({
  id: count,
  name: z.string(),
  kind: z.enum(['province', 'city', 'district', 'institution']),
  schools: count,
  merged: z.literal(true).optional(),
})

/** An indicator of the domain that the archive cannot answer yet. */
export const waitingFigure = z.object({ key: z.string(), title: z.string(), waitsFor: z.string() })

export const analysis = z.object({
  report: z.enum(reports),
  title: z.string(),
  place: figurePlace,
  on: day,
  basis: z.enum(bases),
  compare: day.nullable(),
  versus: figurePlace.nullable(),
  /** When the rows were last brought up to date. */
  at: z.string(),
  /** Whether the figures are those of a frozen run; `version` then says of which. */
  frozen: z.boolean(),
  version: count.nullable(),
  /** Whether the people are invented ones (演示数据). */
  demo: z.boolean(),
  stages: z.array(z.object({ code: z.string(), name: z.string() })),
  /** From the reader's own institution down to the place. */
  path: z.array(figurePlace),
  /** Institutions one step below, to step down to. */
  places: z.array(figurePlace),
  /**
   * Places that can stand beside this one: those next to it and above it, of one's own institution those
   * below.
   */
  besides: z.array(figurePlace),
  /** Frozen runs to choose, the latest first. */
  dates: z.array(z.object({ on: day, version: count })),
  panels: z.array(panel),
  waiting: z.array(waitingFigure),
})
export type Analysis = z.infer<typeof analysis>

/** Somebody in the list behind a figure: `values` are those that decided, in the order of `columns`. */
const countedPerson = z.object({
  teacherId: count,
  name: z.string(),
  institution: z.string(),
  values: z.array(z.string()),
})

export const countedPersons = page(countedPerson).extend({
  panel: z.string(),
  /** What the cell says in words, for the head of the list. */
  title: z.string(),
  columns: z.array(z.string()),
})
export type CountedPersons = z.infer<typeof countedPersons>

/** GET /api/v1/analysis/records/{type}: records of a type by the dimensions that it declares. */
export const recordsAsked = z.strictObject({
  type: z.string().regex(/^[A-Za-z]{1,60}$/, '没有该档案类型'),
})
export const recordsQuery = z.strictObject({ institution: asked.institution })
export type RecordsQuery = z.output<typeof recordsQuery>

export const recordFigures = z.object({
  type: z.string(),
  title: z.string(),
  place: z.object({ id: count, name: z.string() }),
  at: z.string(),
  demo: z.boolean(),
  /** Records in force, and their owners, each once. */
  records: count,
  owners: count,
  ownersLabel: z.string(),
  /** Every type that declares dimensions. */
  types: z.array(z.object({ name: z.string(), title: z.string(), archive: z.string() })),
  panels: z.array(panel),
})
export type RecordFigures = z.infer<typeof recordFigures>

/** GET /api/v1/analysis/records/{type}/list: the records, or their owners, behind one figure. */
export const recordsBehindQuery = z.strictObject({
  institution: asked.institution,
  ...paging,
  panel: key('项指标'),
  row: key('一行'),
  column: z.enum(['records', 'owners'], { error: '没有这一列' }),
})
export type RecordsBehindQuery = z.output<typeof recordsBehindQuery>

/** As many lines as the figure says. `values`: those of `columns`, in words. */
export const recordsBehind = page(
  z.object({
    id: z.string(),
    ownerId: count,
    owner: z.string(),
    institution: z.string(),
    values: z.array(z.string()),
  }),
).extend({
  title: z.string(),
  unit: z.string(),
  columns: z.array(z.string()),
  /** Whether the owners are teachers, who have an archive to open. */
  teachers: z.boolean(),
})
export type RecordsBehind = z.infer<typeof recordsBehind>

/**
 * POST /api/v1/analysis/runs: the rows of a 1 September are frozen, or frozen anew where something was wrong.
 */
export const runAsk = z.strictObject({
  on: day.refine((on) => on.endsWith('-09-01'), '只定格 9 月 1 日的数据'),
  reason: z
    .string({ error: '请写明原因' })
    .trim()
    .min(1, '请写明原因')
    .max(200, '原因不超过 200 个字')
    .refine(isStorable, '原因含有不能保存的字符'),
})
export type RunAsk = z.output<typeof runAsk>

/** A run of a 1 September. `waiting`: it was asked for and is being made. */
export const frozenRun = z.object({
  on: day,
  version: count,
  state: z.enum(['waiting', 'done']),
  reason: z.string(),
  /** Who asked; null for the yearly run. */
  askedBy: z.string().nullable(),
  askedAt: z.string(),
  madeAt: z.string().nullable(),
  persons: count.nullable(),
})
export const frozenRuns = z.object({ list: z.array(frozenRun) })
export type FrozenRuns = z.infer<typeof frozenRuns>
