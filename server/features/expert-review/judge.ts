import type { RoundRules } from '../../../catalogue/contract/review/rules.ts'
import type { Conflict } from '../../../catalogue/reviews/conflict-kinds.ts'
import { blocks, conflictsOf, expertKeys, itemKeys } from '../../../catalogue/reviews/conflicts.ts'
import type { Engine } from '../../engine/engine.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { PanelExpert, WantingItem } from './assignment/problem.ts'
import { factsAbout } from './facts.ts'

export interface ItemRow {
  readonly id: string
  readonly code: string
  readonly title: string
  readonly subject: string | null
  readonly applicants: number[]
  readonly institution_id: number | null
}

interface ExpertRow {
  readonly id: number
  readonly person_id: number
  readonly identity_id: number
  readonly name: string
  readonly institution: string
  readonly subjects: string[]
  readonly city_id: number | null
  readonly district_id: number | null
  readonly load: number
}

export interface JudgedExpert extends PanelExpert {
  readonly personId: number
  readonly identityId: number
  readonly name: string
  readonly institution: string
}

/** Experts of a round as the archives show them now, with what connects them to items. */
export interface JudgedPool {
  readonly experts: readonly JudgedExpert[]
  readonly conflicts: (item: ItemRow, expert: JudgedExpert) => readonly Conflict[]
  readonly wanting: (item: ItemRow, wants: Pick<WantingItem, 'need' | 'panel' | 'barred'>) => WantingItem
}

const expertRows = (db: Queryable, round: string, which: Sql) =>
  db.query<ExpertRow>(sql`
    select e.id, e.person_id, e.identity_id, p.name, coalesce(i.name, '') as institution, e.subjects, i.city_id,
      i.district_id, (
        select count(*)::int from review_task k
        where k.expert_id = e.id and k.round_id = ${round}::uuid and k.state in ('assigned', 'reviewing', 'submitted')) as load
    from review_expert e
    join person p on p.id = e.person_id
    left join teacher t on t.person_id = e.person_id
    join identity a on a.id = e.identity_id
    left join institution i on i.id = coalesce(t.institution_id, a.institution_id)
    where ${which}`)

/**
 * Judges experts and items of a round by what the archives say at this moment.
 * @param which condition on experts `e`; they come in the order of `lot`
 */
export async function judged(
  engine: Pick<Engine, 'keys' | 'records'>,
  db: Queryable,
  round: { readonly id: string; readonly rules: RoundRules },
  asked: { readonly items: readonly ItemRow[]; readonly which: Sql; readonly lot: readonly number[] },
): Promise<JudgedPool> {
  const rows = await expertRows(db, round.id, asked.which)
  const place = new Map(asked.lot.map((id, at) => [id, at] as const))
  const inOrder = rows.toSorted(
    (a, b) => (place.get(a.id) ?? Infinity) - (place.get(b.id) ?? Infinity) || a.id - b.id,
  )
  const applicants = asked.items.flatMap(({ applicants: all }) => all)
  const facts = await factsAbout(engine, db, [...applicants, ...rows.map(({ person_id: id }) => id)])
  const applying = await applyingIn(
    db,
    round.id,
    rows.map(({ person_id: id }) => id),
  )
  const day = today()
  const experts = inOrder.map((row): JudgedExpert => {
    const known = facts.get(row.person_id)
    const applies = applying.has(row.person_id)
    return {
      id: row.id,
      personId: row.person_id,
      identityId: row.identity_id,
      name: row.name,
      institution: row.institution,
      subjects: row.subjects,
      city: row.city_id,
      district: row.district_id,
      load: row.load,
      keys: known ? [...expertKeys(known, round.rules, { today: day, applies })] : [],
    }
  })
  const keysOf = (item: ItemRow) =>
    itemKeys(
      { applicants: item.applicants, institution: item.institution_id },
      (person) => facts.get(person),
      round.rules,
      day,
    )
  return {
    experts,
    conflicts: (item, expert) => conflictsOf(new Set(expert.keys), keysOf(item)),
    wanting: (item, wants) => ({
      ...wants,
      id: item.id,
      subject: item.subject,
      blocked: [...keysOf(item)].filter(([, kind]) => blocks(kind, round.rules)),
    }),
  }
}

/** Which of these people have an entry of their own in the round. */
async function applyingIn(db: Queryable, round: string, people: number[]): Promise<ReadonlySet<number>> {
  const rows = await db.query<{ id: number }>(sql`
    select distinct a as id
    from review_item i, unnest(i.applicants) a
    where i.round_id = ${round}::uuid and i.applicants && ${people}::int[] and a = any(${people}::int[])`)
  return new Set(rows.map(({ id }) => id))
}

export const itemColumns = sql`i.id, i.code, i.title, i.subject, i.applicants, i.institution_id`
