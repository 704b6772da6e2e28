import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { actorOf, idNumber, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sampleOf } from '../../app/testing/test-sample.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { registry } from '../../app/records.ts'
import { sql } from '../../platform/db/sql.ts'
import { openPlanReader, plansAreSpread } from '../../platform/db/testing/test-plans.ts'
import {
  findingQuery,
  type FindingSummary,
  type FindingView,
} from '../../../catalogue/contract/archive/quality.ts'
import { findingStatement } from './routes.ts'
import { takeWaiting } from '../../engine/outbox/index.ts'
import { sumsJob } from './summary.ts'
import { qualityConsumer, sweepOf } from './sweep.ts'

let region: Region
let sweep: () => Promise<boolean>
beforeAll(async () => {
  region = await testRegion('quality')
  sweep = sweepOf(region.engine)
})
afterAll(() => region.close())

/** Examines until nothing is due, as if the seconds of lag were over. */
async function settle(): Promise<void> {
  while (await takeWaiting(region.db, qualityConsumer(region.engine)));
  while (await sweep());
  await sweep()
}

async function basic(owner: Person, by: Person, over: Record<string, unknown> = {}): Promise<string> {
  const definition = registry['basicInfo']
  if (!definition) throw new Error('basicInfo')
  const body: Record<string, unknown> = {
    ...sampleOf(definition, 7),
    name: '林疏影',
    staffNo: String(owner.teacherId),
    ...over,
    ownerId: owner.teacherId,
  }
  const made = await by.post('/api/v1/records/basicInfo', {
    ...body,
    idCardNo: idNumber(String(body['birthDate']), true),
    gender: '1',
  })
  expect(made.msg).toBe('ok')
  return made.data.id
}

const found = async (who: Person, query = '') =>
  (await who.get<{ list: FindingView[] }>(`/api/v1/quality?pageSize=100${query}`)).data.list

describe('the data-quality report', () => {
  it('finds what is missing, contradictory and unlikely, each at its field, and forgets what was mended', async () => {
    const { school, teacher } = region.people
    await basic(teacher, school, {
      birthDate: '1948-05-06',
      workStartMonth: '1990-08',
      orgEntryMonth: '1990-08',
      teachStartMonth: '1990-08',
    })
    const file = await picture(region, teacher)
    const ids: string[] = []
    for (const educationSchool of ['杏川师范大学', '东沥学院']) {
      const made = await teacher.post('/api/v1/records/studyExperience', {
        ...study,
        educationSchool,
        attachments: [file],
      })
      await teacher.post(`/api/v1/records/studyExperience/${made.data.id}/submit`, {})
      await school.post(`/api/v1/records/studyExperience/${made.data.id}/approve`, {})
      ids.push(made.data.id)
    }
    await settle()
    const mine = await found(school, '&q=林疏影')
    expect(mine).toContainEqual(
      expect.objectContaining({ kind: 'missing', type: 'contactInfo', recordId: null, field: '' }),
    )
    expect(mine).toContainEqual(
      expect.objectContaining({ kind: 'outlier', type: 'basicInfo', field: 'birthDate', label: '出生日期' }),
    )
    const overlapping = mine.filter((f) => f.kind === 'contradiction' && f.type === 'studyExperience')
    expect(new Set(overlapping.map((f) => f.recordId))).toEqual(new Set(ids))
    await school.post(`/api/v1/records/studyExperience/${ids[1]}/void`, { reason: '重复填写' })
    await settle()
    const left = await found(school, '&q=林疏影&kind=contradiction')
    expect(left.filter((f) => f.type === 'studyExperience')).toEqual([])
  })

  it('examines a teacher who came after all others had been examined', async () => {
    const { school } = region.people
    await settle()
    await region.add(2, school.institutionId, '晚到')
    await settle()
    expect((await found(school, '&q=晚到')).length).toBeGreaterThan(0)
  })

  it('shows only the own scope, names the other half of a pair only to whoever sees both, and refuses the rest', async () => {
    const { school, otherSchool, otherArea, city, teacher, stranger, colleague } = region.people
    const twin = {
      birthDate: '1985-03-04',
      workStartMonth: '2008-08',
      orgEntryMonth: '2008-08',
      teachStartMonth: '2008-08',
    }
    await basic(colleague, school, { ...twin, name: '葉晓·红' })
    await basic(stranger, otherSchool, { ...twin, name: '叶晓红' })
    await settle()
    const atSchool = await found(school, '&kind=duplicate')
    expect(atSchool).toMatchObject([{ ownerId: colleague.teacherId, field: 'name', other: null }])
    const atCity = await found(city, '&kind=duplicate')
    expect(atCity).toHaveLength(2)
    expect(atCity[0]?.other).toMatchObject({ name: expect.stringMatching(/^(葉晓·红|叶晓红)$/) })
    const owners = new Set<number | null>((await found(otherArea)).map((f) => f.ownerId))
    expect(owners.has(stranger.teacherId)).toBe(true)
    expect(owners.has(teacher.teacherId)).toBe(false)
    const summary = await school.get<FindingSummary>('/api/v1/quality/summary')
    expect(summary.data.examined).toBe(summary.data.archives)
    expect(summary.data.kinds.find((k) => k.kind === 'duplicate')?.count).toBe(1)
    expect((await teacher.get('/api/v1/quality')).status).toBe(403)
    expect((await school.get('/api/v1/quality?kind=nothing')).status).toBe(400)
    expect((await school.get('/api/v1/quality?unknown=1')).status).toBe(400)
  })
})

it('counts a large province beforehand, says when, and counts it live again once it is small', async () => {
  const { province } = region.people
  const summary = async () => (await province.get<FindingSummary>('/api/v1/quality/summary')).data
  const signal = new AbortController().signal
  const live = await summary()
  expect(live.countedAt).toBeNull()
  await sumsJob(region.engine, 1).run(signal)
  const kept = await summary()
  expect(Math.abs(Date.parse(kept.countedAt ?? '') - Date.now())).toBeLessThan(60_000)
  expect({ ...kept, countedAt: null }).toEqual(live)
  // What comes between two counts is told by the next one; whoever sees less than the province sees it at once.
  const atSchool = async () =>
    (await region.people.school.get<FindingSummary>('/api/v1/quality/summary')).data
  const before = await atSchool()
  await region.add(2, region.people.school.institutionId, '再晚到')
  await settle()
  expect((await atSchool()).archives).toBe(before.archives + 1)
  expect(await summary()).toEqual(kept)
  await sumsJob(region.engine, 1).run(signal)
  expect((await summary()).archives).toBe(kept.archives + 1)
  await sumsJob(region.engine).run(signal)
  expect((await summary()).countedAt).toBeNull()
})

it.skipIf(plansAreSpread)(
  'reads a page along the index of its scope, whatever the portal holds beside',
  async () => {
    const { db, places, people } = region
    await db.query(sql`
    insert into quality_finding (owner_id, kind, type, field, message, institution_id, district_id, city_id,
        province_id)
    select 1 + n % 7, 'missing', 'paper', '', '没有论文', 1000 + n % 200, 300 + n % 40, 100 + n % 10,
      ${places.province}
    from generate_series(1, 8000) n`)
    const plans = await openPlanReader(region.ownerUrl)
    try {
      for (const [who, role, index] of [
        [people.school, 3, 'institution'],
        [people.area, 4, 'district'],
        [people.city, 5, 'city'],
      ] as const) {
        const plan = await plans.planOf(
          findingStatement(actorOf(who, role), findingQuery.parse({ kind: 'missing' })),
        )
        expect(plan).toContain(`quality_finding_${index}`)
        expect(plan).not.toContain('Seq Scan on quality_finding')
      }
    } finally {
      await plans.close()
    }
  },
)
