import type { Tx } from './database.ts'

/**
 * Remembers answers as long as a transaction lasts, for what many steps of one transaction ask alike and none of
 * them changes. An answer of undefined, and one that failed, is asked for again.
 */
export function onceWithin<T>(): (tx: Tx, key: string, ask: () => Promise<T>) => Promise<T> {
  const known = new WeakMap<Tx, Map<string, T>>()
  return async (tx, key, ask) => {
    const answers = known.get(tx) ?? new Map<string, T>()
    known.set(tx, answers)
    const held = answers.get(key)
    if (held !== undefined) return held
    const answer = await ask()
    if (answer !== undefined) answers.set(key, answer)
    return answer
  }
}
