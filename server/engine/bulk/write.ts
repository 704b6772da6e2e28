import type pg from 'pg'
import { copyItems, copyRows } from '../../platform/db/copy.ts'
import { prepared } from '../prepared/index.ts'
import type { Values } from '../records/index.ts'
import type { RecordLife } from './life.ts'
import {
  eventTable,
  lookTable,
  revisionTable,
  rowsWithDerived,
  typedColumns,
  typedRows,
  useTable,
} from './rows.ts'

const listed = <T>(lives: readonly RecordLife[], list: (life: RecordLife) => Iterable<T>) =>
  lives.flatMap((life) => [...list(life)].map((item) => ({ life, item })))

/** Values of lives with what they derive from the owner's other records. */
export type LifeValues = ReadonlyMap<RecordLife, Values>

/** Works out the derived fields of lives, which are all that their owners have. */
export function deriveLives(lives: readonly RecordLife[]): LifeValues {
  const derived = new Map<RecordLife, Values>()
  for (const family of Map.groupBy(lives, ({ owner }) => `${owner.kind}/${owner.id}`).values())
    for (const [life, values] of rowsWithDerived(family)) derived.set(life, values)
  return derived
}

/**
 * Writes finished lives through COPY: typed rows with what they derive, revisions, timeline, looks, uses of
 * files. The lives are all that the owners have, because derived fields are worked out from them. The caller
 * holds the transaction, and writes the audit of the load itself.
 */
export async function writeLives(
  client: pg.ClientBase,
  lives: readonly RecordLife[],
  derived: LifeValues = deriveLives(lives),
): Promise<void> {
  for (const [definition, own] of Map.groupBy(lives, (life) => life.definition)) {
    const rows = typedRows(definition, own, (life) => derived.get(life) ?? {})
    await copyRows(client, prepared(definition).table, typedColumns(definition), rows)
  }
  const revisions = listed(lives, (life) => life.revisions)
  await copyItems(client, 'revision', revisionTable, revisions)
  const lines = listed(lives, (life) => life.lines)
  await copyItems(client, 'revision_event', eventTable, lines)
  const looks = listed(lives, (life) => life.looks)
  await copyItems(client, 'revision_look', lookTable, looks)
  const files = listed(lives, (life) => life.files)
  await copyItems(client, 'file_use', useTable, files)
}
