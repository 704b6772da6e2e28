import { withTables, type Whereabouts } from './nearest.ts'
import type { Part } from './parts.ts'

/** A statement about one owner. */
export interface Asked {
  readonly owner: number
  readonly text: string
  readonly values: readonly unknown[]
}

/** The statement on the tables of a part. */
const textAt = (text: string, { everywhere }: Whereabouts, { tables }: Part): string =>
  withTables(text, (table) => tables.get(table) ?? everywhere.get(table))

/** Statements whose text for a part is kept; those that programs put together do not end. */
const mostTexts = 2_000

/**
 * The texts of statements for each part, made once.
 * @param form what the statement becomes, given that on the tables of the part and the part's number
 */
export function openTexts(form: (there: string, shard: string) => string) {
  const texts = new WeakMap<Part, Map<string, string>>()
  return (where: Whereabouts, part: Part, text: string): string => {
    const known = texts.get(part) ?? new Map<string, string>()
    texts.set(part, known)
    const before = known.get(text)
    if (before !== undefined) return before
    const there = form(textAt(text, where, part), part.shard)
    if (known.size >= mostTexts) known.clear()
    known.set(text, there)
    return there
  }
}
