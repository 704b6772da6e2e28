import { z } from 'zod'
import { selectable, type DictName } from '../dictionaries/dictionaries.ts'
import { filledText, uuid } from './envelope.ts'

const id = z.int()
/** A code that is chosen now. */
const dictCode = (label: string, dict: DictName) =>
  z
    .string({ error: `请选择${label}` })
    .refine((held) => selectable(dict).some((item) => item.code === held), `请选择${label}`)
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
  /** The day on which its chapters were held against the source; null for an institution's own. */
  checkedOn: z.string().nullable(),
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

const dated = z.int({ error: '请填写年份' }).min(1990, '年份从 1990 起').max(2100, '年份不超过 2100')

/** POST /api/v1/curriculum/textbooks: a textbook of the own institution, for itself and those below it. */
export const textbookDraft = z.strictObject({
  stage: dictCode('学段', 'schoolStage'),
  subject: dictCode('学科', 'subject'),
  edition: dictCode('教材版本', 'textbookEdition'),
  grade: dictCode('年级', 'grade'),
  semester: dictCode('册次', 'semester').nullable().default(null),
  title: filledText('书名', 60),
  year: dated,
  source: filledText('依据', 200),
})
export type TextbookDraft = z.infer<typeof textbookDraft>

/** Textbooks that the asker's institution keeps. */
export const ownTextbooks = z.object({ list: z.array(textbookLine.extend({ nodes: z.int() })) })
export type OwnTextbook = z.infer<typeof ownTextbooks>['list'][number]

/** A workbook that the asker uploaded; `seen`: the mark of the preview that is carried out. */
export const indexFile = z.strictObject({ fileId: uuid })
export const indexApplied = indexFile.extend({ seen: filledText('预览的标记', 80) })

/** What a workbook would change. With faults nothing can be carried out. */
export const indexPreview = z.object({
  seen: z.string(),
  changes: z.array(
    z.object({
      change: z.enum(['new', 'changed', 'ended', 'same']),
      level: z.int(),
      no: z.string(),
      title: z.string(),
      before: z.string().nullable(),
      uses: z.int(),
    }),
  ),
  faults: z.array(z.object({ row: z.int().nullable(), message: z.string() })),
})
export type IndexPreview = z.infer<typeof indexPreview>
