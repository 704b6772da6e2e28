import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  schoolRosterAnswer,
  SchoolRosters,
} from '../../../catalogue/contract/training/roster-schools.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import {
  caseRows,
  lockCase,
  roleAt,
  type CaseNeeds,
  type Consequences,
  type Matter,
  noOutcome,
} from '../../engine/processes/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'

const unchanged = async () => noOutcome
type Notify = CaseNeeds['notify']

interface AskedSchool {
  readonly institutionId: number
  readonly names: readonly string[]
}

/**
 * Institutions of the platform on the lines of a roster that lie outside of whoever draws it up: a school its
 * own, an authority those below it.
 */
async function schoolsOutside(tx: Tx, { value, parties }: Matter): Promise<AskedSchool[]> {
  const lines = listOf(value['people']).map(({ name, org }, place) => ({
    place,
    name: String(name ?? '').trim(),
    org: String(org ?? '').trim(),
  }))
  const owner = parties['owner'] ?? null
  return tx.query<AskedSchool>(sql`
    select i.id as "institutionId", array_agg(x.name order by x.place) as names
    from jsonb_to_recordset(${sql.json(lines)}) as x(place int, name text, org text)
      join institution i on i.name = x.org and i.closed_on is null
    where i.id <> ${owner}::int and ${owner}::int is not null
      and ${owner}::int not in (coalesce(i.district_id, 0), coalesce(i.city_id, 0), coalesce(i.province_id, 0))
    group by i.id order by i.id`)
}

/** Asks each school for its teachers; one that agreed to the same names is not asked again. */
const askSchools =
  (notify: Notify) =>
  async (tx: Tx, matter: Matter): Promise<typeof noOutcome> => {
    const schools = await schoolsOutside(tx, matter)
    const ids = schools.map(({ institutionId }) => institutionId)
    await tx.execute(sql`
      delete from roster_school where case_id = ${matter.id}::uuid and not institution_id = any(${ids}::int[])`)
    for (const { institutionId, names } of schools) {
      const asked = await tx.query(sql`
        insert into roster_school (case_id, institution_id, names)
        select ${matter.id}::uuid, ${institutionId}::int, ${[...names]}::text[]
        on conflict (case_id, institution_id) do update
        set names = excluded.names, state = 'asked', reason = '', by_identity = null, at = excluded.at
        where roster_school.names <> excluded.names or roster_school.state = 'declined'
        returning institution_id`)
      if (asked.length > 0)
        await notify(tx, {
          to: { institution: institutionId, role: 3 },
          kind: '1',
          title: '名单里有本校教师，等您校同意',
          content: `“${String(matter.value['title'] ?? '')}”写有本校教师：${names.join('、')}。`,
          link: '/school/mdgl',
          exceptPerson: 0,
        })
    }
    return noOutcome
  }

/** Refuses to confirm a roster while a school has not agreed, naming each. */
async function requireAgreed(tx: Tx, matter: Matter): Promise<typeof noOutcome> {
  const open = await tx.query<{ name: string; state: string; reason: string; names: string[] }>(sql`
    select i.name, s.state, s.reason, s.names
    from roster_school s join institution i on i.id = s.institution_id
    where s.case_id = ${matter.id}::uuid and s.state <> 'agreed' order by s.state, i.id`)
  if (open.length === 0) return noOutcome
  const said = open.map(({ name, state, reason, names }) =>
    state === 'declined'
      ? `${name}不同意（${names.join('、')}）：${reason}`
      : `${names.join('、')}是${name}的教师，等${name}同意`,
  )
  throw new AppError('wrongState', { message: `${said.join('；')}。不同意的请退回修改` })
}

export const rosterEffects = (
  notify: Notify,
): Pick<Consequences['effects'], 'schoolsAsked' | 'schoolsAgreed'> => ({
  schoolsAsked: { applied: askSchools(notify), voided: unchanged },
  schoolsAgreed: { applied: requireAgreed, voided: unchanged },
})

/** Rosters that wait for the actor's school. */
export async function rostersAsking(db: Queryable, { institutionId }: Actor): Promise<SchoolRosters> {
  const list = await db.query<SchoolRosters['list'][number]>(sql`
    select k.id, coalesce(k.value ->> 'title', '') as title, i.name as owner, s.names, s.at
    from roster_school s
      join ${caseRows} k on k.id = s.case_id and k.state = 'pendingConfirm'
      join institution i on i.id = k.institution_id
    where s.institution_id = ${institutionId} and s.state = 'asked'
    order by s.at, k.id limit 100`)
  return { list }
}

/** What the school answers; once. */
export async function answerRoster(
  db: Database,
  notify: Notify,
  actor: Actor,
  { id, agrees, reason }: z.output<typeof schoolRosterAnswer> & { readonly id: string },
): Promise<SchoolRosters> {
  await db.transaction(async (tx) => {
    await lockCase(tx, id)
    const roster = await tx.maybeOne<{ owner: number; title: string; state: string; asked: string }>(sql`
      select k.institution_id as owner, coalesce(k.value ->> 'title', '') as title, k.state, s.state as asked
      from roster_school s join ${caseRows} k on k.id = s.case_id
      where s.case_id = ${id}::uuid and s.institution_id = ${actor.institutionId}`)
    if (!roster) throw new AppError('missing')
    if (roster.asked !== 'asked' || roster.state !== 'pendingConfirm')
      throw new AppError('wrongState', { message: '该名单已经答复，或者已经退回修改' })
    await tx.execute(sql`
      update roster_school
      set state = ${agrees ? 'agreed' : 'declined'}, reason = ${reason}, by_identity = ${actor.identityId},
        at = clock_timestamp()
      where case_id = ${id}::uuid and institution_id = ${actor.institutionId}`)
    const role = await roleAt(tx, roster.owner)
    await notify(tx, {
      to: { institution: roster.owner, role },
      kind: '1',
      title: agrees ? '外校已同意名单' : '外校不同意名单',
      content: `${actor.institution}${agrees ? '同意' : '不同意'}“${roster.title}”里的本校教师${agrees ? '' : `：${reason}`}。`,
      link: null,
      exceptPerson: actor.personId,
    })
    await note(tx, {
      by: actor.identityId,
      action: 'training.rosterAnswered',
      recordId: id,
      facts: { agrees },
    })
  })
  return rostersAsking(db, actor)
}
