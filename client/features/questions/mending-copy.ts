import { useEffect } from 'react'
import { z } from 'zod'
import { questionValue } from '../../../catalogue/questions/value.ts'
import { dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { copyOf } from '../../engine/form/use-typed-copy.ts'

/** A block at which a question begins or goes on, or a question whose words were edited. */
const mendingStep = z.union([
  z.tuple([z.int(), z.enum(['start', 'join'])]),
  z.object({
    /** Key of the question, and the blocks that it had when it was edited. */
    key: z.int(),
    blocks: z.array(z.int()).readonly(),
    value: questionValue,
  }),
])
export type MendingStep = z.output<typeof mendingStep>

/** What was done to a file while it is looked through; the file itself stays with the portal. */
const mendingCopy = z.object({
  fileId: z.string(),
  /** What takes the drafts of this file back together. */
  batch: z.string(),
  /** In the order in which they were done. */
  steps: z.array(mendingStep).readonly(),
  /** Keys of questions that are chosen otherwise than their reading proposes. */
  turned: z.array(z.int()).readonly(),
  about: z.object({ schoolStage: z.string(), subject: z.string(), nodes: z.array(z.int()).readonly() }),
})
export type MendingCopy = z.output<typeof mendingCopy>

/** Only one file is looked through at a time. */
const place = 'question-file'

export const newMending = (fileId: string, batch: string): MendingCopy => ({
  fileId,
  batch,
  steps: [],
  turned: [],
  about: { schoolStage: '', subject: '', nodes: [] },
})

/** The file that was being looked through on this computer, with what was done to it. */
export const mendingBefore = (): MendingCopy | null => copyOf(mendingCopy, place)?.value ?? null

export const dropMending = (): void => dropDraft(place)

/** Keeps a copy on this computer until what was mended is brought in. */
export function useMendingCopy(now: MendingCopy, isOpen: boolean): void {
  const text = JSON.stringify(now)
  useEffect(() => {
    if (isOpen) keepDraft(place, mendingCopy.parse(JSON.parse(text)))
    else dropMending()
  }, [text, isOpen])
}
