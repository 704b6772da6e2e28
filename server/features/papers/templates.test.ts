import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TemplateLine } from '../../../catalogue/contract/blueprint-templates.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { carryPapers } from '../../engine/papers/index.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
/** A teacher of another school of the same district. */
let neighbour: Person
beforeAll(async () => {
  region = await testRegion('blueprint-templates')
  neighbour = await region.add(2, region.places.sibling, '许老师')
})
beforeEach(() => region.db.execute(sql`delete from blueprint_template`))
afterAll(() => region.close())

const base = '/api/v1/examPaper/templates'
const template = (over: object = {}) => ({
  title: '期中 6:3:1',
  schoolStage: '3',
  subject: '14',
  blueprint: {
    rows: [{ form: '01', count: 10, score: 3, points: [5] }],
    rate: 650,
    points: [{ point: 5, score: 12 }],
  },
  ...over,
})
async function kept(who: Person, over: object = {}): Promise<number> {
  const made = await who.post<{ id: number }>(base, template(over))
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return made.data.id
}
const list = async (who: Person, query = '') =>
  (await who.get<{ list: TemplateLine[] }>(`${base}?${query}`)).data.list
const ids = async (who: Person, query = '') => (await list(who, query)).map(({ id }) => id)

describe('a template of a blueprint', () => {
  it('is its maker’s alone until he shares it with his school, and no other school’s', async () => {
    const { teacher, colleague, school } = region.people
    const id = await kept(teacher)
    expect(await ids(teacher)).toEqual([id])
    for (const who of [colleague, school, neighbour]) expect(await ids(who)).toEqual([])
    expect((await teacher.put(`${base}/${id}`, { title: '期中', shared: true, version: 1 })).msg).toBe('ok')
    expect(await list(colleague)).toMatchObject([
      { id, title: '期中', own: false, shared: true, author: expect.stringMatching(/./) },
    ])
    expect(await ids(school)).toEqual([id])
    expect(await ids(neighbour)).toEqual([])
    expect((await list(colleague))[0]?.blueprint.rows[0]?.points).toEqual([5])
  })

  it('of an office is used in its region, and found by stage and subject', async () => {
    const { area, teacher } = region.people
    const id = await kept(area, { shared: true })
    const other = await kept(teacher, { subject: '13' })
    expect(await ids(neighbour)).toEqual([id])
    expect(await ids(teacher)).toEqual([other, id])
    expect(await ids(teacher, 'schoolStage=3&subject=14')).toEqual([id])
    expect((await list(teacher, 'subject=14'))[0]).toMatchObject({ author: null, own: false })
  })

  it('is changed and deleted by its maker only, and a lost race is told', async () => {
    const { teacher, colleague, school } = region.people
    const id = await kept(teacher, { shared: true })
    for (const who of [colleague, school, neighbour]) {
      expect((await who.put(`${base}/${id}`, { title: '改', shared: false, version: 1 })).status).toBe(404)
      expect((await who.del(`${base}/${id}`)).status).toBe(404)
    }
    expect((await teacher.put(`${base}/${id}`, { title: '改', shared: true, version: 1 })).status).toBe(200)
    expect((await teacher.put(`${base}/${id}`, { title: '再改', shared: true, version: 1 })).status).toBe(409)
    expect((await teacher.del(`${base}/${id}`)).msg).toBe('ok')
    expect((await teacher.del(`${base}/${id}`)).status).toBe(404)
  })

  it('refuses what is no blueprint, each at its field', async () => {
    const { teacher, expert } = region.people
    const fields = async (over: object) => {
      const { status, data } = await teacher.post<{ errors: { field: string }[] }>(base, template(over))
      return [status, ...data.errors.map(({ field }) => field)]
    }
    expect(await fields({ title: ' ' })).toEqual([400, 'title'])
    expect(await fields({ subject: 'x9' })).toEqual([400, 'subject'])
    expect(await fields({ schoolStage: '' })).toEqual([400, 'schoolStage'])
    expect(await fields({ blueprint: { rows: [] } })).toEqual([400, 'blueprint.rows'])
    expect((await expert.get(base)).status).toBe(403)
  })

  it('goes to the successor of its school', async () => {
    const { teacher, colleague } = region.people
    const id = await kept(teacher, { shared: true })
    const { school, sibling } = region.places
    await region.db.transaction((tx) => carryPapers(tx, school, sibling))
    expect(await ids(neighbour)).toEqual([id])
    expect(await ids(colleague)).toEqual([])
    // It is still its maker's.
    expect(await ids(teacher)).toEqual([id])
  })
})
