import { z } from 'zod'
import { questionQuery } from './questions.ts'

/** Most questions of one file. */
export const mostInFile = 200

/** Files that questions are written as, with their endings. */
export const questionFormats = {
  docx: { label: 'Word（.docx）', ending: 'docx' },
  xlsx: { label: 'Excel（.xlsx）', ending: 'xlsx' },
  qti: { label: 'QTI 3.0（.zip）', ending: 'zip' },
  moodle: { label: 'Moodle XML（.xml）', ending: 'xml' },
} as const
export type QuestionFormat = keyof typeof questionFormats
const formats = Object.keys(questionFormats) as [QuestionFormat, ...QuestionFormat[]]

/** The numbers of a query, each once. */
export const idsIn = (text: string): number[] => [...new Set(text.split(',').map(Number))]

const tooMany = `一次最多导出 ${mostInFile} 道`
const ids = z
  .string()
  .max(4_000, tooMany)
  .regex(/^\d{1,9}(?:,\d{1,9})*$/, '试题编号应为以逗号隔开的数字')
  .refine((text) => idsIn(text).length <= mostInFile, tooMany)
  .optional()

/** Which questions go into a file: those of some numbers, else all that a list shows; and as what. */
export const fileQuery = questionQuery.extend({
  format: z.enum(formats, { error: '没有这种格式' }),
  /** Answers below each question, or all behind the last one. */
  answers: z.enum(['each', 'end'], { error: '答案的位置应为 each 或 end' }).default('each'),
  ids,
})
export type FileQuery = z.output<typeof fileQuery>

/** What a file will have, before it is fetched. */
export const fileCheck = z.object({
  count: z.int(),
  /** What the format cannot hold, by the place of the question in the file. */
  losses: z.array(z.object({ place: z.int(), title: z.string(), what: z.string() })),
})
export type FileCheck = z.infer<typeof fileCheck>
