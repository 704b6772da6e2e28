import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AfterRuleView } from '../../../catalogue/contract/administration/after-rules.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { kept, rule, url } from './test-rules.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('after_keeping')))
afterAll(() => region.close())

describe('who keeps rules', () => {
  it('is an authority, each its own; nobody else even reads them', async () => {
    const { teacher, school, admin, expert, area, otherArea } = region.people
    const { no, editNo } = await kept(area, rule())
    for (const who of [teacher, school, admin, expert])
      for (const answer of [
        await who.get(url),
        await who.post(url, { body: rule() }),
        await who.post(`${url}/dry-run`, { body: rule() }),
        await who.put(`${url}/${no}`, { editNo, body: rule() }),
        await who.put(`${url}/${no}/state`, { editNo, on: false }),
        await who.del(`${url}/${no}`),
        await who.get(`${url}/${no}/runs`),
        await who.post(`${url}/${no}/again`, {}),
      ])
        expect(answer.status).toBe(403)
    expect((await otherArea.get<{ list: AfterRuleView[] }>(url)).data.list).toEqual([])
    for (const answer of [
      await otherArea.put(`${url}/${no}`, { editNo, body: rule() }),
      await otherArea.put(`${url}/${no}/state`, { editNo, on: false }),
      await otherArea.del(`${url}/${no}`),
      await otherArea.get(`${url}/${no}/runs`),
      await otherArea.post(`${url}/${no}/again`, {}),
    ])
      expect(answer.status).toBe(404)
  })

  it('of two who change one rule at once one is told that it changed', async () => {
    const { area } = region.people
    const { no, editNo } = await kept(area, rule())
    const both = await Promise.all(
      ['甲版本', '乙版本'].map((title) => area.put(`${url}/${no}`, { editNo, body: rule({ title }) })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await area.put(`${url}/${no}/state`, { editNo, on: false })).status).toBe(409)
    expect((await area.del(`${url}/${no}`)).msg).toBe('ok')
    expect((await area.del(`${url}/${no}`)).status).toBe(404)
  })

  it('keeps twenty at most', async () => {
    const { city } = region.people
    for (let n = 0; n < 20; n += 1) await kept(city, rule())
    const more = await city.post(url, { body: rule() })
    expect([more.status, more.msg]).toEqual([409, '一个单位至多 20 条规则，请先删除不用的'])
  })
})

describe('a rule that makes no sense', () => {
  it.each([
    [{ title: '' }, 'body.title'],
    [{ when: 'later' }, 'body.when'],
    [{ type: 'nothing' }, 'type'],
    [{ type: 'toString' }, 'type'],
    [{ place: 999_999 }, 'place'],
    [{ if: { field: 'nothing', filled: true } }, 'if'],
    [{ if: { field: 'educationCertNo', filled: true } }, 'if'],
    [{ if: { field: 'isHighestEducation', in: [true] } }, 'if'],
    [{ if: { field: 'degreeLevel', in: ['99'] } }, 'if'],
    [{ acts: [] }, 'body.acts'],
    [{ acts: Array.from({ length: 4 }, () => ({ act: 'message', to: 'owner', text: '提醒' })) }, 'body.acts'],
    [{ acts: [{ act: 'approve' }] }, 'body.acts.0.act'],
    [{ acts: [{ act: 'message', to: 'everybody', text: '提醒' }] }, 'body.acts.0.to'],
    [{ acts: [{ act: 'message', to: 'owner', text: '' }] }, 'body.acts.0.text'],
    [{ acts: [{ act: 'todo', to: 'school', text: '办', days: 0 }] }, 'body.acts.0.days'],
    [{ acts: [{ act: 'draft', type: 'rotation', set: {}, copy: {} }] }, 'acts.0'],
    [{ acts: [{ act: 'draft', type: 'salary', set: { a: 1 }, copy: {} }] }, 'acts.0.type'],
    [
      { acts: [{ act: 'draft', type: 'rotation', set: { rotationType: '99' }, copy: {} }] },
      'acts.0.set.rotationType',
    ],
    [{ acts: [{ act: 'draft', type: 'rotation', set: { id: 'x' }, copy: {} }] }, 'acts.0.set.id'],
    [
      { acts: [{ act: 'draft', type: 'rotation', set: {}, copy: { targetUnit: 'startMonth' } }] },
      'acts.0.copy.targetUnit',
    ],
    [
      { acts: [{ act: 'draft', type: 'rotation', set: {}, copy: { targetUnit: 'educationCertNo' } }] },
      'acts.0.copy.targetUnit',
    ],
  ] as const)('%j is refused at %s', async (more, field) => {
    for (const path of [url, `${url}/dry-run`]) {
      const answer = await region.people.area.post(path, { body: { ...rule(), ...more } })
      expect([answer.status, answer.data.errors[0]?.field]).toEqual([400, field])
      expect(answer.data.errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
  })

  it('is about no place outside the region, and no sealed, masked or derived field of any type', async () => {
    const { area } = region.people
    for (const place of [region.places.otherSchool, region.places.city])
      expect((await area.post(url, { body: { ...rule(), place } })).data.errors[0]?.field).toBe('place')
    let tried = 0
    for (const { name, owner, fields } of Object.values(region.engine.records))
      for (const [key, field] of Object.entries(fields)) {
        if (owner !== 'teacher' || (!field.sealed && !field.masked && !field.derived)) continue
        const body = { ...rule(), type: name, if: { field: key, filled: true }, acts: [rule().acts[0]] }
        const answer = await area.post(url, { body })
        expect([`${name}.${key}`, answer.status, answer.data.errors[0]?.field]).toEqual([
          `${name}.${key}`,
          400,
          'if',
        ])
        tried += 1
      }
    expect(tried).toBeGreaterThan(10)
  })
})
