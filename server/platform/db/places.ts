import {
  locks,
  nearText,
  tablesOf,
  targetsOf,
  whereabouts,
  writes,
  type Whereabouts,
} from './distribution/nearest.ts'
import { translateDbError } from './errors.ts'
import type { Run } from './senders.ts'

/** Statements of which it is kept what is known of them; those that programs put together do not end. */
const mostTexts = 2_000

/** What is known of a statement by its text. */
export interface Told {
  /** Its form that asks the coordinator's own tables; null where it has none. */
  readonly near: string | null
  readonly writes: boolean
  /** Whether it names a table whose rows lie by their owners. */
  readonly isByOwner: boolean
  /** Whether it names no table that Citus knows. */
  readonly isHere: boolean
  /** Tables that Citus knows among its words. */
  readonly names: readonly string[]
  /** Whether the node of an owner has all its tables: none of those that the coordinator alone holds. */
  readonly isWhole: boolean
  /** Whether the node of an owner may write it: it writes and locks rows by owner alone. */
  readonly isOwners: boolean
  /** Whether it asks one table: such a statement Citus passes on without planning it, where its owner is named. */
  readonly isSmall: boolean
}

/** What a process knows of where the tables of its database are. */
export interface Places {
  /** Asks it once; where it cannot be asked, the statement itself gets the error, and the next one asks again. */
  known(): Promise<void>
  /** Null while nothing is known to be spread. */
  where(): Whereabouts | null
  /** What is known of a statement; null while nothing is known to be spread. */
  told(text: string): Told | null
  /** Whether a statement failed because a table is no longer where it was; then all is asked anew. */
  moved(error: unknown): boolean
}

function tell(text: string, where: Whereabouts): Told {
  const { here, byOwner, onlyHere } = where
  const words = [...new Set(text.match(/[a-z_]\w*/g))]
  const names = words.filter((word) => here.has(word) || byOwner.has(word))
  const tables = tablesOf(text)
  return {
    near: nearText(text, where),
    writes: writes(text),
    isByOwner: names.some((name) => byOwner.has(name)),
    isHere: names.length === 0,
    names,
    isWhole: !tables.some((table) => onlyHere.has(table)),
    isOwners:
      !tables.some((table) => onlyHere.has(table) || (locks(text) && here.has(table))) &&
      targetsOf(text).every((table) => byOwner.has(table)),
    isSmall: tables.filter((table) => names.includes(table)).length === 1,
  }
}

/** @param run runs a statement as it is */
export function openPlaces(run: Run): Places {
  let asked: Promise<void> | undefined
  let where: Whereabouts | null = null
  const texts = new Map<string, Told>()
  const ask = () =>
    whereabouts((text) => run(text, [])).then(
      (found) => void (where = found),
      () => void (asked = undefined),
    )
  return {
    known: () => (asked ??= ask()),
    where: () => where,
    told(text) {
      if (where === null) return null
      const before = texts.get(text)
      if (before !== undefined) return before
      const told = tell(text, where)
      if (texts.size >= mostTexts) texts.clear()
      texts.set(text, told)
      return told
    },
    moved(error) {
      if (translateDbError(error).code !== '42P01') return false
      asked = undefined
      where = null
      texts.clear()
      return true
    },
  }
}
