import { grants, type Actor } from '../../../../catalogue/access/access.ts'
import type { Declarations } from '../../../../catalogue/contract/archive/declarations.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { isSlot } from '../../../../catalogue/own/slot-names.ts'
import { keptAbove } from '../../../../catalogue/rules/sides.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Engine } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { waitingByType } from '../list/counts.ts'
import { writesField } from '../value/fields-of-side.ts'

export function seesType(actor: Actor, definition: AnyRecord): boolean {
  return definition.owner === 'teacher' || actor.role !== 2
}

function declared(actor: Actor, definition: AnyRecord): Declarations['types'][number] {
  const writes = writesField(actor, definition)
  const { fields, filters } = prepared(definition)
  const readsOnly = keptAbove(definition) && actor.role === 3
  const mayWrite =
    !readsOnly &&
    grants.some(
      (g) =>
        (g.verb === 'create' || g.verb === 'edit') &&
        g.regimes.includes(definition.regime) &&
        g.who.some((who) =>
          actor.role === 2 ? who === 'self' : who === (actor.role === 3 ? 'institution' : 'superior'),
        ),
    )
  return {
    name: definition.name,
    title: definition.title,
    regime: definition.regime,
    owner: definition.owner,
    cardinality: definition.cardinality,
    fields: fields.map(({ key, field }) => ({
      key,
      label: field.label,
      kind: field.kind,
      required: field.required,
      dict: field.dict ?? null,
      filterable: filters.has(key),
      writable: mayWrite && !field.derived && writes(field),
    })),
    chain: (definition.review?.chain ?? []).map(({ level }) => ({ level })),
  }
}

/**
 * GET /api/v1/records: the types the caller may see, and how many items of each wait for them. `counted`: the
 * numbers alone, for programs that know the types.
 */
export async function declarationsFor(engine: Engine, actor: Actor, counted: boolean): Promise<Declarations> {
  const waiting =
    actor.role === 2
      ? await engine.db.query<{ type: string; waiting: number }>(sql`
          select type, count(*)::int as waiting
          from revision
          where owner_id = ${actor.teacherId} and replaced_at is null
            and state in ('returned', 'rejected') group by type`)
      : await waitingByType(engine, actor)
  const seen = counted ? [] : Object.values(engine.records).filter((d) => seesType(actor, d))
  const known = await Promise.all(seen.map((definition) => engine.own.forReader(actor, definition)))
  return {
    types: known.map((definition) => declared(actor, definition)),
    own: Object.values(engine.records)
      .filter((definition) => isSlot(definition.name) && seesType(actor, definition))
      .map(({ name, title, owner, regime }) => ({ name, title, owner, regime })),
    pending: Object.fromEntries(
      waiting.filter((w) => engine.records[w.type]).map((w) => [w.type, w.waiting]),
    ),
  }
}
