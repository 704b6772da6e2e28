import type pg from 'pg'
import { onConnection, retrying } from '../connections.ts'
import type { DatabaseOptions } from '../database.ts'
import { watched } from '../senders.ts'
import { keptSender } from './kept.ts'
import type { Whereabouts } from './nearest.ts'
import { openNodes } from './nodes.ts'
import { openWriting, unguarded, type Asked, type Writing } from './owners-node.ts'
import type { Parts } from './parts.ts'
import { openTexts } from './texts.ts'

/**
 * The function by which a statement finds that it came to the right node: what was moved away stands there for a while, with the
 * rows of then.
 */
export const guardText = `
create or replace function rows_lie_here(part bigint) returns boolean language plpgsql stable as $$
begin
  if not exists (
    select from pg_dist_placement where shardid = part and groupid = (select groupid from pg_dist_local_group)
  ) then
    raise exception 'rows of part % lie elsewhere', part using errcode = 'undefined_table';
  end if;
  return true;
end $$`

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
