import type { Actor } from '../../../catalogue/access/access.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyMove, AnyProcess, CaseFacts } from '../../../catalogue/processes/define.ts'
import { climbing, isInPerson } from '../../../catalogue/processes/reading.ts'
import { processes, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { lastDay } from '../ways/index.ts'
import { fileRulesIn, publicityDaysOf, readableCampaign } from '../campaigns/index.ts'
import { namedInCase } from './named-in-case.ts'

/** A case with what every reader needs of it. */
export interface CaseRow {
  readonly institutionId: number
  readonly id: string
  readonly type: ProcessName
  readonly state: string
  readonly value: Readonly<Record<string, unknown>>
  /** The teacher whom it is about, or who began it about something else; null for a case between offices. */
  readonly teacherId: number | null
  /** The person behind the teacher. */
  readonly personId: number | null
  /** What it is about, where that is no teacher and no case. */
  readonly subjectInstitutionId: number | null
  readonly subjectContentId: number | null
  /** Name of the person, the institution or the content it is about. */
  readonly name: string
  readonly stage: string | null
  readonly subject: string | null
  readonly titleLevel: string | null
  readonly parties: Readonly<Record<string, number | null>>
  readonly holderInstitutionId: number | null
  readonly holderRole: number | null
  /** The person who holds it in person, with the name. */
  readonly holderTeacherId: number | null
  readonly holderName: string | null
  /** People who act in it because it names them. */
  readonly people: readonly {
    readonly part: string
    readonly name: string
    readonly teacherId: number | null
  }[]
  readonly holderSince: string
  /** The last day on which the holder is in time; null for no limit. */
  readonly lastDay: string | null
  readonly overdue: boolean
  readonly actsOn: string | null
  /** The minute of that day, as people read it; null where the day alone counts. */
  readonly actsAt: string | null
  readonly heldUp: string | null
  /** The campaign, its host, and the length of its public notice in working days. */
  readonly campaignId: string | null
  readonly campaignHost: number | null
  readonly publicityDays: number
  /** What the notice asks of files. */
  readonly fileRules: CaseView['fileRules']
  /** The version of the chain on which it climbs; null where it does not. */
  readonly flowVersion: number | null
  /** Whether the step of that chain asks for words where it is recommended, too. */
  readonly reasonRequired: boolean
  /** The case that this one asks to change. */
  readonly ofCase: string | null
  /** Whether staff of a later role stand ready behind the one that holds it. */
  readonly staffAhead: boolean
  /** The number it was given, e.g. 立项编号. */
  readonly number: string | null
  readonly byIdentity: number
  readonly by: string
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
}

/** Today in the time zone of the portal, by the database's clock. */
export const currentDay: Sql = sql`(now() at time zone 'Asia/Shanghai')::date`

/** Joins the last day on which the holder of `process_case k` is in time, worked out once a row. */
export const deadline: Sql = sql`cross join lateral (
  select ${lastDay(sql`k.holder_since`, sql`k.holder_days`)} as last_day offset 0) due`

/** The staff roles that check a submission (100 to 102), in the order in which a case passes them. */
const [firstStaff, lastStaff] = [100, 102] as const
export const isStaff = (role: number): boolean => role >= firstStaff && role <= lastStaff

export const selected: Sql = sql`
  k.institution_id as "institutionId", k.id, k.type, k.state, k.value, k.teacher_id as "teacherId",
  k.subject_institution_id as "subjectInstitutionId", k.subject_content_id as "subjectContentId",
  t.person_id as "personId", coalesce(coalesce(sc.live, sc.value) ->> 'title', t.name, si.name, '') as name,
  case when sc.id is null then t.stage end as stage, case when sc.id is null then t.subject end as subject,
  case when sc.id is null then t.title_level end as "titleLevel", k.parties, k.holder_institution_id as "holderInstitutionId",
  k.holder_role as "holderRole", k.holder_teacher_id as "holderTeacherId",
  (select h.name from teacher h where h.id = k.holder_teacher_id) as "holderName",
  (select coalesce(jsonb_agg(jsonb_build_object('part', n.part, 'name', n.name, 'teacherId', n.teacher_id)
    order by n.place), '[]')
    from case_person n where n.case_id = k.id and n.state <> 'left') as people,
  k.holder_since as "holderSince", due.last_day as "lastDay",
  coalesce(due.last_day < ${currentDay}, false) as overdue, k.acts_on as "actsOn",
  to_char(k.acts_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as "actsAt", k.held_up as "heldUp",
  k.campaign_id as "campaignId", c.institution_id as "campaignHost",
  ${publicityDaysOf} as "publicityDays", ${fileRulesIn} as "fileRules", k.number, k.of_case as "ofCase",
  k.flow_version as "flowVersion", k.reason_required as "reasonRequired",
  coalesce(k.holder_role >= ${sql.lit(firstStaff)} and exists (
    select 1 from identity s
    where s.institution_id = k.holder_institution_id and s.role > k.holder_role
      and s.role <= ${sql.lit(lastStaff)} and s.state = 'enabled' and s.person_id is distinct from t.person_id), false) as "staffAhead",
  k.by_identity as "byIdentity", p.name as by, k.version, k.created_at as "createdAt", k.updated_at as "updatedAt"`

/** The joins that `selected` needs, to `process_case k`. */
export const joinedTo = (cases: Sql): Sql => sql`${cases}
  left join teacher t on t.id = k.teacher_id
  left join institution si on si.id = k.subject_institution_id
  left join content sc on sc.id = k.subject_content_id
  join identity a on a.id = k.by_identity
  join person p on p.id = a.person_id
  left join campaign c on c.id = k.campaign_id
  ${deadline}`
/** The cases, for what other rooms read: only by this word do they name the table (scripts/table-owners.ts). */
export const caseRows: Sql = sql`process_case`
export const joined: Sql = joinedTo(sql`${caseRows} k`)

/** Condition that `process_case k` is not about the actor, who may not decide an own matter. */
export const isOthers = ({ personId }: Actor): Sql => sql`not coalesce(
  k.teacher_id = (select o.id from teacher o where o.person_id = ${personId}), false)`

/** Condition that both cases have one subject: `process_case` as it stands, and the values of another row. */
export const sameSubject = (row: SubjectKey): Sql =>
  sql.join(
    [
      row.teacherId === null ? sql`teacher_id is null` : sql`teacher_id = ${row.teacherId}`,
      ...(row.subjectInstitutionId === null
        ? []
        : [sql`subject_institution_id = ${row.subjectInstitutionId}`]),
      ...(row.subjectContentId === null ? [] : [sql`subject_content_id = ${row.subjectContentId}`]),
    ],
    ' and ',
  )
export type SubjectKey = Pick<CaseRow, 'teacherId' | 'subjectInstitutionId' | 'subjectContentId'>

/** Keeps other requests about one subject out until the transaction ends. */
export const lockSubject = (tx: Tx, row: SubjectKey) =>
  row.teacherId === null
    ? tx.query(sql`select 1 from institution where id = ${row.subjectInstitutionId} for update`)
    : tx.query(sql`select 1 from teacher where id = ${row.teacherId} for update`)

/**
 * Condition that the actor may read `process_case k`: the offices of its parties and those above them, and
 * the person it is about. What was never handed in is for the office or the person that began it only.
 */
export function readable(actor: Actor): Sql {
  if (actor.role === 2)
    return actor.teacherId === null
      ? sql`false`
      : sql`((k.teacher_id = ${actor.teacherId} and (k.handed_in or k.holder_role = ${sql.lit(2)}))
          or (k.handed_in and ${namedInCase(actor.teacherId)}))`
  if (isStaff(actor.role)) return readableByStaff(actor)
  if (actor.role < 3 || actor.role > 6) return sql`false`
  return sql`k.involved @> array[${actor.institutionId}]::int[]
    and (k.handed_in or (k.institution_id = ${actor.institutionId} and k.holder_role <> ${sql.lit(2)}))`
}

/** Staff read what lies with them now, and what they decided themselves; nothing of their own. */
const readableByStaff = (actor: Actor): Sql => sql`
  ((k.holder_institution_id = ${actor.institutionId} and k.holder_role = ${actor.role} and k.open)
    or exists (
      select 1 from process_event e
      where e.institution_id = k.institution_id and e.case_id = k.id and e.by_identity = ${actor.identityId}))
  and ${isOthers(actor)}`

/** Cases as their readers need them. The condition may name `process_case k` and what is joined to it. */
export const casesWhere = (db: Queryable, condition: Sql): Promise<CaseRow[]> =>
  db.query<CaseRow>(sql`select ${selected} from ${joined} where ${condition} order by k.id`)

/** One case of any type that the actor may read; else `missing`, as if there were none. */
export async function anyCaseOf(db: Queryable, actor: Actor, id: string): Promise<CaseRow> {
  const [row] = await casesWhere(db, sql`k.id = ${id}::uuid and ${readable(actor)}`)
  if (!row) throw new AppError('missing')
  return row
}

/** One case of a process that the actor may read; else `missing`. */
export async function caseOf(
  db: Queryable,
  actor: Actor,
  { name }: Pick<AnyProcess, 'name'>,
  id: string,
): Promise<CaseRow> {
  const row = await anyCaseOf(db, actor, id)
  if (row.type !== name) throw new AppError('missing')
  return row
}

/** Keeps other transactions from moving a case; a statement of its own, without a join over the lock. */
export async function lockCase(tx: Tx, id: string): Promise<void> {
  await tx.query(sql`select 1 from process_case where id = ${id}::uuid for update`)
}

/** A case that no other transaction moves now; undefined where there is none. */
export async function lockedCase(tx: Tx, id: string): Promise<CaseRow | undefined> {
  await lockCase(tx, id)
  const [row] = await casesWhere(tx, sql`k.id = ${id}::uuid`)
  return row
}

/** What conditions of moves read of a case. */
export const factsOf = (row: CaseRow): CaseFacts => ({
  value: row.value,
  parties: row.parties,
  overdue: row.overdue,
  holder: row.holderInstitutionId,
  publicityDays: row.publicityDays,
  staffAhead: row.staffAhead,
})

/** Whether a move of a case asks for a reason. */
export const reasonOf = (row: CaseRow, { reason, recommends }: AnyMove) =>
  row.reasonRequired && recommends ? 'required' : (reason ?? 'none')

/** Whether a case lies with the actor: in person, or with the office for which the actor acts. */
export const isHeldBy = (actor: Actor, row: CaseRow): boolean =>
  row.holderTeacherId === null
    ? row.holderInstitutionId === actor.institutionId && row.holderRole === actor.role
    : isHolderInPerson(actor, row)

/** Whether the actor is the person who holds a case. */
const isHolderInPerson = (actor: Actor, { holderTeacherId }: CaseRow): boolean =>
  actor.role === 2 && actor.teacherId !== null && actor.teacherId === holderTeacherId

/** Whether the actor writes the open forms: the person or the office that holds the case. */
export const holdsForm = (actor: Actor, row: CaseRow): boolean =>
  isHolderInPerson(actor, row) ||
  (row.holderRole !== 2 &&
    row.institutionId === actor.institutionId &&
    row.holderRole === actor.role &&
    row.personId !== actor.personId)

/**
 * The parties for which the actor acts: its office is that institution, and the case is not about the actor;
 * or the actor is the person whom it is about or names. Whoever holds a state that climbs is one of them
 * under `climbing`.
 */
export function actorsParties(actor: Actor, row: CaseRow): string[] {
  const declared: AnyProcess['parties'] = processes[row.type].parties
  if (actor.role === 2) return partiesInPerson(actor, declared, row)
  if (actor.personId === row.personId) return []
  const holds = row.holderInstitutionId === actor.institutionId && row.holderRole === actor.role
  if (isStaff(actor.role)) return holds ? [climbing] : []
  if (actor.role < 3 || actor.role > 6) return []
  const own = Object.entries(row.parties).flatMap(([party, institution]) =>
    institution === actor.institutionId && declared[party] && !isInPerson(declared[party]) ? [party] : [],
  )
  return holds ? [...own, climbing] : own
}

const partiesInPerson = ({ teacherId }: Actor, declared: AnyProcess['parties'], row: CaseRow): string[] =>
  teacherId === null
    ? []
    : Object.entries(declared).flatMap(([name, party]) => {
        const isIt =
          party.is === 'people'
            ? row.people.some((one) => one.part === party.part && one.teacherId === teacherId)
            : party.is === 'person' && teacherId === row.teacherId
        return isIt ? [name] : []
      })

/** Whether the actor may read a case, or the notice of a campaign, that holds or held the file. */
export async function heldByCase(db: Queryable, actor: Actor, fileId: string): Promise<boolean> {
  const held = await db.maybeOne(sql`
    select 1
    from process_file f
    join process_case k on k.institution_id = f.institution_id and k.id = f.case_id
    where f.file_id = ${fileId}::uuid and ${readable(actor)}
    union all
    select 1
    from campaign_file f
    join campaign c on c.institution_id = f.institution_id and c.id = f.campaign_id
    where f.file_id = ${fileId}::uuid and ${readableCampaign(actor)}
    limit 1`)
  return held !== undefined
}
