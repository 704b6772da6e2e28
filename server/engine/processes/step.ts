import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyMove, AnyProcess } from '../../../catalogue/processes/define.ts'
import { dueOf, isFinal, staffOf } from '../../../catalogue/processes/reading.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { audited } from '../../platform/audit/note.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import type { HandedOver } from './effects.ts'
import type { FormValue } from '../filled-forms/index.ts'
import { holderIn, type Parties } from './parties.ts'
import type { CaseRow } from './row.ts'

/** A move about to be written. */
export interface Step {
  readonly definition: AnyProcess
  readonly row: CaseRow
  readonly move: AnyMove
  /** Who makes it; null for the clock. */
  readonly actor: Actor | null
  /** The party for which the actor makes the move. */
  readonly party?: string | undefined
  readonly reason?: string | undefined
  readonly value: FormValue
  /** The parties as found anew when the form is handed in; as they were without. */
  readonly parties?: Parties | undefined
  /** What the timeline keeps of the value: the form as handed in, or the fields written with the move. */
  readonly kept?: FormValue | null
  readonly handedOver?: readonly HandedOver[]
}

/** Where a case stands once a step is written. */
export interface Stood {
  readonly state: string
  readonly version: number
  readonly holderInstitutionId: number | null
  readonly holderRole: number | null
  readonly holderTeacherId: number | null
  readonly parties: Readonly<Record<string, number | null>>
}

/**
 * Writes one move in one conditional statement: state, holder, the day of the clock, a line of the timeline,
 * an audit row. A case that is no longer at the version read answers 409.
 */
export async function writeStep(tx: Tx, step: Step): Promise<Stood> {
  const { definition, row, move, value } = step
  const parties = step.parties?.parties ?? row.parties
  const holder = await holderIn(tx, definition, move.to, {
    ...row,
    parties,
    value,
    sender: move.recommends ? row.holderInstitutionId : null,
    fromRole: await fromRole(tx, step),
  })
  const state = definition.states[move.to]
  const open = !isFinal(state)
  const due = dueOf(state, value)
  const written = await tx.maybeOne<{ version: number }>(sql`
    with moved as (
      update process_case
      set state = ${move.to}, value = ${sql.json(value)}, parties = ${sql.json(parties)},
        involved = ${step.parties ? sql`${step.parties.involved}::int[]` : sql`involved`},
        holder_institution_id = ${holder.institutionId}, holder_role = ${holder.role},
        holder_teacher_id = ${holder.teacherId}, flow_version = ${holder.flowVersion},
        reason_required = ${holder.reasonRequired},
        holder_since = now(), holder_days = ${holder.days}, urged_at = null,
        acts_on = ${due?.day ?? null}::date,
        acts_at = ${due?.minute ?? null}::timestamp at time zone 'Asia/Shanghai', held_up = null, held_up_at = null,
        open = ${open}, handed_in = handed_in or ${move.to !== definition.initial}, under_way = ${open && move.to !== definition.initial},
        version = version + 1, updated_at = now()
      where institution_id = ${row.institutionId} and id = ${row.id}::uuid
        and version = ${row.version} and state = ${row.state}
      returning version),
    lined as (${lineOf(step)}),
    audited as (${auditOf(step)})
    select version from moved`)
  if (!written) throw new AppError('stale', { message: '该事项刚被他人办过，请刷新后再看' })
  return {
    state: move.to,
    version: written.version,
    holderInstitutionId: holder.institutionId,
    holderRole: holder.role,
    holderTeacherId: holder.teacherId,
    parties,
  }
}

/** First role of staff that gets the case: the next one when handed on, the last one when it comes back. */
async function fromRole(tx: Tx, { definition, row, move }: Step): Promise<number> {
  if (!staffOf(definition.states[move.to])) return 0
  if (move.handsOn) return (row.holderRole ?? 0) + 1
  const last = await tx.maybeOne<{ role: number }>(sql`
    select a.role
    from process_event e
    join identity a on a.id = e.by_identity
    where e.institution_id = ${row.institutionId} and e.case_id = ${row.id}::uuid and e.from_state = ${move.to}
    order by e.no desc limit 1`)
  return last?.role ?? 0
}

const jsonOrNull = (value: object | null): Sql => (value === null ? sql`null::jsonb` : sql.json(value))

/** The actor of a move, for the timeline; null for the clock. */
const moverOf = (actor: Actor | null) => ({
  identity: actor?.identityId ?? null,
  institution: actor?.institutionId ?? null,
  standsFor: actor?.standsFor ?? null,
})

/** The line of the timeline, from the moved row. */
function lineOf({ row, move, actor, party, reason, kept = null, handedOver = [] }: Step): Sql {
  const by = moverOf(actor)
  return sql`
      insert into process_event (institution_id, case_id, no, move, from_state, to_state, by_identity,
        by_institution, on_behalf_of, party, reason, waited_seconds, value, facts)
      select ${row.institutionId}::int, ${row.id}::uuid, moved.version, ${move.name}::text,
        ${row.state}::text, ${move.to}::text, ${by.identity}::int, ${by.institution}::int,
        ${by.standsFor}::int, ${party ?? null}::text, ${reason ?? null}::text,
        extract(epoch from now() - ${row.holderSince}::timestamptz)::int, ${jsonOrNull(kept)},
        ${jsonOrNull(handedOver.length === 0 ? null : { handover: handedOver })}
      from moved`
}

const auditOf = ({ definition, row, move, actor, reason }: Step): Sql =>
  audited(
    {
      by: moverOf(actor).identity,
      action: 'process.moved',
      type: definition.name,
      ownerId: row.teacherId,
      recordId: row.id,
      facts: { move: move.name, from: row.state, to: move.to, ...(reason && { reason }) },
    },
    sql`from moved`,
  )
