import { z } from 'zod'

const id = z.int()
const code = z.string().max(4, '没有这一项').optional()

/** Which textbooks: of a stage, a subject, a grade. */
export const textbookQuery = z.strictObject({ stage: code, subject: code, grade: code })

export const textbookLine = z.object({
  id,
  stage: z.string(),
  subject: z.string(),
  edition: z.string(),
  grade: z.string(),
  semester: z.string().nullable(),
  title: z.string(),
  year: z.int(),
  source: z.string(),
  /** Whose it is; null for what comes with the program. */
  org: z.string().nullable(),
})
export type TextbookLine = z.infer<typeof textbookLine>
export const textbookList = z.object({ list: z.array(textbookLine) })

export const curriculumNode = z.object({
  id,
  textbookId: id,
  parentId: id.nullable(),
  no: z.string(),
  title: z.string(),
  /** Ended nodes stay with what was hung below them and are chosen no more. */
  ended: z.boolean(),
  /** What the asker can read below it in the library. */
  count: z.int(),
})
export type CurriculumNode = z.infer<typeof curriculumNode>

export const curriculumTree = z.object({
  textbook: textbookLine,
  nodes: z.array(curriculumNode),
  /** What was hung below the edition before, and may belong below these nodes. */
  fromBefore: z.int(),
})
export type CurriculumTree = z.infer<typeof curriculumTree>

/** What the field of a form offers: chapters or points with the words that tell them apart. */
export const indexQuery = z.strictObject({
  of: z.enum(['chapter', 'point'], { error: '只有章节和知识点两种' }),
})
export const indexChoices = z.object({
  list: z.array(
    z.object({
      id,
      name: z.string(),
      /** Titles from the top down to the node's own. */
      path: z.string(),
      stage: z.string(),
      subject: z.string(),
      grade: z.string().nullable(),
      semester: z.string().nullable(),
      edition: z.string().nullable(),
      ended: z.boolean(),
    }),
  ),
})
export type IndexChoice = z.infer<typeof indexChoices>['list'][number]

/** What is counted below each chapter of a tree. */
export const countedKinds = ['resource', 'question'] as const
export type CountedKind = (typeof countedKinds)[number]
export const treeQuery = z.strictObject({
  kind: z.enum(countedKinds, { error: '没有这一种' }).default('resource'),
})
