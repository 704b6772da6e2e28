import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { climbOf, holderOf, isInPerson, personRole, staffOf } from '../../../catalogue/processes/reading.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { levels, roleOfLevel, type Station } from '../../../catalogue/flows/review.ts'
import { reviewedProcess } from '../../../catalogue/flows/reviewed.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { nextStep, stationsFrom } from '../ways/index.ts'
import { peopleNamed } from './people.ts'
import type { CaseRow } from './row.ts'

interface Around extends Pick<CaseRow, 'institutionId' | 'teacherId' | 'value' | 'campaignHost' | 'ofCase'> {
  readonly definition: AnyProcess
  /** The submitter. An authority where only the submitter could act is skipped. */
  readonly submitter: number
  /** A case that has kept its people: they stay who they are wherever they belong now. */
  readonly kept?: string
}

export interface Parties {
  /** Institutions by party; null for one that is not on the platform or not chosen yet. */
  readonly parties: Readonly<Record<string, number | null>>
  /** All of them with everything above them. */
  readonly involved: readonly number[]
}

/** Finds the parties as the tree stands now; the next authority above stands in (personnel.md, section 6). */
export async function partiesOfCase(db: Queryable, around: Around): Promise<Parties> {
  const { definition } = around
  const parties: Record<string, number | null> = {}
  const chains = new Map<number, readonly Station[]>()
  const above = async (id: number | null | undefined): Promise<readonly Station[]> => {
    if (id === null || id === undefined) return []
    const known = chains.get(id) ?? (await stationsAbove(db, id, around.submitter))
    chains.set(id, known)
    return known
  }
  // Parties are declared in an order in which each one's sources stand before it (P105).
  for (const [name, party] of Object.entries(definition.parties)) {
    if (party.is === 'starter') parties[name] = around.institutionId
    else if (party.is === 'campaignHost') parties[name] = around.campaignHost
    else if (party.is === 'partyOfCase') parties[name] = await partyOfCase(db, around.ofCase, party.party)
    else if (party.is === 'people') parties[name] = await placeOfPeople(db, around, party.part)
    else if (party.is === 'personnelOf' || party.is === 'person')
      parties[name] = await personnelOf(db, around.teacherId)
    else if (party.is === 'field') parties[name] = numberIn(around.value[party.field])
    else if (party.is === 'commonAuthorityOf') {
      const [one, other] = [await above(parties[party.of[0]]), await above(parties[party.of[1]])]
      const shared = one.find(
        ({ institutionId, staffed }) =>
          staffed && other.some((station) => station.institutionId === institutionId),
      )
      parties[name] = shared?.institutionId ?? null
    } else {
      const level = party.is === 'authorityAt' ? levelAsked(party, around.value) : null
      const able = (await above(parties[party.of])).filter(({ staffed }) => staffed)
      parties[name] = able.find((one) => level === null || one.level === level)?.institutionId ?? null
    }
  }
  const present = Object.values(parties).filter((id) => id !== null)
  const over = await Promise.all(present.map(above))
  const involved = [...present, ...over.flat().map(({ institutionId }) => institutionId)]
  return { parties, involved: [...new Set(involved)].toSorted((a, b) => a - b) }
}

/** The level that the code in a field stands for; undefined while nothing is chosen. */
const levelAsked = (
  { field, levels }: Extract<AnyProcess['parties'][string], { readonly is: 'authorityAt' }>,
  value: Around['value'],
) => levels[String(value[field] ?? '')]

async function partyOfCase(db: Queryable, id: string | null, party: string): Promise<number | null> {
  const row = await db.maybeOne<{ at: number | null }>(
    sql`select (parties ->> ${party})::int as at from process_case where id = ${id}::uuid`,
  )
  return row?.at ?? null
}

const numberIn = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** The institution of a teacher today; null when the teacher belongs to none on the portal. */
async function personnelOf(db: Queryable, teacherId: number | null): Promise<number | null> {
  if (teacherId === null) return null
  const row = await db.maybeOne<{ id: number | null }>(sql`
    select institution_id as id
    from membership
    where teacher_id = ${teacherId} and kind = ${sql.lit('personnel')}
      and (to_on is null or to_on >= (now() at time zone 'Asia/Shanghai')::date)
    order by from_on desc limit 1`)
  return row?.id ?? null
}

/** Where the first person of a part belongs whom the form names. */
async function placeOfPeople(db: Queryable, around: Around, part: string): Promise<number | null> {
  const { kept, definition, value, teacherId: subject } = around
  if (kept !== undefined) return personnelOf(db, await firstOf(db, part, kept))
  const named = await peopleNamed(db, definition, value, [part])
  const first = named.find(({ teacherId }) => teacherId !== null && teacherId !== subject)
  return personnelOf(db, first?.teacherId ?? null)
}

/** The authorities above an institution, nearest first. */
const stationsAbove = async (db: Queryable, id: number, submitter: number): Promise<readonly Station[]> =>
  (await stationsFrom(db, id, submitter)).stations.filter(({ institutionId }) => institutionId !== id)

export interface Holder {
  readonly institutionId: number | null
  readonly role: number | null
  readonly days: number | null
  /** The person who holds it in person. */
  readonly teacherId: number | null
  /** The version of the chain on which it climbs. */
  readonly flowVersion: number | null
  /** Whether the step of the chain asks for words where it is recommended, too. */
  readonly reasonRequired: boolean
}

/** Where a case comes to a state from. */
export interface Arrival {
  readonly parties: Readonly<Record<string, number | null>>
  /** The institution that sends a climbing case on; null where the case comes from elsewhere. */
  readonly sender: number | null
  readonly value: CaseRow['value']
  readonly flowVersion: number | null
  /** The role of staff from which on a state that is staffed is held; the first one without. */
  readonly fromRole?: number
  /** The subject of the case. An office where only the subject could act is skipped. */
  readonly personId: number | null
  readonly teacherId: number | null
  /** The case, of which people of a part may hold a state; null before there is one. */
  readonly id: string | null
}

/** Who holds a state: the party's institution and role; in a state that climbs the next institution. */
export async function holderIn(
  db: Queryable,
  definition: AnyProcess,
  state: string,
  arriving: Arrival,
): Promise<Holder> {
  const declared = definition.states[state]
  const days = declared && 'days' in declared ? (declared.days ?? null) : null
  const climb = climbOf(declared)
  if (climb) {
    return nextOnTheWay(db, definition, climb, arriving)
  }
  const staff = staffOf(declared)
  if (staff) return { ...nobody, ...(await staffAt(db, staff, arriving)), days }
  const party = holderOf(declared)
  if (party === undefined) return nobody
  const id = arriving.parties[party] ?? null
  if (id === null) throw new AppError('noHolder')
  const found = definition.parties[party]
  if (!found || !isInPerson(found)) return { ...nobody, institutionId: id, role: await roleAt(db, id), days }
  const teacherId = found.is === 'people' ? await firstOf(db, found.part, arriving.id) : arriving.teacherId
  if (teacherId === null) throw new AppError('noHolder')
  return { ...nobody, institutionId: id, role: personRole, days, teacherId }
}

const nobody: Holder = {
  institutionId: null,
  role: null,
  days: null,
  teacherId: null,
  flowVersion: null,
  reasonRequired: false,
}

/** The first person of a part who has not left or declined. */
async function firstOf(db: Queryable, part: string, caseId: string | null): Promise<number | null> {
  const first = await db.maybeOne<{ id: number }>(sql`
    select teacher_id as id from case_person
    where case_id = ${caseId}::uuid and part = ${part} and teacher_id is not null and state in ('asked', 'agreed')
    order by place limit 1`)
  return first?.id ?? null
}

/** The role that acts for an institution. */
export async function roleAt(db: Queryable, id: number): Promise<number> {
  const { level } = await db.one<{ level: string }>(sql`select level from institution where id = ${id}`)
  const reviewed = level === 'district' ? 'area' : level
  const known = levels.find((one) => one === reviewed) ?? 'school'
  return roleOfLevel[known]
}

/** Who has a case next on its way up from one party to another. */
async function nextOnTheWay(
  db: Queryable,
  definition: AnyProcess,
  { from, to }: { readonly from: string; readonly to: string },
  { parties, sender, personId: person, value: values, flowVersion }: Arrival,
): Promise<Holder> {
  const [start, top] = [parties[from] ?? null, parties[to] ?? null]
  const reviewed = reviewedProcess(definition)
  if (start === null || top === null || !reviewed) throw new AppError('noHolder')
  const climb = { reviewed, start, top, sender, person, values, flowVersion }
  return { ...nobody, ...(await nextStep(db, climb)) }
}

/** The staff of a party who hold a state. @throws AppError `noHolder` where the party has no staff */
async function staffAt(
  db: Queryable,
  { at, roles }: { readonly at: string; readonly roles: readonly number[] },
  { parties, personId, fromRole = 0 }: Arrival,
): Promise<{ readonly institutionId: number; readonly role: number }> {
  const institutionId = parties[at] ?? null
  const found = await db.maybeOne<{ role: number }>(sql`
    select role from identity
    where institution_id = ${institutionId} and role = any(${[...roles]}::int[]) and state = 'enabled'
      and person_id is distinct from ${personId}
    order by role < ${fromRole}, role limit 1`)
  if (!found || institutionId === null)
    throw new AppError('noHolder', { message: '本单位暂无评审工作人员，请管理员先开通账号' })
  return { institutionId, role: found.role }
}
