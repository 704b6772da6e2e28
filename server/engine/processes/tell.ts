import type { Actor } from '../../../catalogue/access/access.ts'
import { isFinal, type AnyMove, type AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import type { Processing } from './processing.ts'
import type { CaseRow } from './row.ts'
import type { Stood } from './step.ts'

/** Codes of the dictionary messageKind: a task, and what became of something. */
const [toDo, outcome] = ['3', '2'] as const

interface Told {
  readonly definition: AnyProcess
  readonly row: CaseRow
  readonly move: AnyMove
  readonly actor: Actor | null
  readonly reason: string | null
  readonly stood: Stood
}

interface Office {
  readonly id: number
  readonly role: number
}

/** The roles that act for the institutions of a case. */
async function officesOf(tx: Tx, ids: readonly number[]): Promise<Office[]> {
  return tx.query<Office>(sql`
    select id, case level when 'district' then 4 when 'city' then 5 when 'province' then 6 else 3 end as role
    from institution
    where id = any(${ids}::int[])`)
}

/**
 * Tells who has to act now, and what became of the case: its office that began it after every move of somebody
 * else, all parties and the person once it is decided or over. A draft that is given up tells nobody.
 */
export async function tellOf(processing: Processing, tx: Tx, told: Told): Promise<void> {
  const { definition, row, stood } = told
  const state = definition.states[stood.state]
  if (row.state === definition.initial && isFinal(state)) return
  const decided = isFinal(state) || stood.holderInstitutionId === null
  const present = Object.values(stood.parties).filter((id) => id !== null)
  for (const office of await officesOf(tx, [...new Set([...present, row.institutionId])])) {
    const concerned = decided || office.id === row.institutionId || office.id === stood.holderInstitutionId
    if (concerned && office.id !== told.actor?.institutionId) await tellOffice(processing, tx, told, office)
  }
  if (decided) await tellPerson(processing, tx, told)
}

const labelOf = ({ definition, stood }: Told): string => definition.states[stood.state]?.label ?? stood.state

async function tellOffice({ notify }: Processing, tx: Tx, told: Told, { id, role }: Office): Promise<void> {
  const { definition, row, move, actor, reason, stood } = told
  const holds = id === stood.holderInstitutionId
  const label = labelOf(told)
  await notify(tx, {
    to: { institution: id, role },
    kind: holds ? toDo : outcome,
    title: holds ? `${definition.title}待办：${row.name}` : `${definition.title}：${row.name}，${label}`,
    content: `${actor?.institution ?? '系统'}：${move.label}${reason ? `（${reason}）` : ''}。现在：${label}。`,
    link: casePath(role, definition.name, row.id),
    exceptPerson: row.personId,
  })
}

/** Tells the person what was decided, by whom and why: there is no page of the case for a teacher. */
async function tellPerson({ notify }: Processing, tx: Tx, told: Told): Promise<void> {
  const { row, definition, move, actor, reason } = told
  const own = await tx.query<{ id: number }>(
    sql`select id from identity where person_id = ${row.personId} and role = 2 and state = 'enabled'`,
  )
  for (const { id } of own)
    await notify(tx, {
      to: { identity: id },
      kind: outcome,
      title: `${definition.title}：${labelOf(told)}`,
      content: `${actor?.institution ?? '系统'}：${move.label}${reason ? `（${reason}）` : ''}。`,
      link: null,
      exceptPerson: actor?.personId ?? 0,
    })
}
