import type { Actor } from '../../../../catalogue/access/access.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { Engine } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { serverKind } from '../../kinds/index.ts'
import { snake, tableName } from '../../schema/index.ts'
import { fromRow, summaryOf, type Values } from './codec.ts'
import { recordScope } from '../../access/index.ts'
import { foundByNumber, type OfOwners } from '../read/passed.ts'

/** The summaries of records that fields of kind `record` point to, by id. */
export type References = Readonly<Record<string, string>>

/** Ids that the fields of a type point to in these values, by the type they point to. */
function pointedTo(definition: AnyRecord, rows: readonly (Values | null)[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { key, field } of prepared(definition).fields) {
    const ids = rows.flatMap((row) => serverKind(field).recordsIn(row?.[key]))
    if (field.ref && ids.length > 0) found.set(field.ref, new Set([...(found.get(field.ref) ?? []), ...ids]))
  }
  return found
}

interface FoundReference {
  readonly type: string
  readonly id: string
  readonly voided: boolean
  readonly row: Values
}

/** Which records of a type are looked for, and a condition on their owner. */
interface SoughtRecords {
  readonly ids: readonly string[]
  readonly ofOwners: OfOwners
}

/** The summary columns of records of one type in the actor's scope. */
function branch(actor: Actor, target: AnyRecord, { ids, ofOwners }: SoughtRecords): Sql {
  const columns = sql.join(
    target.pages.summary.map((key) => sql`${sql.lit(snake(key))}, r.${sql.id(snake(key))}`),
  )
  return sql`select ${sql.lit(target.name)}::text as type, r.id, r.voided_at is not null as voided,
      jsonb_build_object(${columns}) as row
    from ${sql.id(tableName(target.name))} r
    where ${ofOwners('r')} and r.id = any(${[...ids]}::uuid[]) and ${recordScope(actor, target.owner, 'r')}`
}

/**
 * Finds the names of the records that these values point to, in the actor's scope and in one statement. Runs
 * none when nothing is pointed to. A name is a summary, which never contains masked or sealed fields.
 */
export async function referencesOf(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  rows: readonly (Values | null)[],
): Promise<References> {
  const pointed = [...pointedTo(definition, rows)].flatMap(([type, ids]) => {
    const target = engine.records[type]
    return target ? [{ target, ids }] : []
  })
  if (pointed.length === 0) return {}
  const all = [...new Set(pointed.flatMap(({ ids }) => [...ids]))]
  const found = await foundByNumber(engine.db, all, (some, ofOwners) => {
    const branches = pointed.map(({ target, ids }) =>
      branch(actor, target, { ids: some.filter((id) => ids.has(id)), ofOwners }),
    )
    return engine.db.query<FoundReference>(sql.join(branches, ' union all '))
  })
  return Object.fromEntries(
    found.flatMap(({ type, id, voided, row }) => {
      const target = engine.records[type]
      return target ? [[id, `${summaryOf(target, fromRow(target, row))}${voided ? '（已作废）' : ''}`]] : []
    }),
  )
}

/** The names of `referencesOf` as a part of an answer; no part when there are none. */
export async function withReferences(
  engine: Engine,
  actor: Actor,
  definition: AnyRecord,
  rows: readonly (Values | null)[],
) {
  const references = await referencesOf(engine, actor, definition, rows)
  return Object.keys(references).length === 0 ? {} : { references }
}
