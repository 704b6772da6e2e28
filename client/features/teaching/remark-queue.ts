import { z } from 'zod'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'

/** A remark that was written here and is not known to have arrived. */
const kept = z.object({ id: z.string(), body: z.record(z.string(), z.unknown()) })
export type KeptRemark = z.infer<typeof kept>

const keyOf = (lesson: string): string => `remarks/${lesson}`

/** Remarks of a lesson that wait for the network, in the order in which they were written. */
export function keptRemarks(lesson: string): readonly KeptRemark[] {
  const found = z.array(kept).safeParse(draftOf(keyOf(lesson))?.values['list'])
  return found.success ? found.data : []
}

const write = (lesson: string, list: readonly KeptRemark[]): void =>
  list.length === 0 ? dropDraft(keyOf(lesson)) : keepDraft(keyOf(lesson), { list })

export const keepRemark = (lesson: string, remark: KeptRemark): void =>
  write(lesson, [...keptRemarks(lesson), remark])

const forget = (lesson: string, id: string): void =>
  write(
    lesson,
    keptRemarks(lesson).filter((one) => one.id !== id),
  )

/**
 * Sends what waits, one after the other, and stops where the network is away: the order is kept, and a remark
 * that arrived without an answer is the same one when it comes again. What the server refuses is given up.
 * @returns what was refused, with the sentence of the first refusal
 */
export async function sendKept(
  lesson: string,
  send: (remark: KeptRemark) => Promise<unknown>,
  isAway: (error: unknown) => boolean,
): Promise<{ readonly refused: number; readonly because: unknown }> {
  let refused = 0
  let because: unknown = null
  for (const remark of keptRemarks(lesson)) {
    try {
      await send(remark)
    } catch (error) {
      if (isAway(error)) break
      refused += 1
      because ??= error
    }
    forget(lesson, remark.id)
  }
  return { refused, because }
}
