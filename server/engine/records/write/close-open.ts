import type { OneOpen } from '../../../../catalogue/define.ts'
import { endsOfEarlier } from '../../../../catalogue/rules/across.ts'
import { uuidv7 } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { Engine, Tx } from '../../engine.ts'
import { prepared } from '../../prepared/index.ts'
import { snake, tableName } from '../../schema/index.ts'
import { columnValue } from '../../kinds/index.ts'
import type { Application } from './apply.ts'
import { callApplied } from './call-hooks.ts'
import { fromRow, writtenValues, type Values } from '../value/codec.ts'
import { journalParts } from './journal.ts'
import { nextNumbers } from './revision.ts'

/** A typed row. */
type Row = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly version: number
  readonly attachments: string[]
}

type Place = Pick<Application, 'definition' | 'owner' | 'actor' | 'recordId'> & { readonly engine: Engine }

interface OpenItemEnd {
  /** Key of the field that holds the end. */
  readonly to: string
  readonly end: string | null
  /** The revision because of which the record gets this end. */
  readonly cause: string | null
}

/** Gives one row in force another end, as a new version. */
async function setEnd(tx: Tx, application: Place, row: Row, { to, end, cause }: OpenItemEnd): Promise<void> {
  const { engine, definition, owner, actor } = application
  const field = prepared(definition).typed.find(({ key }) => key === to)
  if (!field) throw new Error(`${definition.name} has no field ${to}`)
  const before: Values = writtenValues(definition, fromRow(definition, row))
  const stored: Values = { ...before, [to]: end }
  await tx.query(sql`
    update revision set superseded_at = now()
    where owner_id = ${owner.id} and record_id = ${row.id} and state = 'approved' and superseded_at is null`)
  const next = await nextNumbers(tx, owner.id, row.id)
  const revisionId = uuidv7()
  const note = {
    actor,
    type: definition.name,
    ownerId: owner.id,
    recordId: row.id,
    revisionId,
    action: 'amend',
    event: 'record.applied',
  } as const
  const shut = sql`
    update ${sql.id(tableName(definition.name))}
    set ${sql.id(field.column)} = ${columnValue(field.field, end)}, version = ${next.version}, applied_at = now()
    where owner_id = ${owner.id} and id = ${row.id}`
  await tx.together({
    name: 'closed',
    lead: sql`
      insert into revision (owner_id, id, type, record_id, no, base_version, value, state, edit_no,
          previous_id, by_identity, changed,
        institution_id, district_id, city_id, province_id, applied_version, applied_at, decided_at)
      values (${owner.id}, ${revisionId}, ${definition.name}, ${row.id}, ${next.no}, ${row.version},
        ${sql.json({ ...stored, attachments: row.attachments })}, 'approved', ${next.version}, ${cause}::uuid,
          ${actor.identityId},
        ${[to]}::text[], ${owner.institutionId}, ${owner.districtId}, ${owner.cityId}, ${owner.provinceId},
          ${next.version}, now(), now())
      returning 1 as found`,
    parts: () => [['row', shut], ...journalParts(note)],
  })
  const changed = { engine, definition, ownerId: owner.id, recordId: row.id }
  await callApplied(tx, changed, { now: stored, before, byRole: null })
}

const rulesOf = (application: Pick<Place, 'definition'>) =>
  (application.definition.rules?.constraints ?? []).filter((rule): rule is OneOpen => rule.form === 'oneOpen')

/**
 * A new open record ends the one that was open before. The rule has checked that the other one begins
 * earlier.
 */
export async function closeEarlier(engine: Engine, tx: Tx, application: Application): Promise<void> {
  for (const { to, end } of endsOfEarlier(application.definition, application.plain)) {
    const rows = await tx.query<Row>(sql`
      select * from ${sql.id(tableName(application.definition.name))}
      where owner_id = ${application.owner.id}
        and id <> ${application.recordId}
        and voided_at is null
        and ${sql.id(snake(to))} is null`)
    for (const row of rows)
      await setEnd(tx, { ...application, engine }, row, { to, end, cause: application.revisionId })
  }
}

/**
 * Reopens the record that a revision closed, unless it was changed since or another record is open.
 * @param revisionId null: reopens what any revision of this record closed, because the record itself is
 * voided
 */
export async function reopenClosedBy(tx: Tx, application: Place, revisionId: string | null): Promise<void> {
  const causes =
    revisionId === null
      ? sql`select id from revision where owner_id = ${application.owner.id} and record_id = ${application.recordId}`
      : sql`${revisionId}::uuid`
  for (const { to } of rulesOf(application)) {
    const rows = await tx.query<Row>(sql`
      select r.* from ${sql.id(tableName(application.definition.name))} r
        join revision v on v.owner_id = r.owner_id
          and v.record_id = r.id
          and v.state = 'approved'
          and v.superseded_at is null
      where r.owner_id = ${application.owner.id}
        and r.id <> ${application.recordId}
        and r.voided_at is null
        and v.previous_id in (${causes})
        and not exists (select 1 from ${sql.id(tableName(application.definition.name))} o
          where o.owner_id = r.owner_id
            and o.id <> r.id
            and o.voided_at is null
            and o.${sql.id(snake(to))} is null)`)
    for (const row of rows) await setEnd(tx, application, row, { to, end: null, cause: revisionId })
  }
}
