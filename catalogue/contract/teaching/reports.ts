import { z } from 'zod'
import { hasCode } from '../../dictionaries/dictionaries.ts'
import { teachingGroups, teachingReports } from '../../figures/teaching.ts'
import { paging } from '../envelope.ts'
import { figureTable } from '../figure-table.ts'

const month = (label: string) =>
  z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, `${label}应为年和月，例如 2026-09`)

/** `/api/v1/jy/statistics/{report}`. */
export const teachingReportAt = z.object({
  report: z.enum(teachingReports, { error: `应为 ${teachingReports.join('、')} 之一` }),
})

const asked = {
  /** Code of an area whose authority lies in the reader's scope; left out: the own institution. */
  area_code: z
    .string()
    .regex(/^\d{6}$/, '区划代码应为 6 位数字')
    .optional(),
  /** First month, 'YYYY-MM'; left out: September of the school year of today. */
  start: month('开始月份').optional(),
  /** Last month; left out: the present one. */
  end: month('结束月份').optional(),
  group_by: z.enum(teachingGroups, { error: `应为 ${teachingGroups.join('、')} 之一` }).optional(),
  stage: z
    .string()
    .refine((code) => hasCode('schoolStage', code), '没有该学段')
    .optional(),
  subject: z
    .string()
    .refine((code) => hasCode('subject', code), '没有该学科')
    .optional(),
}

/** GET /api/v1/jy/statistics/{report} (endpoints.json). */
export const teachingReportQuery = z.strictObject({
  ...asked,
  ...paging,
  /** 1: all rows at once, as a file holds them. */
  export: z.enum(['0', '1'], { error: '应为 0 或 1' }).default('0'),
})
export type TeachingReportQuery = z.output<typeof teachingReportQuery>

export const teachingReport = figureTable.extend({
  /** The row of everything, by the keys of the columns. */
  summary: z.record(z.string(), z.union([z.number(), z.string()]).nullable()),
  /** The first column that a chart draws, by row. */
  trend: z.array(z.object({ name: z.string(), value: z.number() })),
  /** The months that were counted, 'YYYY-MM'. */
  start: z.string(),
  end: z.string(),
})
export type TeachingReportAnswer = z.output<typeof teachingReport>

/** GET /api/v1/jy/statistics/{report}/list: what stands behind one number. */
export const teachingListQuery = z.strictObject({
  ...asked,
  ...paging,
  row: z.string().max(200),
  column: z.string().max(40),
})
export type TeachingListQuery = z.output<typeof teachingListQuery>
