import { undoMinutes } from '../../../catalogue/flows/review.ts'
import { createStore } from '../../ui/store.ts'

/** Something this reviewer just passed and may take back. */
export interface Undoable {
  readonly type: string
  readonly id: string
  readonly summary: string
  /** Milliseconds since 1970. */
  readonly until: number
}

/** What can be taken back now, for the whole page: it outlives the record that was open. */
export const undoables = createStore<readonly Undoable[]>([])

export function offerUndo(items: readonly Omit<Undoable, 'until'>[]) {
  const until = Date.now() + undoMinutes * 60_000
  undoables.set([
    ...undoables.get().filter((one) => one.until > Date.now()),
    ...items.map((item) => ({ ...item, until })),
  ])
}

export function forgetUndo(ids: readonly string[]) {
  undoables.set(undoables.get().filter((one) => !ids.includes(one.id)))
}
