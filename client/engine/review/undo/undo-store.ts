import { undoMinutes } from '../../../../catalogue/flows/review.ts'
import { createStore } from '../../../ui/feedback/store.ts'

/** An approval that this reviewer gave minutes ago and may take back. */
export interface Undoable {
  readonly type: string
  readonly id: string
  readonly summary: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** Id of the act: one record, or all records of one batch. */
  readonly act: number
}

/** All approvals that can be taken back now. The store outlives the open record. */
export const undoables = createStore<readonly Undoable[]>([])

let acts = 0

/** Offers to take back one approval: a single record, or all records of a batch. */
export function offerUndo(items: readonly Pick<Undoable, 'type' | 'id' | 'summary'>[]) {
  const until = Date.now() + undoMinutes * 60_000
  acts += 1
  const act = acts
  undoables.set([
    ...undoables.get().filter((one) => one.until > Date.now() && !items.some(({ id }) => id === one.id)),
    ...items.map((item) => ({ ...item, until, act })),
  ])
}

export function forgetUndo(ids: readonly string[]) {
  undoables.set(undoables.get().filter((one) => !ids.includes(one.id)))
}

/** The approvals of one type that can still be taken back, newest first, each with its records. */
export function undoableActs(
  all: readonly Undoable[],
  type: string,
  now: number,
): readonly (readonly Undoable[])[] {
  const open = all.filter((one) => one.type === type && one.until > now)
  const newest = [...new Set(open.map(({ act }) => act))].sort((a, b) => b - a)
  return newest.map((act) => open.filter((one) => one.act === act))
}
