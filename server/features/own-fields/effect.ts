import type { Actor } from '../../../catalogue/access/access.ts'
import type { OwnEffect } from '../../../catalogue/contract/own-fields.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { OwnBody, OwnField } from '../../../catalogue/own/body.ts'
import { alikeLabels, needsSecond, type JudgementContext } from '../../../catalogue/own/judge.ts'
import { faultsIn } from '../../../catalogue/own/judge-type.ts'
import { recordScope } from '../../engine/access/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { snake, tableName } from '../../engine/schema/index.ts'

const isNew = (field: OwnField, { before }: JudgementContext): boolean =>
  !(before?.fields ?? []).some(({ key }) => key === field.key)

/** Fields that will have to be filled in, with their day. */
function duties({ fields, tightened }: OwnBody): { key: string; from: string; own: boolean }[] {
  return [
    ...fields.flatMap(({ key, requiredFrom, ended }) =>
      requiredFrom === undefined || ended ? [] : [{ key, from: requiredFrom, own: true }],
    ),
    ...tightened.flatMap(({ field, requiredFrom }) =>
      requiredFrom === undefined ? [] : [{ key: field, from: requiredFrom, own: false }],
    ),
  ]
}

/** What is in force and under way in the office's subtree. Read in the pool for searches. */
async function counted(db: Queryable, actor: Actor, definition: AnyRecord, body: OwnBody) {
  const scope = recordScope(actor, definition.owner, 'r')
  const asked = duties(body)
  const lacks = asked.map(({ key, own }, i) => {
    const filled = own
      ? sql`coalesce(r.own ->> ${sql.lit(key)}, '') <> ''`
      : sql`r.${sql.id(snake(key))} is not null`
    return sql`, count(*) filter (where not (${filled}))::int as ${sql.id(`lack${i}`)}`
  })
  const inForce = await db.one<Record<string, number>>(sql`
    select count(*)::int as records, count(distinct r.owner_id)::int as owners
      ${sql.join(lacks.length > 0 ? lacks : [sql.empty], ' ')}
    from ${sql.id(tableName(definition.name))} r
    where ${scope} and r.voided_at is null`)
  const underWay = await db.one<{ drafts: number; inReview: number }>(sql`
    select count(*) filter (where v.state in ('draft', 'returned'))::int as drafts,
      count(*) filter (where v.state = 'inReview')::int as "inReview"
    from revision v
    where v.type = ${definition.name} and v.replaced_at is null
      and v.state in ('draft', 'returned', 'inReview') and ${recordScope(actor, definition.owner, 'v')}`)
  return {
    records: inForce['records'] ?? 0,
    owners: inForce['owners'] ?? 0,
    lacking: asked.map(({ key, from }, i) => ({ key, from, count: inForce[`lack${i}`] ?? 0 })),
    ...underWay,
  }
}

/** What publishing this would mean, with what is wrong with it. Writes nothing. */
export async function effectOf(
  db: Queryable,
  actor: Actor,
  body: OwnBody,
  judging: JudgementContext,
): Promise<OwnEffect> {
  const errors = faultsIn(body, judging)
  // Of an own type the draft says whose it is.
  const counting = { ...judging.above, owner: body.record?.owner ?? judging.above.owner }
  const fresh = body.fields.filter((field) => isNew(field, judging))
  return {
    errors,
    alike: fresh.flatMap(({ key, label }) => {
      const labels = alikeLabels(label, judging.above)
      return labels.length > 0 ? [{ key, labels }] : []
    }),
    needsSecond: needsSecond(body, judging.before),
    ...(errors.length > 0
      ? { records: 0, owners: 0, lacking: [], drafts: 0, inReview: 0 }
      : await counted(db, actor, counting, body)),
  }
}
