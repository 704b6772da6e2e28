import { notify } from '../../ui/feedback/notify.ts'
import { useShortcuts } from './shortcuts.ts'

/** A queue that is decided one after the other. */
export interface WalkedQueue {
  readonly ids: readonly number[]
  readonly current: number
  /** The measure word of its items: 条, 道. */
  readonly unit: string
  readonly open: (id: number, replace?: boolean) => void
  /** Goes back to the list. */
  readonly close: () => void
}

/** Steps through a queue by J, K and S; `decided` leads on to what waits next. */
export function useQueueWalk({ ids, current, unit, open, close }: WalkedQueue) {
  const at = ids.indexOf(current)
  const step = (by: 1 | -1, otherwise: string) => {
    const id = at < 0 ? ids[0] : ids[at + by]
    if (id === undefined) notify.info(otherwise)
    else open(id)
  }
  const next = () => step(1, `已经是最后一${unit}`)
  const previous = () => step(-1, `已经是第一${unit}`)
  const decided = () => {
    const following = ids[at + 1] ?? ids.find((id) => id !== current)
    if (following === undefined) close()
    else open(following, true)
  }
  useShortcuts({ J: next, K: previous, S: next })
  return { next, previous, decided }
}
