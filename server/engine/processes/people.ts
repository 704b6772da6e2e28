import type { Actor } from '../../../catalogue/access/access.ts'
import type { CasePerson, PersonState } from '../../../catalogue/contract/processes.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import type { AnyMove, AnyProcess, PeoplePart } from '../../../catalogue/processes/define.ts'
import { casesPath } from '../../../catalogue/processes/paths.ts'
import { actingParts, fieldsOfPart } from '../../../catalogue/processes/reading.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import type { FormValue } from '../filled-forms/index.ts'
import { nameKey, nameKeyOf } from '../names/index.ts'
import { nameOfCase } from './called.ts'
import type { CaseNeeds } from './processing.ts'
import { currentDay, type CaseRow } from './row.ts'

/** A person as a form names one, and who of the platform that is. */
export interface NamedPerson {
  readonly part: string
  readonly place: number
  readonly name: string
  readonly org: string
  /** Null when no account, or more than one, has this name at this institution. */
  readonly teacherId: number | null
  readonly identityId: number | null
}
type WrittenPerson = Omit<NamedPerson, 'teacherId' | 'identityId'> & {
  readonly at: number | null
  /** The teacher who is meant, where the form says so. */
  readonly meant: number | null
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** The people of a part as the form names them, in their order. */
function writtenIn(part: string, { from }: PeoplePart<string>, value: FormValue): WrittenPerson[] {
  if (typeof from !== 'string') {
    const [name, at] = [value[from.name], value[from.at]]
    const id = from.id === undefined ? null : value[from.id]
    const meant = typeof id === 'number' ? id : null
    return isText(name) && typeof at === 'number'
      ? [{ part, place: 1, name: name.trim(), org: '', at, meant }]
      : []
  }
  const lines: unknown = value[from]
  if (!Array.isArray(lines)) return []
  return lines.flatMap((line: unknown, index) => {
    if (typeof line !== 'object' || line === null || !('name' in line) || !('org' in line)) return []
    const { name, org } = line
    return isText(name) && isText(org)
      ? [{ part, place: index + 1, name: name.trim(), org: org.trim(), at: null, meant: null }]
      : []
  })
}

/** The people whom a value names, with the one teacher of that name at that institution, if there is one. */
export function peopleNamed(
  db: Queryable,
  { people = {} }: AnyProcess,
  value: FormValue,
  parts: readonly string[] = Object.keys(people),
): Promise<NamedPerson[]> {
  const written = parts.flatMap((part) => (people[part] ? writtenIn(part, people[part], value) : []))
  if (written.length === 0) return Promise.resolve([])
  const keyed = written.map((one) => ({ ...one, key: nameKey(one.name) }))
  return db.query<NamedPerson>(sql`
    select w.part, w.place, w.name, coalesce(o.name, w.org) as org, t.id as "teacherId", t.identity as "identityId"
    from jsonb_to_recordset(${sql.json(keyed)}) as w(part text, place int, name text, org text, at int, meant int, key text)
    left join institution o on o.id = w.at
    left join lateral (
      select min(t.id) as id, min(a.id) as identity
      from institution i
      join teacher t on t.institution_id = i.id and ${nameKeyOf('t')} = w.key
      join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
      where (w.meant is null or t.id = w.meant) and (i.id = w.at or (w.at is null and i.name = w.org)) and i.closed_on is null
      having count(*) = 1) t on true
    order by w.part, w.place`)
}

/** Faults of a form that names parties without an account: no one could act on the state they hold. */
export async function faultsOfPeople(
  db: Queryable,
  definition: AnyProcess,
  row: CaseRow,
): Promise<FieldFault[]> {
  const parts = actingParts(definition)
  if (parts.length === 0) return []
  const found = await peopleNamed(db, definition, row.value, parts)
  return parts.flatMap((part) => {
    const declared = definition.people?.[part]
    const named = found.some((one) => one.part === part && isOther(one, row.teacherId))
    return named || !declared
      ? []
      : [{ field: fieldsOfPart(declared)[0] ?? part, message: '该单位没有这位在职教师，请核对姓名和单位' }]
  })
}

const isOther = ({ teacherId }: NamedPerson, subject: number | null): boolean =>
  teacherId !== null && teacherId !== subject

interface NamingTask {
  readonly definition: AnyProcess
  readonly row: Pick<CaseRow, 'id' | 'teacherId' | 'value' | 'type'>
  /** The person who changed the form; hears nothing of it. */
  readonly by: number
}

/**
 * Keeps whom a case names now. Those who are named no more have left; the new ones of a part that is asked
 * are asked, and those who declined once more. A person written twice is kept at the first place; the subject
 * of the case is none of them.
 */
export async function keepPeople(tx: Tx, notify: CaseNeeds['notify'], naming: NamingTask): Promise<void> {
  const { definition, row } = naming
  if (!definition.people) return
  const all = await peopleNamed(tx, definition, row.value)
  const isFirst = (one: NamedPerson) =>
    all.find(({ part, teacherId }) => part === one.part && teacherId === one.teacherId) === one
  const found = all.filter((one) => one.teacherId === null || (isOther(one, row.teacherId) && isFirst(one)))
  const before = await peopleOf(tx, row.id)
  const gone = before.filter(
    ({ part, teacherId }) => !found.some((one) => one.part === part && one.teacherId === teacherId),
  )
  await tx.execute(sql`delete from case_person where case_id = ${row.id}::uuid and teacher_id is null`)
  await tx.execute(sql`
    update case_person set state = 'left', to_on = ${currentDay}
    where case_id = ${row.id}::uuid and id = any(${gone.map(({ id }) => id)}::uuid[])`)
  await tx.execute(sql`
    insert into case_person (id, case_id, institution_id, part, place, name, org, teacher_id, state)
    select x.id, k.id, k.institution_id, x.part, x.place, x.name, x.org, x."teacherId",
      case when x."teacherId" is null then 'agreed' else 'asked' end
    from process_case k, jsonb_to_recordset(${sql.json(found.map((one) => ({ ...one, id: uuidv7() })))})
      as x(id uuid, part text, place int, name text, org text, "teacherId" int)
    where k.id = ${row.id}::uuid
    on conflict (case_id, part, teacher_id) do update
    set place = excluded.place, name = excluded.name, org = excluded.org,
      state = case when case_person.state = 'agreed' then 'agreed' else 'asked' end,
      answered_at = case when case_person.state = 'agreed' then case_person.answered_at end, to_on = null`)
  const isKnown = (one: NamedPerson) =>
    before.some(
      ({ part, teacherId, state }) =>
        part === one.part && teacherId === one.teacherId && state !== 'declined',
    )
  for (const one of found) if (!isKnown(one)) await askPerson(tx, notify, naming, one)
}

async function askPerson(
  tx: Tx,
  notify: CaseNeeds['notify'],
  { definition, row, by }: NamingTask,
  { part, identityId }: NamedPerson,
): Promise<void> {
  const { label = '', asked } = definition.people?.[part] ?? {}
  if (asked === undefined || identityId === null) return
  await notify(tx, {
    to: { identity: identityId },
    kind: '1',
    title: `请确认是否参加${definition.title}：${nameOfCase(row) ?? ''}`,
    content: `${personOf(definition)}把您列为${definition.title}${label}，${asked}。`,
    link: casesPath(2, definition.name),
    exceptPerson: by,
  })
}

/** What the person whom a case is about is called in it. */
export const personOf = ({ parties }: AnyProcess): string =>
  Object.values(parties).find(({ is }) => is === 'person')?.label ?? '申请人'

interface KeptPerson extends Omit<CasePerson, 'state'> {
  readonly id: string
  readonly teacherId: number | null
  readonly state: 'asked' | 'agreed' | 'declined'
}

/** The people of a case who have not left it, in their order. */
const peopleOf = (db: Queryable, caseId: string) =>
  db.query<KeptPerson>(sql`
    select id, part, place, name, org, teacher_id as "teacherId", state, answered_at as "answeredAt"
    from case_person where case_id = ${caseId}::uuid and state <> 'left' order by part, place`)

/** The people of a case as its readers see them. */
export const peopleShown = async (db: Queryable, { id }: CaseRow): Promise<CasePerson[]> =>
  (await peopleOf(db, id)).map(({ part, place, name, org, teacherId, state, answeredAt }) => ({
    part,
    place,
    name,
    org,
    answeredAt,
    state: teacherId === null ? 'outside' : state,
  }))

/** The people of a part who agreed, in their order. */
export const agreedPeople = (db: Queryable, caseId: string, part: string) =>
  db.query<{ place: number; teacherId: number }>(sql`
    select place, teacher_id as "teacherId" from case_person
    where case_id = ${caseId}::uuid and part = ${part} and state = 'agreed' and teacher_id is not null
    order by place`)

/** In how many other cases of a process under way each teacher is asked or has agreed. */
export async function casesJoined(
  db: Queryable,
  { id, definition }: { readonly id: string; readonly definition: AnyProcess },
  teachers: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ teacherId: number; many: number }>(sql`
    select p.teacher_id as "teacherId", count(*)::int as many
    from case_person p
    join process_case k on k.id = p.case_id and k.under_way and k.type = ${definition.name}
    where p.teacher_id = any(${[...teachers]}::int[]) and p.state in ('asked', 'agreed')
      and p.case_id <> ${id}::uuid
    group by p.teacher_id`)
  return new Map(rows.map(({ teacherId, many }) => [teacherId, many]))
}

/** Refuses a move while a person of the declared parts has not agreed. */
export async function requireAgreed(
  tx: Tx,
  definition: AnyProcess,
  caseId: string,
  { agreed = [] }: AnyMove,
) {
  if (agreed.length === 0) return
  const people = (await peopleOf(tx, caseId)).filter(({ part }) => agreed.includes(part))
  const named = (state: PersonState) =>
    people.flatMap((one) => (one.state === state ? [one.name] : [])).join('、')
  const [asked, declined] = [named('asked'), named('declined')]
  const labels = agreed.map((part) => definition.people?.[part]?.label ?? part).join('、')
  const faults = [
    ...(asked === '' ? [] : [`${asked}尚未确认参加`]),
    ...(declined === '' ? [] : [`${declined}不参加，请退回${personOf(definition)}修改${labels}`]),
  ]
  if (faults.length > 0) throw new AppError('wrongState', { message: faults.join('；') })
}

/** A person of a part who is a party answers by the move: a refusal declines, every other move agrees. */
export async function answerByMove(
  tx: Tx,
  { actor, row, move }: { readonly actor: Actor; readonly row: CaseRow; readonly move: AnyMove },
  part: string,
): Promise<void> {
  await tx.execute(sql`
    update case_person
    set state = ${move.tone === 'refuses' ? 'declined' : 'agreed'}, answered_at = least(answered_at, now()),
      from_on = least(from_on, ${currentDay})
    where case_id = ${row.id}::uuid and part = ${part} and teacher_id = ${actor.teacherId}`)
}
