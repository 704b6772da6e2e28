import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { savedViews } from '../../../catalogue/contract/archive/saved-views.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'

const url = '/api/v1/views'
let region: Region
beforeAll(async () => void (region = await testRegion('saved-views')))
afterAll(() => region.close())

const view = (name: string, over: object = {}) => ({
  list: 'review',
  type: 'studyExperience',
  name,
  query: { 'f.studyMode': '1,3', sort: 'waiting' },
  isDefault: false,
  ...over,
})
const of = async (who: Person, list = 'review', type = 'studyExperience') =>
  savedViews.parse((await who.get(`${url}?list=${list}&type=${type}`)).data).list

describe('views of a list', () => {
  it('are kept by each identity alone, in their order, one of them the default', async () => {
    const { school, school2 } = region.people
    for (const [name, isDefault] of [
      ['本科', false],
      ['等得久的', true],
      ['换成默认', true],
    ] as const)
      expect((await school.put(url, view(name, { isDefault }))).msg).toBe('ok')
    expect((await of(school)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['本科', false],
      ['等得久的', false],
      ['换成默认', true],
    ])
    expect(await of(school2)).toEqual([])
    expect(await of(school, 'archive-list')).toEqual([])
    // The same name again replaces it in its place.
    await school.put(url, view('本科', { query: { q: '林' } }))
    expect((await of(school))[0]).toEqual({ name: '本科', query: { q: '林' }, isDefault: false })
    const name = encodeURIComponent('换成默认')
    const gone = () => school.del(`${url}?list=review&type=studyExperience&name=${name}`)
    expect((await school2.del(`${url}?list=review&type=studyExperience&name=${name}`)).status).toBe(404)
    expect([(await gone()).status, (await gone()).status]).toEqual([200, 404])
    expect((await of(school)).map((one) => one.name)).toEqual(['本科', '等得久的'])
  })

  it('hold nothing that the list would refuse, and no number of a person', async () => {
    const { school } = region.people
    for (const [body, field] of [
      [view(''), 'name'],
      [view('长'.repeat(21)), 'name'],
      [view('x', { list: 'else' }), 'list'],
      [view('x', { type: 'constructor' }), 'type'],
      [view('x', { query: { 'f.nothing': '1' } }), 'nothing'],
      [view('x', { query: { sort: 'nothing' } }), 'sort'],
      [view('x', { query: { state: 'nothing' } }), 'queue'],
      [view('x', { query: { state: 'done', sort: 'waiting' } }), 'sort'],
      [view('x', { list: 'archive-list' }), 'sort'],
      [view('x', { query: { place: 'x' } }), 'institutionId'],
      [view('x', { query: { other: '1' } }), 'query.other'],
      [view('x', { query: { q: '449901 19890401 0023' } }), 'query.q'],
      [view('x', { isDefault: 'yes' }), 'isDefault'],
      [view('x', { list: 'cases' }), 'type'],
      [view('x', { list: 'cases', type: 'roster', query: { sort: 'people' } }), 'sort'],
      [view('x', { list: 'cases', type: 'roster', query: { queue: 'all' } }), 'queue'],
      [view('x', { list: 'contents', type: 'noContent' }), 'type'],
      [view('x', { list: 'contents', type: 'notice', query: { 'f.noticeKind': 'x' } }), 'noticeKind'],
      [view('x', { list: 'figures', type: 'noReport' }), 'type'],
      [view('x', { list: 'figures', type: 'training-area', query: { by: 'noTable' } }), 'group_by'],
      [view('x', { list: 'figures', type: 'learning', query: { start: '2026-13' } }), 'start'],
    ] as const) {
      const answer = await school.put(url, body)
      expect([answer.status, answer.data.errors[0]?.field], JSON.stringify(body)).toEqual([400, field])
    }
    expect((await school.get(`${url}?list=review`)).status).toBe(400)
    for (const [list, type, query] of [
      ['cases', 'roster', { queue: 'ended', sort: '-rosterYear', q: '骨干' }],
      ['contents', 'notice', { 'f.noticeKind': '1', size: '50', sort: 'title' }],
      ['figures', 'training-project', { by: 'project', year: '2025', level: '3' }],
      ['figures', 'learning', { by: 'subject', start: '2025-09', area_code: '441702', stage: '3' }],
    ] as const)
      expect((await school.put(url, view('好用', { list, type, query }))).msg).toBe('ok')
  })

  it('are twenty at most, and two devices at once keep one default', async () => {
    const { area } = region.people
    const names = Array.from({ length: 24 }, (_, n) => `视图${n}`)
    const answers = await Promise.all(names.map((name) => area.put(url, view(name, { isDefault: true }))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    const kept = await of(area)
    expect([kept.length, kept.filter(({ isDefault }) => isDefault).length]).toEqual([20, 1])
    expect((await area.put(url, view(kept[0]?.name ?? ''))).status).toBe(200)
  })

  it('belong to offices', async () => {
    const { teacher, admin, expert } = region.people
    for (const none of [teacher, admin, expert]) {
      expect((await none.get(`${url}?list=review&type=studyExperience`)).status).toBe(403)
      expect((await none.put(url, view('x'))).status).toBe(403)
    }
  })
})
