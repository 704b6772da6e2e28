import { openAtOwner, type Given } from './distribution/at-owner.ts'
import { nearText, whereabouts, type Whereabouts } from './distribution/nearest.ts'
import { translateDbError } from './errors.ts'
import type { Run } from './senders.ts'
import type { Sql } from './sql.ts'
import { asOne, asSeveral, type Change } from './together.ts'

export type { Given } from './distribution/at-owner.ts'

export type Together = <R>(change: Change) => Promise<R[]>

export type OfOwner = <R>(owner: number, text: string, values: readonly Given[]) => Promise<R[]>

/** Statements whose other form is kept; those that programs put together do not end. */
const mostTexts = 2_000

/** A table that a statement names is not there: it went to another node since its place was asked. */
const isElsewhere = (error: unknown): boolean => translateDbError(error).code === '42P01'

/** Makes the transaction begin again. */
const again = (cause: unknown) =>
  Object.assign(new Error('rows went to another node', { cause }), { code: '40001' })

/**
 * The statements of a database that Citus may spread, in the form that costs least there (decision 0131); as they are
 * where nothing is spread. Where the tables are is asked with the first statement, and anew when one was not found.
 */
export function openSpread(run: Run) {
  let asked: Promise<void> | undefined
  let where: Whereabouts | null = null
  const texts = new Map<string, string | null>()
  const atOwner = openAtOwner()
  const forget = () => {
    asked = undefined
    where = null
    texts.clear()
  }
  /** Where it cannot be asked, the statement itself gets the error, and the next one asks again. */
  const ask = () =>
    whereabouts((text) => run(text, [])).then(
      (found) => void (where = found),
      () => void (asked = undefined),
    )
  const nearOf = (text: string): string | null => {
    if (where === null) return null
    const before = texts.get(text)
    if (before !== undefined || texts.size >= mostTexts) return before ?? null
    const near = nearText(text, where)
    texts.set(text, near)
    return near
  }
  /** Runs a statement outside of transactions: within one, rows that it wrote itself may lie with another connection. */
  const nearest: Run = async (text, values) => {
    await (asked ??= ask())
    const near = nearOf(text)
    if (near === null) return run(text, values)
    try {
      return await run(near, values)
    } catch (error) {
      if (!isElsewhere(error)) throw error
      forget()
      return run(text, values)
    }
  }
  /** How statements about one owner run: with `within`, in the open transaction that it belongs to. */
  const ofOwner =
    (within?: Run): OfOwner =>
    async <R>(owner: number, text: string, values: readonly Given[]) => {
      const send = within ?? run
      if (!within) await (asked ??= ask())
      if (!where?.atOwner) return (await send(text, values)).rows as R[]
      try {
        return await atOwner<R>(send, where, { owner, text, values })
      } catch (error) {
        if (!isElsewhere(error)) throw error
        forget()
        if (within) throw again(error)
        return (await run(text, values)).rows as R[]
      }
    }
  /** Whether a statement asks no table that Citus knows. */
  const isHere = ({ text }: Sql): boolean =>
    !text.match(/[a-z_]\w*/g)?.some((word) => where?.here.has(word) || where?.byOwner.has(word))
  /** A change in an open transaction: where tables are spread, statement by statement. */
  const together =
    (within: Run) =>
    async <R>(change: Change): Promise<R[]> => {
      const send = async (q: Sql) => (await within(q.text, q.values)).rows as object[]
      if (where === null) return (await send(asOne(change))) as R[]
      const rows = await send(change.lead)
      const [row] = rows
      if (row) for (const each of asSeveral(change, { ...row }, isHere)) await send(each)
      return rows as R[]
    }
  return {
    nearest,
    within: (send: Run) => ({ ofOwner: ofOwner(send), together: together(send) }),
    outside: (transaction: <T>(work: (tx: { together: Together }) => Promise<T>) => Promise<T>) => ({
      ofOwner: ofOwner(),
      together: async <R>(change: Change): Promise<R[]> => {
        await (asked ??= ask())
        if (where !== null) return transaction((tx) => tx.together<R>(change))
        const { text, values } = asOne(change)
        return (await run(text, values)).rows as R[]
      },
    }),
  }
}
