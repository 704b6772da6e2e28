import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everything } from '../../platform/testing/test-extent.ts'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { NearWorks } from '../../../catalogue/contract/research/near.ts'
import { beginEntry, move, openNotice, write, type CaseAnswer } from '../../app/testing/test-research.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'
import { bandsOf, type Work } from '../../platform/similarity/index.ts'
import { plantedPairs } from '../../platform/similarity/test-pairs.ts'
import { backfilling } from './backfill.ts'
import { candidates } from './find.ts'

let region: Region
let first: Person
let second: Person
let east: CampaignView
let west: CampaignView
beforeAll(async () => {
  region = await testRegion('near', undefined, { requestsPerMinute: 100_000 })
  const { people: p, places } = region
  first = await region.add(2, places.school, '甲作者')
  second = await region.add(2, places.otherSchool, '乙作者')
  east = await openNotice(p.city, { collects: 'teachingCase' })
  west = await openNotice(p.otherArea, { collects: 'teachingCase', batchYear: 2025 })
})
afterAll(() => region.close())

const valueOf = ({ title, abstract }: Work) => ({
  title,
  summary: abstract,
  caseKind: '1',
  schoolStage: '2',
  subject: '14',
  content: '<p>见附件。</p>',
})
const draft = async (who: Person, campaign: CampaignView, work: Work): Promise<CaseAnswer> => {
  const begun = await beginEntry(who, campaign, valueOf(work), 'teachingCase')
  if (begun.status !== 200) throw new Error(begun.msg)
  return begun
}
async function sent(who: Person, campaign: CampaignView, work: Work): Promise<CaseAnswer> {
  const begun = await draft(who, campaign, work)
  expect((await move(who, begun, 'submit')).data.state).toBe('recommending')
  return begun
}
const near = (who: Person, { data: { id } }: CaseAnswer) => who.get<NearWorks>(`/api/v1/research/near/${id}`)

describe('planted works', () => {
  const each = everything ? 20 : 6
  it(`${each} that were rewritten are found by their office, ${each} by others on the same subject are not`, async () => {
    const pairs = plantedPairs(2 * each, 20261124)
    const officers = await Promise.all(
      [1, 2, 3].map((n) => region.add(6, region.places.province, `省员${n}`)),
    )
    let [found, wrong] = [0, 0]
    // Beginning is limited for each session, too.
    let [one, other] = [first, second]
    for (const [at, pair] of pairs.entries()) {
      if (at % 10 === 0) {
        one = await region.add(2, region.places.school, '甲作者')
        other = await region.add(2, region.places.otherSchool, '乙作者')
      }
      const earlier = await sent(one, east, pair.first)
      const later = await sent(other, west, pair.second)
      const officer = officers[at % officers.length] ?? region.people.province
      const { list } = (await near(officer, later)).data
      const hit = list.find(({ known }) => known?.id === earlier.data.id)
      if (pair.how === 'unrelated') wrong += hit ? 1 : 0
      else {
        found += hit ? 1 : 0
        expect(hit?.known, pair.how).toMatchObject({
          title: pair.first.title,
          name: '甲作者',
          institution: '东区一中',
          own: false,
        })
        if (hit && hit.textLikeness >= 60) {
          const passage = hit.known?.passages[0]
          expect(pair.second.abstract).toContain(passage?.words)
        }
      }
    }
    expect([found, wrong]).toEqual([each, 0])
  })
})

describe('what somebody learns of others', () => {
  const work: Work = {
    title: '乡村小学整本书阅读的档案袋评价',
    abstract: plantedPairs(1, 7)[0]?.first.abstract ?? '',
  }

  it('an author sees of somebody else’s entry that there is one, and of the own everything', async () => {
    const before = await sent(first, east, work)
    const copied = await draft(second, west, { ...work, title: '换了一个完全不同的名称' })
    const seen = await near(second, copied)
    expect(seen.data.list).toEqual([
      {
        type: 'teachingCase',
        year: 2026,
        place: 'city',
        titleLikeness: expect.any(Number),
        textLikeness: 100,
        known: null,
      },
    ])
    expect(JSON.stringify(seen.data)).not.toMatch(/甲作者|档案袋|东区/)
    const again = await draft(first, east, work)
    const own = (await near(first, again)).data.list.find(({ known }) => known?.id === before.data.id)
    expect(own).toMatchObject({
      titleLikeness: 100,
      place: 'institution',
      known: { own: true, title: work.title },
    })
    expect(own?.known?.passages[0]?.words.length).toBeGreaterThan(20)
    // The office of the west does not read entries of the east, and learns as little.
    expect((await move(second, copied, 'submit')).status).toBe(200)
    expect((await near(region.people.otherArea, copied)).data.list.map(({ known }) => known)).toContain(null)
    expect((await near(region.people.otherSchool, copied)).data.list[0]?.known).toBeNull()
  })

  it('nobody else may ask for an entry', async () => {
    const own = await draft(second, west, work)
    const { people: p } = region
    for (const other of [first, p.colleague, p.otherSchool, p.otherArea, p.city])
      expect((await near(other, own)).status).toBe(404)
    expect((await near(p.expert, own)).status).toBe(403)
  })

  it('a draft is found by nobody, nor what was taken back or rewritten', async () => {
    const other: Work = {
      title: '以戏剧游戏促进低段学生口语表达',
      abstract: plantedPairs(3, 99)[1]?.second.abstract ?? '',
    }
    const entry = await draft(first, east, other)
    const asking = await draft(second, west, other)
    const finds = async () =>
      (await near(second, asking)).data.list.some(({ textLikeness }) => textLikeness === 100)
    expect(await finds()).toBe(false)
    await move(first, entry, 'submit')
    expect(await finds()).toBe(true)
    await move(first, entry, 'withdraw')
    expect(await finds()).toBe(false)
    await write(first, entry, {
      title: '另起的一个名称',
      summary: plantedPairs(9, 3)[5]?.first.abstract ?? '',
    })
    await move(first, entry, 'submit')
    expect(await finds()).toBe(false)
    const left = await region.db.query(sql`
      select 1 from near_key k where not exists (select 1 from near_work w where w.id = k.work_id)`)
    expect(left).toEqual([])
  })
})

describe('the table of keys', () => {
  it('is filled for what was handed in before, and goes on after a stop', async () => {
    const all = () =>
      region.db.one<{ works: number; keys: number }>(sql`
        select (select count(*)::int from near_work) as works, (select count(*)::int from near_key) as keys`)
    const before = await all()
    await region.db.execute(sql`update near_work set method = 0`)
    await region.db.execute(sql`delete from near_key`)
    const job = backfilling(region)
    const stopped = new AbortController()
    stopped.abort()
    await job.run(stopped.signal)
    expect((await all()).keys).toBe(0)
    while (await job.run(new AbortController().signal)) continue
    expect(await all()).toEqual(before)
    expect(await job.run(new AbortController().signal)).toBe(false)
  })

  it('is read from its index alone', async () => {
    const keys = bandsOf(plantedPairs(1, 5)[0]?.first ?? { title: '', abstract: '' })
    await region.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`)
      // The planner prefers it where the table was vacuumed, which bench/near.ts shows on 100 000 works.
      await tx.execute(sql`set local enable_bitmapscan = off`)
      const plan = await tx.query<Record<string, string>>(sql`explain ${candidates(keys)}`)
      const lines = plan.map((line) => Object.values(line)[0]).join('\n')
      expect(lines).toContain('Index Only Scan using near_key_pkey')
    })
  })
})
