import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { myReviewPage, type MyReviewPage } from '../../../catalogue/contract/archive/my-reviews.ts'
import { actorOf, testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture, study } from '../../app/testing/test-values.ts'
import { openPlanReader, plansAreSpread } from '../../platform/db/testing/test-plans.ts'
import { sql } from '../../platform/db/sql.ts'
import { decidedStatement } from './decided.ts'

const url = '/api/v1/records/studyExperience'
const mine = '/api/v1/reviews/mine'
let region: Region
beforeAll(async () => void (region = await testRegion('my-reviews')))
afterAll(() => region.close())

let year = 1990
async function submitted(who: Person): Promise<string> {
  year += 1
  const made = await who.post(url, {
    ...study,
    studyMode: '3',
    startMonth: `${year}-09`,
    endMonth: '2022-06',
    attachments: [await picture(region, who)],
  })
  expect((await who.post(`${url}/${made.data.id}/submit`, {})).msg).toBe('ok')
  return made.data.id
}

const read = async (who: Person, query = '') =>
  myReviewPage.parse((await who.get<MyReviewPage>(`${mine}${query}`)).data)

describe('what I decided', () => {
  it('is told newest first, with the reasons given, where the record stands now, and what may be undone', async () => {
    const { teacher, school } = region.people
    const [passed, returned] = [await submitted(teacher), await submitted(teacher)]
    await school.post(`${url}/${passed}/approve`, {})
    await school.post(`${url}/${returned}/return`, {
      reason: '请核对',
      fields: [
        { key: 'endMonth', reason: '与证书不符' },
        { key: 'attachments', reason: '看不清' },
      ],
    })
    const { list, total, types } = await read(school)
    expect(total).toBe(2)
    expect(list).toMatchObject([
      {
        recordId: returned,
        act: 'return',
        reason: '请核对',
        fields: [
          { label: '毕业年月', reason: '与证书不符' },
          { label: '佐证材料', reason: '看不清' },
        ],
        state: 'returned',
        undoUntil: null,
      },
      { recordId: passed, act: 'approve', state: 'approved', stateLevel: null, title: '学习经历' },
    ])
    expect(list[1]?.undoUntil).not.toBeNull()
    expect(list[1]?.link).toBe(`/examinePage/examineaXX?tab=studyExperience&id=${passed}&state=done`)
    expect(types.map(({ type }) => type)).toContain('studyExperience')
    expect(types.map(({ type }) => type)).not.toContain('contactInfo')
    // The owner mends what came back: to the office it still stands returned, for a draft is the owner's
    // alone.
    const view = await teacher.get<{ version: number }>(`${url}/${returned}`)
    await teacher.put(`${url}/${returned}`, { major: '汉语言', version: view.data.version })
    expect((await read(school)).list[0]).toMatchObject({ state: 'returned' })

    await school.post(`${url}/${passed}/undo`, {})
    const after = (await read(school)).list
    expect(after.map(({ act }) => act)).toEqual(['undo', 'return', 'approve'])
    expect(after[2]).toMatchObject({ state: 'inReview', stateLevel: 'school', undoUntil: null })
    expect(after[2]?.link).toBe(`/examinePage/examineaXX?tab=studyExperience&id=${passed}`)
  })

  it('is narrowed by kind, decision and day, and refuses what is none of them by name', async () => {
    const { school } = region.people
    const acts = async (query: string) => (await read(school, query)).list.map(({ act }) => act)
    expect(await acts('?decision=passed')).toEqual(['approve'])
    expect(await acts('?decision=returned&type=studyExperience')).toEqual(['return'])
    expect(await acts('?type=paper')).toEqual([])
    expect(await acts('?to=2020-01-01')).toEqual([])
    expect(await acts('?from=2020-01-01&pageSize=1')).toEqual(['undo'])
    for (const [query, field] of [
      ['?type=contactInfo', 'type'],
      ['?type=constructor', 'type'],
      ['?decision=x', 'decision'],
      ['?from=2020-13-01', 'from'],
      ['?to=yesterday', 'to'],
      ['?from=2021-01-01&to=2020-01-01', 'from'],
      ['?pageSize=101', 'pageSize'],
    ]) {
      const answer = await school.get(`${mine}${query}`)
      expect([answer.status, answer.data.errors.map((one) => one.field)], query).toEqual([400, [field]])
    }
  })

  it('is mine alone, within my scope of today, and nobody else’s', async () => {
    const { teacher, school, school2, area, admin, expert } = region.people
    expect((await read(school)).total).toBe(3)
    for (const other of [school2, area]) expect((await read(other)).total).toBe(0)
    for (const none of [teacher, admin, expert]) expect((await none.get(mine)).status).toBe(403)
    const names = (await teacher.get<{ list: { what: string }[] }>('/api/v1/user/archiveReads')).data.list
    expect(names.map(({ what }) => what)).toContain('审核列表中的学习经历')
    // Who has left my scope is no longer told of.
    const { places, db } = region
    const move = (to: number) =>
      db.query(sql`update revision set institution_id = ${to} where owner_id = ${teacher.teacherId}`)
    await move(places.otherSchool)
    expect((await read(school)).total).toBe(0)
    await move(places.school)
  })

  it.skipIf(plansAreSpread)('walks the decisions of one officer by their index', async () => {
    await region.db.query(sql`
      insert into revision_event (owner_id, id, revision_id, record_id, by_identity, action)
      select 1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1000000 + n % 500, 'approve'
      from generate_series(1, 20000) n`)
    const plans = await openPlanReader(region.ownerUrl)
    const types = ['studyExperience']
    const asked = { page: 1, pageSize: 20, types, from: null, to: null }
    const actor = actorOf(region.people.school, 3)
    const text = await plans.planOf(decidedStatement({ engine: region.engine, actor }, asked))
    await plans.close()
    expect(text).toContain('revision_event_actor')
  })
})
