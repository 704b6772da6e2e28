import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boardKeys, type BoardKey } from '../../../catalogue/boards/board.ts'
import { defaultLayouts } from '../../../catalogue/boards/defaults.ts'
import { boardDetail, boardLines, screen } from '../../../catalogue/contract/analysis/boards.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('boards')))
afterAll(() => region.close())

const on = async (who: Person, key: BoardKey = 'dataLarge', query = '') => {
  const answer = await who.get(`/api/v1/screen/${key}${query}`)
  expect([key, query, answer.status, answer.msg]).toEqual([key, query, 200, 'ok'])
  return screen.parse(answer.data)
}
const detail = async (who: Person, key: BoardKey = 'dataLarge') =>
  boardDetail.parse((await who.get(`/api/v1/boards/${key}`)).data)
const page = { title: '总览', left: [{ panel: 'ageBand' }] }
const layout = (change: object = {}) => ({
  board: 'dataLarge',
  title: '{地区}教师',
  pages: [page],
  ...change,
})

describe('boards', () => {
  it('are the authorities’, every call of them', async () => {
    const { teacher, school, admin, expert, staff } = region.people
    for (const none of [teacher, school, admin, expert, staff]) {
      for (const key of boardKeys) expect((await none.get(`/api/v1/screen/${key}`)).status).toBe(403)
      expect((await none.get('/api/v1/boards')).status).toBe(403)
      expect((await none.get('/api/v1/boards/dataLarge')).status).toBe(403)
      expect((await none.put('/api/v1/boards/dataLarge', { layout: layout(), after: 0 })).status).toBe(403)
      expect((await none.post('/api/v1/screen/dataLarge/preview', { layout: layout() })).status).toBe(403)
      expect((await none.get('/api/v1/board-shares')).status).toBe(403)
    }
    expect((await region.app.inject({ url: '/api/v1/screen/dataLarge' })).statusCode).toBe(401)
  })

  it.each(boardKeys)('%s has every panel of its layout, each with its time', async (key) => {
    const shown = await on(region.people.city, key)
    const named = defaultLayouts[key].pages.flatMap(({ headline, left, centre, right, bottom }) =>
      [headline, left, centre, right, bottom].flat().map(({ panel }) => panel),
    )
    expect(new Set(Object.keys(shown.panels))).toEqual(new Set(named))
    for (const [name, { panel, fault }] of Object.entries(shown.panels))
      expect([name, panel?.key, fault, panel?.cells.some(({ opens }) => opens)]).toEqual([
        name,
        name,
        undefined,
        false,
      ])
    expect(shown).toMatchObject({ board: key, demo: false, frozen: false, basis: 'personnel' })
    expect(shown.waiting.every(({ waitsFor }) => waitsFor !== '')).toBe(true)
  })

  it('step down within the scope; what lies outside answers like what is missing', async () => {
    const { area, city } = region.people
    const { places } = region
    const whole = await on(city)
    expect(whole.path.map(({ id }) => id)).toEqual([places.city])
    expect(whole.places.map(({ id }) => id)).toContain(places.district)
    const below = await on(city, 'dataLarge', `?institution=${places.otherDistrict}`)
    expect(below.path.map(({ id }) => id)).toEqual([places.city, places.otherDistrict])
    for (const id of [places.city, places.otherDistrict, places.school, 999_999_999])
      expect((await area.get(`/api/v1/screen/dataLarge?institution=${id}`)).status).toBe(404)
  })

  it('are found by the code of an area as the fixed call says', async () => {
    const { city, area } = region.people
    await region.db.execute(
      sql`update institution set area_code = '441704' where id = ${region.places.district}`,
    )
    expect((await on(city, 'dataLarge', '?area_code=441704')).place).toMatchObject({
      id: region.places.district,
      area: '阳东区',
    })
    expect((await on(city, 'dataLarge', '?area_code=')).place.id).toBe(region.places.city)
    const outside = await area.get('/api/v1/screen/dataLarge?area_code=110000')
    expect([outside.status, outside.data.errors[0]?.field]).toEqual([400, 'area_code'])
  })

  it('refuse in words what they do not understand', async () => {
    const { city } = region.people
    for (const [url, field] of [
      ['/api/v1/screen/other', 'key'],
      ['/api/v1/screen/dataLarge?institution=x', 'institution'],
      ['/api/v1/screen/dataLarge?area_code=44', 'area_code'],
      ['/api/v1/boards/other', 'key'],
      ['/api/v1/boards/dataLarge/versions/x', 'version'],
    ] as const) {
      const answer = await city.get(url)
      expect([url, answer.status, answer.data.errors[0]?.field]).toEqual([url, 400, field])
    }
    expect((await city.get('/api/v1/boards/dataLarge/versions/99')).status).toBe(404)
  })
})

describe('a layout', () => {
  it('is refused with the place of what is wrong, saved and previewed alike', async () => {
    const { city } = region.people
    const wrong = layout({ pages: [{ title: '总览', left: [{ panel: 'party' }] }] })
    for (const answer of [
      await city.put('/api/v1/boards/dataLarge', { layout: wrong, after: 0 }),
      await city.post('/api/v1/screen/dataLarge/preview', { layout: wrong }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.data.errors).toEqual([
        { field: 'pages.0.left.0.panel', message: '第 1 页，左栏第 1 项，面板：没有“party”这个面板' },
      ])
    }
    expect((await detail(city)).version).toBe(0)
  })

  it('is previewed without being saved', async () => {
    const { city, area } = region.people
    const body = { layout: layout(), institution: region.places.district }
    const shown = screen.parse((await city.post('/api/v1/screen/dataLarge/preview', body)).data)
    expect(Object.keys(shown.panels)).toEqual(['ageBand'])
    expect(shown.place.id).toBe(region.places.district)
    expect((await detail(city)).origin).toBe('declared')
    const outside = { layout: layout(), institution: region.places.city }
    expect((await area.post('/api/v1/screen/dataLarge/preview', outside)).status).toBe(404)
  })

  it('holds for the office and those below it, until one of them saves its own; each save is a version', async () => {
    const { city, area } = region.people
    const saved = await city.put('/api/v1/boards/dataLarge', { layout: layout(), after: 0, note: '去掉职称' })
    expect(boardDetail.parse(saved.data)).toMatchObject({ origin: 'own', version: 1 })
    expect(await detail(area)).toMatchObject({ origin: 'above', version: 0, layout: { title: '{地区}教师' } })
    expect(Object.keys((await on(area)).panels)).toEqual(['ageBand'])

    const own = layout({ title: '本县教师', refreshSeconds: 30 })
    expect((await area.put('/api/v1/boards/dataLarge', { layout: own, after: 0 })).status).toBe(200)
    expect(await detail(area)).toMatchObject({ origin: 'own', layout: { refreshSeconds: 30 } })
    expect(await detail(city)).toMatchObject({ version: 1, layout: { refreshSeconds: 60 } })

    // Who saves over a save that they did not see is told so.
    const late = await area.put('/api/v1/boards/dataLarge', { layout: own, after: 0 })
    expect([late.status, late.msg]).toEqual([409, '该大屏的布局刚被他人保存过，请打开最新的一版再改'])

    const reset = await area.put('/api/v1/boards/dataLarge', { layout: null, after: 1 })
    expect(boardDetail.parse(reset.data)).toMatchObject({ origin: 'above', version: 2 })
    const first = await area.get('/api/v1/boards/dataLarge/versions/1')
    expect(first.data).toMatchObject({ layout: { title: '本县教师' } })
    expect((await area.get('/api/v1/boards/dataLarge/versions/2')).data).toEqual({ layout: null })
    const lines = boardLines.parse((await area.get('/api/v1/boards')).data).list
    expect(lines.map(({ board, origin, version }) => [board, origin, version])).toEqual([
      ['dataLarge', 'above', 2],
      ['datashow', 'declared', 0],
      ['datatrain', 'declared', 0],
    ])
    const audit = await region.db.query<{ facts: { version: number } }>(
      sql`select facts from audit where action = 'board.laidOut' and by_identity = ${area.identityId} order by id`,
    )
    expect(audit.map(({ facts }) => facts.version)).toEqual([1, 2])
  })

  it('saved by many at once is saved once', async () => {
    const { province } = region.people
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => province.put('/api/v1/boards/datatrain', { layout: null, after: 0 })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409, 409, 409])
  })

  it('can switch a board off', async () => {
    const { city } = region.people
    const { version } = await detail(city)
    await city.put('/api/v1/boards/dataLarge', { layout: layout({ enabled: false }), after: version })
    const answer = await city.get('/api/v1/screen/dataLarge')
    expect([answer.status, answer.msg]).toEqual([409, '该大屏已停用，可在大屏设置中启用'])
    await city.put('/api/v1/boards/dataLarge', { layout: null, after: version + 1 })
    expect((await on(city)).layout).toEqual(defaultLayouts.dataLarge)
  })
})
