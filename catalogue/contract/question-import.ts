import { z } from 'zod'
import { questionValue } from '../questions/value.ts'
import { uuid } from './envelope.ts'
import { contentFile } from './portal/portal.ts'
import { questionFault, shownPart } from './questions.ts'

/** Most questions that are read from one file. */
export const mostRead = 1_000

/** Most questions that one call brings in; a longer paper is sent in pieces of one batch. */
export const mostAtOnce = 40

export const paperBody = z.strictObject({ fileId: uuid })

const readQuestion = z.object({
  section: z.string().nullable(),
  number: z.int(),
  confidence: z.enum(['high', 'middle', 'low']),
  /** Why it is not high. */
  reasons: z.array(z.string()),
  value: questionValue,
  /** The question of the bank that says the same: it is not brought in again; null for none. */
  known: z.int().nullable(),
  shown: shownPart.extend({ parts: z.array(shownPart) }),
  /** Numbers of the blocks of the paper that it was read from; empty where the file is no paper. */
  blocks: z.array(z.int()),
})
export type PaperQuestion = z.infer<typeof readQuestion>

/** What a paper was read from, for mending: the page reads it again by the same grammar (`readPaper`). */
const paperText = z.object({
  blocks: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), text: z.string() }),
      z.object({ kind: z.literal('table'), rows: z.array(z.array(z.array(z.string()))) }),
    ]),
  ),
  tokens: z.array(
    z.object({
      html: z.string(),
      kind: z.enum(['formula', 'picture', 'raised', 'red']),
      isLost: z.boolean(),
      /** As it is shown: a formula typeset, a picture with its address. */
      shown: z.string(),
    }),
  ),
})
export type PaperSource = z.infer<typeof paperText>

/** A paper of Word as it was understood; nothing is stored of it but its pictures. */
export const paperAnswer = z.object({
  name: z.string(),
  questions: z.array(readQuestion),
  /** What heads say and what was found. */
  warnings: z.array(z.string()),
  /** Lines that were not understood, with why. */
  tray: z.array(z.object({ text: z.string(), reason: z.string() })),
  formulas: z.int(),
  pictures: z.int(),
  /** Null for a file that is no paper: its questions are what they are. */
  paper: paperText.nullable(),
})
export type PaperAnswer = z.infer<typeof paperAnswer>

/** A question that is mended before it is brought in, and how it looks: typeset, with what is wrong in it. */
export const mendedBody = z.strictObject({ question: questionValue })
export const mendedAnswer = z.object({
  shown: shownPart.extend({ parts: z.array(shownPart) }),
  faults: z.array(questionFault),
  /** Its pictures with addresses for the editor. */
  files: z.array(contentFile),
})
export type MendedAnswer = z.infer<typeof mendedAnswer>

export const bringBody = z.strictObject({
  /** Made by the asker for one paper: pieces of it are taken back together. */
  batch: uuid,
  questions: z
    .array(questionValue, { error: '请选择要导入的试题' })
    .min(1, '请选择要导入的试题')
    .max(mostAtOnce, `一次最多导入 ${mostAtOnce} 道`),
})
export const broughtAnswer = z.object({ ids: z.array(z.int()) })
export const batchParams = z.object({ batch: uuid })
/** How many drafts were taken back; what was handed in meanwhile stays. */
export const takenBackAnswer = z.object({ removed: z.int(), kept: z.int() })
