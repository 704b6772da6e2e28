import type pg from 'pg'
import type { Send } from '../senders.ts'

/** Statements that a connection to a node keeps planned; one takes some 200 kB there. */
const mostKept = 100

/** Letters of a statement that is worth keeping: one over all types takes several megabytes when it is planned. */
const mostLetters = 8_000

/**
 * Sends statements by name, planned once for each connection. Each part of the tables has texts of its own, more than a node
 * can keep: what was not asked for longest is forgotten.
 */
export function keptSender(): Send {
  const kept = new WeakMap<pg.ClientBase, Map<string, string>>()
  let names = 0
  return async (client, text, values) => {
    if (text.length > mostLetters) return client.query({ text, values: [...values] })
    const mine = kept.get(client) ?? new Map<string, string>()
    kept.set(client, mine)
    const [oldest] = mine
    const name = mine.get(text) ?? `o${(names += 1)}`
    if (!mine.delete(text) && mine.size >= mostKept && oldest) {
      mine.delete(oldest[0])
      // One that failed before it was planned has no name there.
      await client.query(`deallocate ${oldest[1]}`).catch(() => undefined)
    }
    // What is asked again stands last.
    mine.set(text, name)
    return client.query({ name, text, values: [...values] })
  }
}
