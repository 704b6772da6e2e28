import { DatabaseError } from 'pg'
import type { Queryable } from './database.ts'
import { isGiven, openAtOwner } from './distribution/at-owner.ts'
import type { Directly } from './distribution/directly.ts'
import { NeedsCoordinator } from './distribution/owners-node.ts'
import type { Asked } from './distribution/texts.ts'
import { openPlaces, type Places, type Told } from './places.ts'
import type { Run } from './senders.ts'
import { sql, type Sql } from './sql.ts'
import { asOne, asOneAtOwner, asSeveral, insertsOf, type Change, type Finding } from './together.ts'

/** A text with its parameters; `Sql` is one. */
export type Statement = Pick<Sql, 'text' | 'values'>

/** What a database does otherwise where Citus spreads its tables. */
export type Ways = Pick<Queryable, 'ofOwner' | 'writeOf' | 'together' | 'insertFound' | 'isSpread'>

/** A transaction cannot ask again after an error: it begins anew. */
const again = (cause: unknown) =>
  Object.assign(new DatabaseError('rows went to another node', 0, 'error'), { code: '40001', cause })

export type Within = ReturnType<typeof within>

/** Does work in a transaction of its own. */
type Opened = <T>(work: (open: Within) => Promise<T>) => Promise<T>

/** What one process knows of a database, and the statements that it has taught the nodes. */
interface Spread {
  readonly places: Places
  readonly atOwner: ReturnType<typeof openAtOwner>
  readonly directly: Directly | undefined
}

type Then<T> = (error: unknown) => Promise<T>

/** `then` is done where a table was not found any more. */
async function otherwise<T>({ places }: Spread, asking: Promise<T>, then: Then<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    if (!places.moved(error)) throw error
    return then(error)
  }
}

/**
 * What is about one owner, in the form that costs least: sent to his node, or sent there by the coordinator, or planned by it.
 * @param directly whether his node may be asked past the coordinator: not what the transaction wrote itself
 */
async function ofOwner<R>(
  spread: Spread,
  { send, directly }: { readonly send: Run; readonly directly: (told: Told) => boolean },
  asked: Asked,
  then: Then<R[]>,
): Promise<R[]> {
  const where = spread.places.where()
  const told = spread.places.told(asked.text)
  const plainly = async () => (await send(asked.text, asked.values)).rows as R[]
  if (where === null || !told?.isWhole) return plainly()
  const asking = async () =>
    (directly(told) ? await spread.directly?.ask<R>(where, asked) : undefined) ??
    (where.atOwner && !told.isSmall && isGiven(asked.values)
      ? await spread.atOwner<R>(send, where, { ...asked, values: asked.values })
      : await plainly())
  return otherwise(spread, asking(), then)
}

/**
 * The statements of a database that Citus may spread, in the form that costs least there (decision 0131); as they are
 * where nothing is spread. Where the tables are is asked with the first statement, and anew when one was not found.
 * @param run runs a statement as it is, outside of transactions
 * @param directly sends statements to nodes; undefined where only the coordinator may be asked
 */
export function openSpread(run: Run, directly: Directly | undefined) {
  const spread = { places: openPlaces(run), atOwner: openAtOwner(), directly }
  return {
    outside: (opened: Opened) => outside(spread, run, opened),
    within: (send: Run) => within(spread, send),
    insideNode: <T>(owner: number, work: OnNode<T>) => insideNode(spread, owner, work),
  }
}

/** Where the rows of an owner may be written past the coordinator; null where nothing is spread or its nodes do not know how. */
function writableNodes({ places, directly }: Spread) {
  const where = places.where()
  return directly && where?.holds ? { where, directly } : null
}

/** A change about one owner alone, sent to his node; undefined where it has to go through the coordinator. */
async function atHisNode<R>(spread: Spread, change: Change): Promise<R[] | undefined> {
  const nodes = writableNodes(spread)
  const { owner } = change
  if (nodes === null || owner === undefined) return undefined
  const { text, values } = asOneAtOwner(change)
  if (!spread.places.told(text)?.isOwners) return undefined
  return nodes.directly.write<R>(nodes.where, { owner, text, values })
}

/** Work in a transaction on the node of an owner. `refuse` is what becomes of every statement that may be about others, too. */
type OnNode<T> = (refuse: () => Promise<never>, ways: Ways) => Promise<T>

/** Does work in a transaction on the node of an owner; undefined where it has to be done through the coordinator. */
async function insideNode<T>(
  spread: Spread,
  owner: number,
  work: OnNode<T>,
): Promise<{ readonly done: T } | undefined> {
  await spread.places.known()
  const nodes = writableNodes(spread)
  if (nodes === null) return undefined
  return nodes.directly.inside(nodes.where, owner, async (run) => {
    let needs = false
    const refuse = (): Promise<never> => {
      needs = true
      return Promise.reject(new NeedsCoordinator())
    }
    const his = async <R>(of: number | undefined, { text, values }: Statement): Promise<R[]> =>
      of === owner && spread.places.told(text)?.isOwners ? ((await run(text, values)).rows as R[]) : refuse()
    const done = await work(refuse, {
      ofOwner: his,
      writeOf: his,
      together: (change) => his(change.owner, asOneAtOwner(change)),
      insertFound: refuse,
      isSpread: async () => true,
    })
    // Whoever swallowed the refusal did less than was meant.
    if (needs) throw new NeedsCoordinator()
    return done
  })
}

/** How statements run outside of transactions. */
function outside(spread: Spread, run: Run, opened: Opened) {
  const { places } = spread
  const nearest: Run = async (text, values) => {
    await places.known()
    // One statement of many parts is to be whole on all nodes, too.
    const told = places.told(text)
    if (told?.writes && told.isByOwner && /^\s*with\b/i.test(text))
      return opened((tx) => tx.run(text, values))
    const plainly = () => run(text, values)
    return told?.near ? otherwise(spread, run(told.near, values), plainly) : plainly()
  }
  const ways: Ways = {
    async ofOwner<R>(owner: number, { text, values }: Statement) {
      await places.known()
      const plainly = async () => (await run(text, values)).rows as R[]
      return ofOwner<R>(spread, { send: run, directly: () => true }, { owner, text, values }, plainly)
    },
    writeOf: async <R>(_owner: number, { text, values }: Statement) =>
      (await nearest(text, values)).rows as R[],
    async together<R>(change: Change) {
      await places.known()
      if (places.where() !== null)
        return (await atHisNode<R>(spread, change)) ?? opened(({ ways }) => ways.together<R>(change))
      const { text, values } = asOne(change)
      return (await run(text, values)).rows as R[]
    },
    insertFound: (finding) => opened(({ ways }) => ways.insertFound(finding)),
    async isSpread() {
      await places.known()
      return places.where() !== null
    },
  }
  return { run: nearest, ways }
}

/** How statements run in an open transaction. */
function within(spread: Spread, send: Run) {
  const { places } = spread
  const beginAnew = (error: unknown) => Promise.reject(again(error))
  // What a transaction wrote itself may lie with another connection until it ends.
  const wrote = new Set<string>()
  let wroteUnseen = false
  let wroteByOwner = false
  const nearest: Run = async (text, values) => {
    const told = places.told(text)
    if (told?.writes) {
      for (const name of told.names) wrote.add(name)
      wroteByOwner ||= told.isByOwner
    }
    return told?.near && wrote.size === 0 && !wroteUnseen
      ? otherwise(spread, send(told.near, values), beginAnew)
      : send(text, values)
  }
  // Another connection to the node sees what is committed, as this one does of tables that it did not write.
  const directly = ({ names }: Told) => !wroteUnseen && !names.some((name) => wrote.has(name))
  const ways: Ways = {
    ofOwner: <R>(owner: number, { text, values }: Statement) =>
      ofOwner<R>(spread, { send, directly }, { owner, text, values }, beginAnew),
    writeOf: async <R>(_owner: number, { text, values }: Statement) =>
      (await nearest(text, values)).rows as R[],
    together: <R>(change: Change) => together<R>(nearest, places, change),
    insertFound: (finding) => insertFound(nearest, places, finding),
    isSpread: async () => places.where() !== null,
  }
  return {
    run: nearest,
    ways,
    /** From now on the transaction may write what is not seen here. */
    writes() {
      wroteUnseen = true
      wroteByOwner ||= places.where() !== null
    },
    /**
     * What is sent before the commit, to have a transaction that wrote rows by owner committed in two steps; empty for others.
     * Citus does so by itself where it knows of two nodes that wrote. It does not know that the outbox and the audit stand on
     * the coordinator, and would commit the owner's node first: if the coordinator died then, the change would stand without them.
     */
    beforeCommit() {
      const alone = places.where()?.alone ?? null
      return wroteByOwner && alone !== null ? `delete from ${alone} where false; ` : ''
    },
  }
}

/** A change in an open transaction: where tables are spread, statement by statement. */
async function together<R>(run: Run, places: Places, change: Change): Promise<R[]> {
  const send = async (q: Sql) => (await run(q.text, q.values)).rows as object[]
  if (places.where() === null) return (await send(asOne(change))) as R[]
  const rows = await send(change.lead)
  const [row] = rows
  if (row)
    for (const each of asSeveral(change, { ...row }, ({ text }) => places.told(text)?.isHere ?? false))
      await send(each)
  return rows as R[]
}

/** Citus carries what a statement selects and writes to the coordinator and back, but takes values as they are. */
async function insertFound(run: Run, places: Places, finding: Finding): Promise<void> {
  const { into, rows } = finding
  const send = (q: Sql) => run(q.text, q.values)
  if (places.where() === null) await send(sql`insert into ${into} ${rows} on conflict do nothing`)
  else for (const each of insertsOf(finding, (await send(rows)).rows as object[])) await send(each)
}
