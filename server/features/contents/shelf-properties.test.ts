import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Place } from '../../../catalogue/access/access.ts'
import { contents as contentTypes } from '../../../catalogue/contents/contents.ts'
import type { LibraryLine } from '../../../catalogue/contract/library.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { isReach, reachKey, readerKeys } from '../../../catalogue/flows/reach.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { upload } from '../../app/testing/test-values.ts'
import { showMissing } from '../../engine/publishing/show-missing.ts'
import { sql } from '../../platform/db/sql.ts'
import { everything } from '../../platform/testing/test-extent.ts'

const base = '/api/v1/contents/resource'
const moves = everything ? 400 : 70
/** Moves between two looks at the whole shelf. */
const between = 7

let region: Region
let items: number[]
beforeAll(async () => {
  region = await testRegion('shelf properties')
  const { teacher, cityTeacher } = region.people
  items = [
    await drafted(teacher, '一'),
    await drafted(teacher, '二'),
    await drafted(cityTeacher, '三'),
    await drafted(cityTeacher, '四'),
  ]
})
afterAll(() => region.close())

async function drafted(who: Person, title: string): Promise<number> {
  const value = {
    title,
    resourceKind: '02',
    schoolStage: '3',
    subject: '14',
    nodes: [102],
    author: '林疏影',
    shareScope: '3',
    file: await upload(region, who, `${title}.txt`, Buffer.from(`课文${title}`)),
    isOriginal: true,
    licence: '3',
    statement: true,
  }
  const made = await who.post<ContentView>(base, { value })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}

/** Numbers below `most`, the same for the same seed. */
function drawn(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
}

const acts = [
  'advance',
  'advance',
  'advance',
  'advance',
  'publish',
  'sendBack',
  'sendBack',
  'withdraw',
] as const
const rarer = ['takeDown', 'undo', 'edit', 'edit', 'use', 'use'] as const

/** Somebody does something with an item, whether he may or not. Answers what it was, for the message. */
async function move(draw: (most: number) => number): Promise<string> {
  const { teacher, cityTeacher, school, citySchool, area, city, province, colleague } = region.people
  const people = { teacher, cityTeacher, school, citySchool, area, city, province, colleague }
  const all = Object.entries(people)
  const id = items[draw(items.length)] ?? 0
  const act = draw(3) === 0 ? (rarer[draw(rarer.length)] ?? 'use') : (acts[draw(acts.length)] ?? 'advance')
  const [name, who] = all[draw(all.length)] ?? ['teacher', teacher]
  // Who holds the step is found by trying: the refusals of the others are moves as well.
  const tried = act === 'advance' || act === 'sendBack' ? all.map(([, one]) => one) : [who]
  let status = 0
  for (const one of tried) {
    status = (await acted(one, id, act === 'advance' ? 'publish' : act, draw)).status
    expect(status, `${name} ${act} ${id}`).toBeLessThan(500)
    if (status === 200) break
  }
  return `${name} ${act} ${id} ${status}`
}

async function acted(
  who: Person,
  id: number,
  act: 'publish' | 'sendBack' | 'withdraw' | (typeof rarer)[number],
  draw: (most: number) => number,
): Promise<{ readonly status: number }> {
  if (act === 'use') return who.get(`/api/v1/resource/${id}/download`)
  const { version } = await region.db.one<{ version: number }>(
    sql`select version from content where id = ${id}`,
  )
  if (act !== 'edit')
    return who.post(`${base}/${id}/${act}`, { version, ...(act === 'sendBack' && { reason: '图不清楚' }) })
  const read = await who.get<ContentView | null>(`${base}/${id}`)
  const shareScope = ['1', '2', '3', '4', '9'][draw(5)]
  return who.put(`${base}/${id}`, {
    version,
    value: { ...read.data?.value, shareScope, title: `第 ${draw(1000)} 稿` },
  })
}

const shelfRows = async (): Promise<unknown[]> =>
  (
    await region.db.query<{ row: unknown }>(sql`
      select to_jsonb(s) as row from shelf s where s.kind = 'resource' and s.gone_at is null order by s.item_id`)
  ).map(({ row }) => row)

/** The shelf as it is built from contents, files, index and uses alone. */
async function rebuilt(): Promise<unknown[]> {
  await region.db.execute(sql`delete from shelf where kind = 'resource' and gone_at is null`)
  await showMissing({ db: region.db, types: contentTypes })
  return shelfRows()
}

interface PlacedItem {
  readonly id: number
  readonly reach: string
  readonly place: Place
}

const placeColumns = sql`json_build_object('institutionId', institution_id, 'districtId', district_id,
  'cityId', city_id, 'provinceId', province_id)`

/** What the sources say stands where, without the shelf. */
const standings = (): Promise<PlacedItem[]> =>
  region.db.query<PlacedItem>(sql`
    select id, reach, ${placeColumns} as place
    from content
    where type = 'resource' and live is not null and publish_at <= now()
      and coalesce(take_down_at > now(), true)
    order by id`)

/** Who reads, with the place at which they stand. */
async function readers(): Promise<{ name: string; who: Person; place: Place }[]> {
  const { colleague, siblingSchool, stranger, cityTeacher, area, otherArea, city, otherCity, province } =
    region.people
  const people = {
    colleague,
    siblingSchool,
    stranger,
    cityTeacher,
    area,
    otherArea,
    city,
    otherCity,
    province,
  }
  const found = []
  for (const [name, who] of Object.entries(people)) {
    const place = await region.db.one<Place>(sql`
      select id as "institutionId", district_id as "districtId", city_id as "cityId",
        province_id as "provinceId"
      from institution where id = ${who.institutionId}`)
    found.push({ name, who, place })
  }
  return found
}

const isReadable = ({ reach, place }: PlacedItem, reader: Place): boolean => {
  const key = isReach(reach) ? reachKey(reach, place) : null
  return key !== null && readerKeys(reader).includes(key)
}

const seeds = everything ? [1, 2, Date.now() % 100_000] : [7]

describe('whatever authors and offices do', () => {
  it.each(seeds)(
    'the shelf is what its sources make of it, and a reader reads what his keys open (seed %i)',
    async (seed) => {
      const draw = drawn(seed)
      const all = await readers()
      const history: string[] = []
      let live = 0
      for (let i = 0; i < moves; i += 1) {
        history.push(await move(draw))
        if (i % between !== 0) continue
        const past = history.slice(-between).join('; ')
        const kept = await shelfRows()
        live = Math.max(live, kept.length)
        expect(await rebuilt(), past).toEqual(kept)
        const standing = await standings()
        for (const { name, who, place } of all) {
          const { list } = (await who.get<{ list: LibraryLine[] }>('/api/v1/library/resource?pageSize=50'))
            .data
          const expected = standing.filter((one) => isReadable(one, place)).map(({ id }) => id)
          expect(
            list.map(({ id }) => id).toSorted((a, b) => a - b),
            `${name} after ${past}`,
          ).toEqual(expected)
        }
      }
      // A walk that shares nothing would prove nothing.
      expect(live).toBeGreaterThan(0)
    },
  )
})
