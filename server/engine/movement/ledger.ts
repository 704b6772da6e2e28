import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import type { PersonPlace } from '../directory/index.ts'
import type { Tx } from '../engine.ts'
import type { Act, ActName, Before } from './act.ts'

/** One line to be kept: the act, the person as found, and what else the act changed. */
export interface Entry {
  readonly act: Act
  readonly name: ActName
  readonly on: string | null
  readonly person: PersonPlace
  readonly before: Partial<Omit<Before, 'status' | 'institutionId'>>
  /** The institution that the act is about, for the audit. */
  readonly institutionId: number | null
}

const nothing = { opened: [], ended: [], removed: [], accounts: [], withdrawn: [], posts: [] } as const

/** Keeps what acts changed, and notes each in the audit. */
export async function keep(tx: Tx, entries: readonly Entry[]): Promise<void> {
  const rows = entries.map(({ act, name, on, person, before, institutionId }) => ({
    teacher: person.teacherId,
    person: person.personId,
    cause: act.cause,
    act: name,
    on,
    by: act.by ?? null,
    institution: institutionId,
    before: { ...nothing, ...before, status: person.status, institutionId: person.institutionId },
  }))
  const given = sql`jsonb_to_recordset(${sql.json(rows)}) as x(teacher int, person int, cause text, act text,
    "on" date, by int, institution int, before jsonb)`
  await tx.execute(sql`
    insert into movement (teacher_id, cause, act, effective_on, before, by_identity)
    select teacher, cause, act, "on", before, by
    from ${given}`)
  await note(
    tx,
    {
      by: sql`x.by`,
      action: 'personnel.changed',
      personId: sql`x.person`,
      facts: sql`jsonb_build_object('act', x.act, 'cause', x.cause, 'on', x."on", 'institution', x.institution)`,
    },
    sql`from ${given}`,
  )
}

export interface KeptAct {
  readonly id: number
  readonly name: ActName
  readonly before: Before
}

/**
 * The latest acts of a person that one cause made, the newest first; marks them as taken back. 409 where
 * there are none, or something happened to the person since.
 */
export async function takeFromLedger(tx: Tx, teacherId: number, cause: string): Promise<KeptAct[]> {
  const acts = await tx.query<KeptAct & { cause: string }>(sql`
    select id, act as name, cause, before
    from movement
    where teacher_id = ${teacherId} and taken_back_at is null
    order by id desc
    limit 50`)
  const later = acts.findIndex((act) => act.cause === cause)
  if (later < 0) throw new AppError('wrongState', { message: '没有可以撤销的人事变动' })
  if (later > 0)
    throw new AppError('wrongState', { message: '这之后又办理了其他人事变动，先撤销后面的才能撤销这一项' })
  const end = acts.findIndex((act) => act.cause !== cause)
  const taken = end < 0 ? acts : acts.slice(0, end)
  await tx.execute(sql`
    update movement
    set taken_back_at = now()
    where teacher_id = ${teacherId} and id = any(${taken.map(({ id }) => id)}::bigint[])`)
  return taken
}
