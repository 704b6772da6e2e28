import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordersOf } from '../../../catalogue/contract/case-query.ts'
import type { CaseBatchDone, CasePage, CaseView } from '../../../catalogue/contract/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { processes } from '../../../catalogue/processes/processes.ts'
import { processPath } from '../../../catalogue/processes/reading.ts'
import { testRegion, type Answer, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('several_cases')
})
afterAll(() => region.close())

const base = processPath(processes.roster)
type Fault = { errors: { field: string; message: string }[] }
const listOf = async (who: Person, query: string): Promise<Answer<CasePage & Fault>> =>
  who.get(`${base}?${query}`)
const moved = async (who: Person, body: object): Promise<Answer<CaseBatchDone & Fault>> =>
  who.post(`${base}/moves`, body)

/** A roster of the school that waits for the district. */
async function handedIn(title: string, rosterYear: number): Promise<{ id: string; version: number }> {
  const { school } = region.people
  const value = { title, rosterYear, rosterKind: '骨干教师', people: [{ name: '林疏影', org: '东区一中' }] }
  const begun: Answer<CaseView> = await school.post(base, { about: { office: true }, value })
  expect(begun.msg).toBe('ok')
  const sent: Answer<CaseView> = await school.post(`${base}/${begun.data.id}/submit`, {
    version: begun.data.version,
  })
  expect(sent.data.state).toBe('pendingConfirm')
  return { id: sent.data.id, version: sent.data.version }
}

describe('one move of several cases', () => {
  it('makes each that is allowed, says of the others why not, and does nothing twice', async () => {
    const { school, area, otherArea, teacher } = region.people
    const one = await handedIn('甲', 2026)
    const other = await handedIn('乙', 2027)
    const stale = await handedIn('丙', 2025)
    const waiting = (await listOf(area, 'queue=mine')).data.list
    expect(waiting.map(({ moves = [] }) => moves.map(({ name }) => name))).toEqual(
      Array.from({ length: 3 }, () => ['confirm', 'return']),
    )
    expect((await listOf(school, 'queue=open')).data.list.every(({ moves }) => moves === undefined)).toBe(
      true,
    )
    const items = [one, other, { ...stale, version: stale.version + 1 }]
    // Whoever is no party learns nothing of the cases, and nothing happens to them.
    const foreign = await moved(otherArea, { move: 'confirm', items })
    expect([foreign.data.success, ...foreign.data.results.map(({ ok }) => ok)]).toEqual([
      0,
      false,
      false,
      false,
    ])
    expect((await moved(teacher, { move: 'confirm', items })).status).toBe(403)
    const done = await moved(area, { move: 'confirm', items })
    expect(done.data.results.map(({ ok, message }) => [ok, message])).toEqual([
      [true, null],
      [true, null],
      [false, '该事项刚被他人办过，请刷新后再看'],
    ])
    // Whose answer was lost sends it again, and is told that it is done; it was done once.
    const again = await moved(area, { move: 'confirm', items: [one, other] })
    expect(again.data.success).toBe(2)
    const { data } = await area.get<CaseView>(`${base}/${one.id}`)
    expect([data.version, data.timeline.filter(({ move }) => move === 'confirm').length]).toEqual([
      one.version + 1,
      1,
    ])
    expect((await moved(otherArea, { move: 'confirm', items: [one] })).data.success).toBe(0)
    const silent = await moved(area, { move: 'return', items: [stale] })
    expect(silent.data.results[0]).toMatchObject({ ok: false, message: '请写明原因' })
    expect((await moved(area, { move: 'return', reason: '缺学科', items: [stale] })).data.success).toBe(1)
    const back = (await listOf(school, 'state=draft')).data.list.map(({ id, version }) => ({ id, version }))
    expect((await moved(school, { move: 'cancel', items: back })).data.success).toBe(1)
  })

  it('wants a move and one to a hundred cases', async () => {
    const { area } = region.people
    const item = { id: '00000000-0000-4000-8000-000000000000', version: 1 }
    for (const [body, field] of [
      [{ items: [item] }, 'move'],
      [{ move: 'confirm', items: [] }, 'items'],
      [{ move: 'confirm', items: Array.from({ length: 101 }, () => item) }, 'items'],
      [{ move: 'confirm', items: [{ id: 'x', version: 1 }] }, 'items.0.id'],
    ] as const) {
      const { status, data } = await moved(area, body)
      expect([status, data.errors[0]?.field]).toEqual([400, field])
    }
    const unknown = await moved(area, { move: 'explode', items: [item] })
    expect(unknown.data.results).toEqual([{ id: item.id, ok: false, message: expect.any(String) }])
  })
})

describe('the order of a list of cases', () => {
  it('is by a column of the list, rising and falling', async () => {
    const { school } = region.people
    await handedIn('丁', 2028)
    await handedIn('戊', 2024)
    const years = async (sort: string) =>
      (await listOf(school, `sort=${sort}`)).data.list.map(({ value }) => Number(value['rosterYear']))
    const rising = await years('rosterYear')
    expect(rising).toEqual(rising.toSorted((a, b) => a - b))
    expect(await years('-rosterYear')).toEqual(rising.toReversed())
    expect(rising.length).toBeGreaterThan(3)
    const { status, data } = await listOf(school, 'sort=people')
    expect([status, data.errors[0]]).toMatchObject([400, { field: 'sort', message: '不能按这一列排序' }])
  })

  it.each(Object.values(processes).map((one: AnyProcess) => [one.name, one] as const))(
    'of %s: every order it offers is answered',
    async (_, definition) => {
      const { city } = region.people
      const orders = ordersOf(definition)
      expect(orders).toContain('updatedAt')
      for (const order of orders)
        for (const sort of [order, `-${order}`])
          expect((await city.get(`${processPath(definition)}?queue=open&sort=${sort}`)).status).toBe(200)
    },
  )
})
