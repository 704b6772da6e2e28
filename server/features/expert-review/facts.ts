import type { PersonFacts } from '../../../catalogue/reviews/conflicts.ts'
import type { Engine } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { fromStored } from '../../engine/records/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

type Facts = { -readonly [K in keyof PersonFacts]: PersonFacts[K] }

interface Pair {
  readonly person: number
  readonly other: number
}

/** Present and past places of work: memberships, and offices for which people act. */
const placesOf = (db: Queryable, people: number[]) =>
  db.query<{ person: number; institution: number; until: string | null }>(sql`
    select t.person_id as person, m.institution_id as institution, m.to_on::text as until
    from teacher t join membership m on m.teacher_id = t.id
    where t.person_id = any(${people}::int[])
    union
    select a.person_id, a.institution_id, null
    from identity a
    where a.person_id = any(${people}::int[]) and a.role between 3 and 6 and a.state = 'enabled' and a.lent_by is null`)

/**
 * Who applied together with whom, in this round or an earlier one, and who has the same approval number of a
 * project.
 */
const membersOf = (db: Queryable, people: number[]) =>
  db.query<Pair>(sql`
    with own as materialized (
      select a.person_id, x.owner_id, x.approval_no
      from teacher a
      join rec_research_record x on x.owner_id = a.id and x.voided_at is null and x.approval_no <> ''
      where a.person_id = any(${people}::int[])),
    numbered as materialized (
      select y.owner_id, y.approval_no
      from (select distinct approval_no from own) k
      join rec_research_record y on y.approval_no = k.approval_no and y.voided_at is null)
    select mine as person, other
    from review_item i, unnest(i.applicants) mine, unnest(i.applicants) other
    where i.applicants && ${people}::int[] and mine = any(${people}::int[]) and other <> mine
    union
    select a.person_id, b.person_id
    from own a
    join numbered y on y.approval_no = a.approval_no and y.owner_id <> a.owner_id
    join teacher b on b.id = y.owner_id`)

const authorsOf = (db: Queryable, people: number[]) =>
  db.query<{ person: number; authors: string }>(sql`
    select t.person_id as person, r.all_authors as authors
    from teacher t join rec_paper r on r.owner_id = t.id and r.voided_at is null
    where t.person_id = any(${people}::int[]) and r.all_authors <> ''`)

/**
 * Family names are sealed; they are opened here to be compared and leave this room only as “there is a
 * conflict”.
 */
async function familyOf(
  { keys, records }: Pick<Engine, 'keys' | 'records'>,
  db: Queryable,
  people: number[],
) {
  const rows = await db.query<{ person: number; id: string; name: string | null }>(sql`
    select t.person_id as person, r.id, r.name
    from teacher t join rec_family_member r on r.owner_id = t.id and r.voided_at is null
    where t.person_id = any(${people}::int[])`)
  const definition = records['familyMember']
  if (!definition) return []
  return rows.map(({ person, id, name }) => ({
    person,
    name: String(fromStored(keys, definition, id, { name })['name'] ?? ''),
  }))
}

/** Studios that people host or are in, and those that they left; `until` is the last day. */
const studiosOf = (db: Queryable, people: number[]) =>
  db.query<{ person: number; studio: string; until: string | null }>(sql`
    with own as materialized (select t.id, t.person_id from teacher t where t.person_id = any(${people}::int[]))
    select o.person_id as person, k.id as studio, k.value ->> 'closedOn' as until
    from own o join ${caseRows} k on k.teacher_id = o.id and k.type = 'studio' and k.value ->> 'openedOn' is not null
    union all
    select o.person_id, m.of_case, m.value ->> 'leftOn'
    from own o join ${caseRows} m on m.teacher_id = o.id and m.type = 'membership' and m.state in ('joined', 'left')
      and m.of_case is not null`)

/** Agreements of counterpart support in which an institution has a side where the people work or act today. */
const pairsOf = (db: Queryable, people: number[]) =>
  db.query<{ person: number } & Facts['pairs'][number]>(sql`
    with at as materialized (
      select t.person_id as person, t.institution_id as place from teacher t
      where t.person_id = any(${people}::int[]) and t.institution_id is not null
      union
      select a.person_id, a.institution_id from identity a
      where a.person_id = any(${people}::int[]) and a.role between 3 and 6 and a.state = 'enabled' and a.lent_by is null)
    select at.person, k.id as pair,
      case when at.place = (k.value ->> 'supporter')::int then 'supporter' else 'supported' end as side,
      coalesce(k.value ->> 'endedOn', k.value ->> 'untilDay') as until
    from at
      join ${caseRows} k on k.type = 'pairAgreement' and k.handed_in and k.state in ('active', 'ended', 'terminated')
        and at.place in ((k.value ->> 'supporter')::int, (k.value ->> 'supported')::int)`)

const splitNames = (text: string): string[] => text.split(/[、,，;；\s]+/).filter(Boolean)

/** Facts of the archives for judging conflicts of interest (docs/decisions/0079). */
export async function factsAbout(
  engine: Pick<Engine, 'keys' | 'records'>,
  db: Queryable,
  people: readonly number[],
): Promise<ReadonlyMap<number, PersonFacts>> {
  const ids = [...new Set(people)]
  const names = await db.query<{ id: number; name: string }>(sql`
    select p.id, p.name from person p where p.id = any(${ids}::int[])`)
  const found = new Map(
    names.map(({ id, name }) => [
      id,
      {
        person: id,
        name,
        places: [],
        members: [],
        authors: [],
        family: [],
        studios: [],
        pairs: [],
      } satisfies PersonFacts as Facts,
    ]),
  )
  for (const { person, institution, until } of await placesOf(db, ids))
    add(found, person, (facts) => (facts.places = [...facts.places, { institution, until }]))
  for (const { person, other } of await membersOf(db, ids))
    add(found, person, (facts) => (facts.members = [...facts.members, other]))
  for (const { person, studio, until } of await studiosOf(db, ids))
    add(found, person, (facts) => (facts.studios = [...facts.studios, { studio, until }]))
  for (const { person, ...pair } of await pairsOf(db, ids))
    add(found, person, (facts) => (facts.pairs = [...facts.pairs, pair]))
  for (const { person, authors } of await authorsOf(db, ids))
    add(found, person, (facts) => {
      facts.authors = [...facts.authors, ...splitNames(authors).filter((name) => name !== facts.name)]
    })
  for (const { person, name } of await familyOf(engine, db, ids))
    if (name !== '') add(found, person, (facts) => (facts.family = [...facts.family, name]))
  return found
}

function add(found: ReadonlyMap<number, Facts>, person: number, change: (facts: Facts) => void): void {
  const facts = found.get(person)
  if (facts) change(facts)
}
