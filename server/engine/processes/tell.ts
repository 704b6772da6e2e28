import { isByCampaign, isFinal, isOffices, isPersonal, rests } from '../../../catalogue/processes/reading.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import type { Notice } from '../../../catalogue/contract/workspace.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import { nameOfCase } from './called.ts'
import { roleAt } from './parties.ts'
import type { CaseNeeds } from './processing.ts'
import { isStaff, type CaseRow } from './row.ts'
import type { Step, Stood } from './step.ts'

/** Codes of the dictionary messageKind: a task, and what became of something. */
const [toDo, outcome] = ['3', '2'] as const

interface MoveNews extends Pick<Step, 'definition' | 'row' | 'move' | 'actor' | 'reason'> {
  readonly stood: Stood
}

interface Office {
  readonly id: number
  readonly role: number
}

/**
 * Tells who has to act now, and what became of the case: its office that began it after every move of
 * somebody else, all parties and the person once it is decided or over. A draft that is given up tells
 * nobody.
 */
export async function tellOf(processing: CaseNeeds, tx: Tx, told: MoveNews): Promise<void> {
  const { definition, row, stood } = told
  const state = definition.states[stood.state]
  if (row.state === definition.initial && isFinal(state)) return
  const decided = isFinal(state) || (stood.holderInstitutionId === null && !rests(state))
  // Offices see how far their campaign has come: they get no message for each entry.
  if (isByCampaign(told.move)) return tellPeople(processing, tx, told, true)
  const present = Object.values(stood.parties).filter((id) => id !== null)
  const offices: Office[] = []
  for (const one of new Set([...present, row.institutionId]))
    offices.push({ id: one, role: await roleAt(tx, one) })
  const { holderInstitutionId: id, holderRole: role } = stood
  const staff = id !== null && role !== null && isStaff(role) ? [{ id, role }] : []
  for (const office of [...offices, ...staff]) {
    if (decided || isConcerned(told, office)) await tellOffice(processing, tx, told, office)
  }
  await tellPeople(processing, tx, told, decided)
}

/** Tells the person of a case what others decided, and the person who holds it that it waits. */
async function tellPeople(processing: CaseNeeds, tx: Tx, told: MoveNews, decided: boolean): Promise<void> {
  const { row, stood, actor, definition } = told
  if (decided || (isPersonal(definition) && actor?.personId !== row.personId))
    await tellPerson(processing, tx, told, { teacherId: row.teacherId, kind: outcome })
  const { holderTeacherId: holder } = stood
  if (holder !== null && holder !== row.teacherId)
    await tellPerson(processing, tx, told, { teacherId: holder, kind: toDo })
}

/** Whether an office has the case now, or began it. */
function isConcerned({ stood, row, definition }: MoveNews, { id, role }: Office): boolean {
  if (id === stood.holderInstitutionId && role === stood.holderRole) return true
  return id === row.institutionId && isOffices(definition)
}

const isActing = ({ actor }: MoveNews, { id, role }: Office): boolean =>
  actor?.institutionId === id && actor.role === role

const labelOf = ({ definition, stood }: MoveNews): string =>
  definition.states[stood.state]?.label ?? stood.state

/** Who made the move, and why. */
const madeBy = ({ actor, move, reason }: MoveNews): string =>
  `${actor?.institution ?? '系统'}：${move.label}${reason ? `（${reason}）` : ''}。`

/** Whose case it is, and what it calls itself. */
const matterOf = (row: CaseRow): string => {
  const own = nameOfCase(row)
  return own === null ? row.name : `${row.name}“${own}”`
}

async function tellOffice(
  { notify }: CaseNeeds,
  tx: Tx,
  told: MoveNews,
  { id, role }: Office,
): Promise<void> {
  if (isActing(told, { id, role })) return
  const { definition, row, stood } = told
  const holds = id === stood.holderInstitutionId && role === stood.holderRole
  const label = labelOf(told)
  await notify(tx, {
    to: { institution: id, role },
    kind: holds ? toDo : outcome,
    title: holds
      ? `${definition.title}待办：${matterOf(row)}`
      : `${definition.title}：${matterOf(row)}，${label}`,
    content: `${madeBy(told)}现在：${label}。`,
    link: casePath(role, definition.name, row.id),
    exceptPerson: row.personId ?? 0,
  })
}

/** Whom a message to the holder of a case goes to: an office, or the person. */
export async function holderOfCase(
  tx: Tx,
  { holderTeacherId }: CaseRow,
  office: { readonly institution: number; readonly role: number },
): Promise<Notice['to']> {
  if (office.role !== 2) return office
  const [own] = await identitiesOf(tx, holderTeacherId)
  return own ? { identity: own.id } : office
}

const identitiesOf = (tx: Tx, teacherId: number | null) =>
  tx.query<{ id: number }>(sql`
    select a.id from identity a join teacher t on t.person_id = a.person_id
    where t.id = ${teacherId} and a.role = 2 and a.state = 'enabled'`)

/** Sends a person the decision, its office and reason, with a link to the case where a page shows it. */
async function tellPerson(
  { notify }: CaseNeeds,
  tx: Tx,
  told: MoveNews,
  { teacherId, kind }: { readonly teacherId: number | null; readonly kind: Notice['kind'] },
): Promise<void> {
  const { row, definition, actor } = told
  for (const { id } of await identitiesOf(tx, teacherId))
    await notify(tx, {
      to: { identity: id },
      kind,
      title:
        kind === toDo
          ? `${definition.title}待办：${matterOf(row)}`
          : `${definition.title}${nameOfCase(row) === null ? '' : `“${nameOfCase(row)}”`}：${labelOf(told)}`,
      content: madeBy(told),
      link: casePath(2, definition.name, row.id),
      exceptPerson: actor?.personId ?? 0,
    })
}
