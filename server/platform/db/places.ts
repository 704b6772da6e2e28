import { nearText, tablesOf, whereabouts, type Whereabouts } from './distribution/nearest.ts'
import { translateDbError } from './errors.ts'
import type { Run } from './senders.ts'

/** Statements whose other form is kept; those that programs put together do not end. */
const mostTexts = 2_000

/** What a process knows of where the tables of its database are. */
export interface Places {
  /** Asks it once; where it cannot be asked, the statement itself gets the error, and the next one asks again. */
  known(): Promise<void>
  /** Null while nothing is known to be spread. */
  where(): Whereabouts | null
  /** The form of a statement that asks the coordinator's own tables; null where it has none. */
  near(text: string): string | null
  /** Whether a statement asks no table that Citus knows. */
  isHere(text: string): boolean
  /** Whether a statement asks a table whose rows lie by their owners. */
  isByOwner(text: string): boolean
  /** Whether the node of an owner has all tables of a statement: none of those that the coordinator alone holds. */
  isWhole(text: string): boolean
  /** Whether a statement failed because a table is no longer where it was; then all is asked anew. */
  moved(error: unknown): boolean
}

const wordsOf = (text: string): readonly string[] => text.match(/[a-z_]\w*/g) ?? []

/** @param run runs a statement as it is */
export function openPlaces(run: Run): Places {
  let asked: Promise<void> | undefined
  let where: Whereabouts | null = null
  const texts = new Map<string, string | null>()
  const wholes = new Map<string, boolean>()
  const ask = () =>
    whereabouts((text) => run(text, [])).then(
      (found) => void (where = found),
      () => void (asked = undefined),
    )
  return {
    known: () => (asked ??= ask()),
    where: () => where,
    near(text) {
      if (where === null) return null
      const before = texts.get(text)
      if (before !== undefined || texts.size >= mostTexts) return before ?? null
      const near = nearText(text, where)
      texts.set(text, near)
      return near
    },
    isHere: (text) => !wordsOf(text).some((word) => where?.here.has(word) || where?.byOwner.has(word)),
    isByOwner: (text) => wordsOf(text).some((word) => where?.byOwner.has(word)),
    isWhole(text) {
      const before = wholes.get(text)
      if (before !== undefined) return before
      const isAlone = (table: string) => where?.here.has(table) && !where.everywhere.has(table)
      const whole = !tablesOf(text).some(isAlone)
      if (wholes.size < mostTexts) wholes.set(text, whole)
      return whole
    },
    moved(error) {
      if (translateDbError(error).code !== '42P01') return false
      asked = undefined
      where = null
      texts.clear()
      wholes.clear()
      return true
    },
  }
}
