import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { compareSums, foldFacts, withDue } from '../../engine/person-facts/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { countPeople } from '../analysis/test-counted-people.ts'
import type { CountedPart } from './asked.ts'
import { countedFacts, passedFacts } from './counting.ts'
import { yearsOf } from './kept-sums.ts'

let region: Region
let people: number[] = []
let places: readonly number[] = []
beforeAll(async () => {
  region = await testRegion('teaching-sums')
  const { school, sibling, otherSchool, city } = region.places
  const of = { placeId: school, since: '2015-09-01', recordedOn: '2020-01-01', records: {} }
  people = await countPeople(region, [of, of, of, of])
  // An institution of the city itself has no district.
  places = [school, sibling, otherSchool, city]
})
afterAll(() => region.close())

const kinds = ['present', 'watched', 'taught'] as const

/** A question of the city over these months. */
const question = (start: string, end: string, more: Partial<CountedPart> = {}): CountedPart => ({
  group: 'area',
  within: { column: 'city_id', id: region.places.city },
  start,
  end,
  from: `${start}-01`,
  until: `${end}-30`,
  stage: undefined,
  subject: undefined,
  ...more,
})

const questions = (): readonly CountedPart[] => [
  question('2025-09', '2026-06'),
  question('2025-11', '2025-11'),
  question('2025-03', '2026-04'),
  question('2025-09', '2026-06', { group: 'stage' }),
  question('2025-09', '2026-06', { group: 'subject', stage: '3' }),
  question('2025-09', '2026-06', { stage: '2', subject: '13' }),
]

/** Numbers by kind and row, as the sums say them and as one pass over the facts does. */
async function bothOf(asked: CountedPart) {
  const summed = await countedFacts(region.db, asked, kinds)
  const passed = await passedFacts(region.db, asked, kinds)
  return kinds.map((kind) => {
    const isPeople = kind !== 'taught'
    const told = (row: { n: number; people: number; times: number; tenths: number } | undefined) => [
      row?.n ?? 0,
      row?.times ?? 0,
      row?.tenths ?? 0,
      isPeople ? (row?.people ?? 0) : 0,
    ]
    const own = passed.filter((row) => row.kind === kind)
    const full = ({ n = 0, people: many = 0, times = 0, tenths = 0 }) => ({ n, people: many, times, tenths })
    const keys = [
      ...new Set([...summed[kind].rows.keys(), ...own.flatMap(({ key }) => key ?? [])]),
    ].toSorted()
    return {
      kind,
      keys,
      summed: [summed[kind].whole, ...keys.map((key) => summed[kind].rows.get(key))].map(told),
      passed: [own.find(({ whole }) => whole), ...keys.map((key) => own.find((row) => row.key === key))].map(
        (row) => told(row && full(row)),
      ),
    }
  })
}

interface WrittenFact {
  readonly person: number
  readonly kind: (typeof kinds)[number]
  readonly ref: number
  readonly day: string
  readonly place: number
  readonly stage: string | null
  readonly times: number
}

const write = ({ person, kind, ref, day, place, stage, times }: WrittenFact) =>
  region.db.execute(
    withDue(sql`
      insert into person_fact (owner_id, kind, ref, day, times, tenths, institution_id, district_id, city_id, province_id,
        stage, subject)
      select ${people[person] ?? 0}::int, ${kind}, ${String(ref)}, ${day}::date, ${times}::int, 5, i.id, i.district_id,
        i.city_id, i.province_id, ${stage}::text, '13'
      from institution i where i.id = ${places[place] ?? 0}
      on conflict (owner_id, kind, ref) do update set
        day = excluded.day, times = excluded.times, institution_id = excluded.institution_id,
        district_id = excluded.district_id, city_id = excluded.city_id, stage = excluded.stage`),
  )

const facts = fc.array(
  fc.record<WrittenFact>({
    person: fc.nat(3),
    kind: fc.constantFrom(...kinds),
    ref: fc.nat(4),
    day: fc.constantFrom('2025-03-31', '2025-08-31', '2025-09-01', '2025-11-15', '2026-04-02'),
    place: fc.nat(3),
    stage: fc.constantFrom('2', '3', null),
    times: fc.nat(50),
  }),
  { minLength: 1, maxLength: 12 },
)

const agree = async () => {
  for (const asked of questions())
    for (const { summed, passed, ...which } of await bothOf(asked))
      expect({ asked, ...which, said: summed }).toEqual({ asked, ...which, said: passed })
}

const folded = async () => {
  while (await foldFacts(region.db)) continue
}

describe('sums of facts', () => {
  it('say what the facts say, before they were counted anew, in between and afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(facts, facts, fc.nat(4), async (first, second, gone) => {
        await region.db.execute(withDue(sql`delete from person_fact where kind = any(${[...kinds]}::text[])`))
        for (const fact of first) await write(fact)
        await agree()
        await folded()
        await agree()
        for (const fact of second) await write(fact)
        await region.db.execute(withDue(sql`delete from person_fact where ref = ${String(gone)}`))
        await agree()
        await folded()
        await agree()
        expect(
          await region.db.query(sql`select from fact_sum_due union all select from fact_year_due`),
        ).toEqual([])
      }),
      { numRuns: 12 },
    )
  })

  it('find facts that were written beside them', async () => {
    await folded()
    await region.db.execute(
      sql`update person_fact set times = times + 7, day = '2025-11-15' where kind = 'taught'`,
    )
    await compareSums(region.db)
    await folded()
    await agree()
    await compareSums(region.db)
    expect(await region.db.query(sql`select from fact_sum_due`)).toEqual([])
  })

  it('know the months of a school year', () => {
    expect([...yearsOf(question('2025-08', '2026-10'))]).toEqual([
      [2024, 1 << 11],
      [2025, 0xfff],
      [2026, 3],
    ])
  })
})
