import type pg from 'pg'
import type { DatabaseOptions } from './database.ts'

/** Runs one statement on a connection that it finds itself. */
export type Run = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

const NAMED_MAX = 500
/** Longest text (characters) of a slow statement in the log. */
const mostTold = 500

/** Sends one statement on a connection. */
export type Send = (
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
) => Promise<pg.QueryResult>

/**
 * Sends statements; every text with parameters is a named prepared statement, parsed and planned once per
 * connection. Texts beyond the cap stay unnamed: each name costs memory in each connection of the server.
 */
export function namedSender(): Send {
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || names.size >= NAMED_MAX) return known
    const name = `k${names.size + 1}`
    names.set(text, name)
    return name
  }
  return (client, text, values) => {
    if (values.length === 0) return client.query(text)
    const name = nameOf(text)
    return client.query({ text, values: [...values], ...(name && { name }) })
  }
}

/** Sends as `send` does and reports slow statements. Without a listener nothing is added. */
export function watched(send: Send, { onSlow, slowMs = 1_000, around }: DatabaseOptions): Send {
  const traced: Send = around
    ? (client, text, values) => around(text, () => send(client, text, values))
    : send
  if (!onSlow) return traced
  return async (client, text, values) => {
    const begun = performance.now()
    try {
      return await traced(client, text, values)
    } finally {
      const ms = Math.round(performance.now() - begun)
      if (ms >= slowMs) onSlow({ ms, statement: text.replaceAll(/\s+/g, ' ').trim().slice(0, mostTold) })
    }
  }
}

/**
 * A connection answers one statement at a time: those asked at once wait here, since the driver is to keep no
 * queue any more.
 */
export function inOrder(run: Run): Run {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const next = last.then(() => run(text, values))
    last = next.catch(() => {})
    return next
  }
}

/** Behind a pooler no statement has a name: the next transaction may meet a session that never heard it. */
export const plainSender: Send = (client, text, values) =>
  values.length === 0 ? client.query(text) : client.query({ text, values: [...values] })
