import type pg from 'pg'
import { between, onConnection, retrying } from '../connections.ts'
import { translateDbError } from '../errors.ts'
import { inOrder, type Run, type Send } from '../senders.ts'
import type { Whereabouts } from './nearest.ts'
import { unguarded, type openNodes } from './nodes.ts'
import type { Part } from './parts.ts'
import { openTexts, type Asked } from './texts.ts'

/** A change needs more than the rows of one owner: it is done anew through the coordinator. */
export class NeedsCoordinator extends Error {
  override name = 'NeedsCoordinator'
}

interface Done<T> {
  readonly done: T
}

/** Changes on the node of an owner, past the coordinator (decision 0133). */
export interface Writing {
  /**
   * The rows of a change of one statement (`asOneAtOwner`), committed; undefined where it has to be done through the coordinator,
   * nothing having been written.
   */
  write<R>(where: Whereabouts, asked: Asked): Promise<R[] | undefined>
  /** Does work in a transaction on the node of an owner; undefined where it has to be done anew through the coordinator. */
  inside<T>(where: Whereabouts, owner: number, work: (run: Run) => Promise<T>): Promise<Done<T> | undefined>
  /** How many changes were committed past the coordinator. */
  written(): number
}

/** Tells a statement of such a transaction from those that Citus sends to a node, for whoever reads what it does. */
export const markOfChange = '/* change at its owner */'

/** @param send sends a statement on a connection to a node */
export function openWriting(nodes: ReturnType<typeof openNodes>, send: Send): Writing {
  const textOf = openTexts((there) => `${there} ${markOfChange}`)
  // Asked before any row is sought, so that rows are not found missing where they only went elsewhere.
  const changeOf = openTexts((there, shard) => `${there} where (select hold_rows(${shard}))`)
  let written = 0
  /**
   * Writes on the node of an owner.
   * @param work calls `committing` before it sends what may commit: of a failure after that it is not known what became of it
   */
  const writing = async <T>(
    owner: number,
    work: (client: pg.ClientBase, part: Part, committing: () => void) => Promise<T>,
  ): Promise<Done<T> | undefined> => {
    const place = nodes.of(owner)
    if (place === undefined) return undefined
    let committing = false
    const attempt = (client: pg.ClientBase) => work(client, place.part, () => void (committing = true))
    try {
      const done = await retrying(() => onConnection(place.pool, unguarded, attempt))
      written += 1
      return { done }
    } catch (error) {
      // The server's own answer says that nothing was written: the coordinator knows where the rows went.
      const isMoved = translateDbError(error).code === '42P01'
      if (isMoved) nodes.moved()
      else nodes.failed(error, place.name)
      if (committing && !isMoved) throw error
      return undefined
    }
  }
  return {
    async write<R>(where: Whereabouts, { owner, text, values }: Asked) {
      const answer = await writing(owner, (client, part, committing) => {
        committing()
        return send(client, changeOf(where, part, text), values)
      })
      return answer && (answer.done.rows as R[])
    },
    inside<T>(where: Whereabouts, owner: number, work: (run: Run) => Promise<T>) {
      return writing(owner, (client, part, committing) => {
        const run = inOrder((text, values) => send(client, textOf(where, part, text), values))
        const last = () => {
          committing()
          return ''
        }
        return between(client, `begin; select hold_rows(${part.shard})`, () => work(run), last)
      })
    },
    written: () => written,
  }
}
