import type pg from 'pg'
import { onConnection, retrying } from '../connections.ts'
import type { DatabaseOptions } from '../database.ts'
import { watched } from '../senders.ts'
import { keptSender } from './kept.ts'
import type { Whereabouts } from './nearest.ts'
import { openNodes, unguarded } from './nodes.ts'
import { openWriting, type Writing } from './owners-node.ts'
import type { Parts } from './parts.ts'
import { openTexts, type Asked } from './texts.ts'

/** Statements about one owner, sent to the node that has his rows. */
export interface Directly extends Writing {
  /** Its rows; undefined where it has to be asked through the coordinator. */
  ask<R>(where: Whereabouts, asked: Asked): Promise<R[] | undefined>
  close(): Promise<void>
}

/**
 * Sends what is about one owner to the node that has his rows, past the coordinator (decision 0132): the node plans it once,
 * and the coordinator has no work with it. A node that cannot be reached from here is asked through the coordinator.
 * @param learn asks the coordinator where parts lie
 */
export function openDirectly(options: DatabaseOptions, learn: () => Promise<Parts>): Directly {
  const send = watched(keptSender(), options)
  const nodes = openNodes(options, learn)
  const readOf = openTexts(
    (there, shard) => `select * from (${there}) t where (select rows_lie_here(${shard}))`,
  )
  return {
    async ask<R>(where: Whereabouts, { owner, text, values }: Asked) {
      const place = where.directly ? nodes.of(owner) : undefined
      if (place === undefined) return undefined
      const { part, pool, name } = place
      const work = (client: pg.ClientBase) => send(client, readOf(where, part, text), values)
      try {
        return (await retrying(() => onConnection(pool, unguarded, work))).rows as R[]
      } catch (error) {
        nodes.failed(error, name)
        return undefined
      }
    },
    ...openWriting(nodes, send),
    close: () => nodes.close(),
  }
}
