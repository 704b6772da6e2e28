import { z } from 'zod'
import { hasCode } from '../../dictionaries/dictionaries.ts'

/** The fixed calls page/ky_statistics and result_statistics (endpoints.json). */
const asked = {
  /** Code of an area whose authority lies in the reader's scope; left out: the own institution. */
  area_code: z
    .string()
    .regex(/^\d{6}$/, '区划代码应为 6 位数字')
    .optional(),
  year: z.coerce
    .number({ error: '年度应为整数' })
    .int('年度应为整数')
    .min(1950, '年度从 1950 起')
    .max(2100, '年度过大')
    .optional(),
}

export const researchStatisticsQuery = z.strictObject({
  ...asked,
  /** Code of dictionary projectLevel. */
  level: z
    .string()
    .refine((code) => hasCode('projectLevel', code), '没有该课题级别')
    .optional(),
})

/** Results that the summary counts. */
export const resultKinds = ['paper', 'award', 'book'] as const
const isResultKind = (kind: string): kind is (typeof resultKinds)[number] =>
  resultKinds.some((one) => one === kind)
export const resultStatisticsQuery = z.strictObject({
  ...asked,
  /** Code of dictionary achievementKind, or one of the summary's own words. */
  kind: z
    .string()
    .refine((kind) => isResultKind(kind) || hasCode('achievementKind', kind), '没有该成果')
    .optional(),
})

const count = z.number().int()
const groups = z.array(z.object({ name: z.string(), value: count }))

export const researchStatistics = z.object({
  /** Projects by their names, those under way or closed, and those closed. */
  summary: z.object({ projects: count, established: count, closed: count }),
  by_stage: groups,
  by_area: groups,
  by_subject: groups,
})

export const resultStatistics = z.object({
  summary: z.object({ papers: count, awards: count, books: count }),
  by_level: groups,
  by_area: groups,
  trend: groups,
})
