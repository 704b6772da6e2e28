import { z } from 'zod'
import { hasCode } from '../../dictionaries/dictionaries.ts'
import { trainingGroups, trainingLevels } from '../../figures/training.ts'
import { paging } from '../envelope.ts'
import { figureList, figureTable, type FigureList } from '../figure-table.ts'

const asked = {
  /** Code of an area whose authority lies in the reader's scope; left out: the own institution. */
  area_code: z
    .string()
    .regex(/^\d{6}$/, '区划代码应为 6 位数字')
    .optional(),
  /** Left out: the year of today. */
  year: z.coerce
    .number({ error: '年度应为整数' })
    .int('年度应为整数')
    .min(2000, '年度从 2000 起')
    .max(2100, '年度过大')
    .optional(),
  group_by: z.enum(trainingGroups, { error: `应为 ${trainingGroups.join('、')} 之一` }).default('area'),
  stage: z
    .string()
    .refine((code) => hasCode('schoolStage', code), '没有该学段')
    .optional(),
  subject: z
    .string()
    .refine((code) => hasCode('subject', code), '没有该学科')
    .optional(),
  /** Trainings of this level and of those above it. */
  level: z
    .enum(
      trainingLevels.map(({ key }) => key),
      { error: '没有该级别' },
    )
    .optional(),
}

/** GET /api/v1/page/training_statistics (endpoints.json). */
export const trainingStatisticsQuery = z.strictObject({
  ...asked,
  ...paging,
  /** 1: all rows at once, as a file holds them. */
  export: z.enum(['0', '1'], { error: '应为 0 或 1' }).default('0'),
})
export type TrainingStatisticsQuery = z.output<typeof trainingStatisticsQuery>

const count = z.number().int()

export const trainingStatistics = figureTable.extend({
  /** `rate`: percent of the full-time teachers who met every line of the year; null where there are none. */
  summary: z.object({ projects: count, people: count, hours: z.number(), rate: z.number().nullable() }),
  /** The main column of the rows, for a chart. */
  series: z.array(z.object({ name: z.string(), value: z.number() })),
  /** The rule of hours by which the year is counted. */
  rule: z.object({ version: count, of: z.string() }),
  /** Years of which there are projects, the newest first. */
  years: z.array(count),
})
export type TrainingStatistics = z.output<typeof trainingStatistics>

/** GET /api/v1/page/training_statistics/list: what stands behind one number. */
export const trainingListQuery = z.strictObject({
  ...asked,
  ...paging,
  row: z.string().max(200),
  column: z.string().max(40),
})
export type TrainingListQuery = z.output<typeof trainingListQuery>

export const trainingList = figureList
export type TrainingList = FigureList
