import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ComplaintLine } from '../../../catalogue/contract/complaints.ts'
import type { LibraryItem, LibraryLine } from '../../../catalogue/contract/library.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { processingOf } from '../../app/processing.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { runClock } from '../../engine/processes/index.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

let region: Region
beforeAll(async () => {
  region = await testRegion('complaints')
})
beforeEach(async () => {
  await region.db.execute(sql`update content set frozen_by = null`)
  for (const table of ['resource_complaint', 'shelf', 'favourite', 'use_event', 'content'])
    await region.db.execute(sql`delete from ${sql.id(table)}`)
})
afterAll(() => region.close())

const contents = '/api/v1/contents/resource'
const cases = '/api/v1/infringementComplaint'

async function step(who: Person, id: number): Promise<void> {
  const { version } = (await who.get<ContentView>(`${contents}/${id}`)).data
  expect((await who.post(`${contents}/${id}/publish`, { version })).msg).toBe('ok')
}

/** A resource of the teacher that school and district agreed to. */
async function shared(): Promise<number> {
  const { teacher, school, area } = region.people
  const made = await teacher.post<ContentView>(contents, {
    value: {
      title: '一元二次方程的图象解法',
      resourceKind: '02',
      schoolStage: '3',
      subject: '14',
      author: '林疏影',
      shareScope: '2',
      file: await picture(region, teacher),
      isOriginal: true,
      licence: '3',
      statement: true,
    },
  })
  for (const who of [teacher, school, area]) await step(who, made.data.id)
  return made.data.id
}

const words = {
  name: '顾望舒',
  contact: '13800000000',
  work: '《图象法解方程》课件',
  words: '该课件第 3 至 18 页与我 2024 年发表的课件逐字相同，没有得到许可。',
}
const complain = (who: Person, id: number, body: object = words) =>
  who.post(`/api/v1/home/resource/${id}/complaint`, body)
const waiting = async (who: Person) =>
  (await who.get<{ list: ComplaintLine[] }>('/api/v1/complaint')).data.list
const view = async (who: Person, id: string) => (await who.get<CaseView>(`${cases}/${id}`)).data
async function move(who: Person, id: string, name: string, more: object = {}) {
  const { version } = await view(who, id)
  return who.post<CaseView>(`${cases}/${id}/${name}`, { version, ...more })
}
const item = (who: Person, id: number) => who.get<LibraryItem>(`/api/v1/library/resource/${id}`)
const titles = async (who: Person) =>
  (await who.get<{ list: LibraryLine[] }>('/api/v1/library/resource')).data.list.map(({ title }) => title)

/** A case of a complaint about a shared resource, begun by the district. */
async function begun(): Promise<{ readonly content: number; readonly id: string }> {
  const { colleague, area } = region.people
  const content = await shared()
  expect((await complain(colleague, content)).msg).toBe('ok')
  const [line] = await waiting(area)
  const taken = await area.post<{ caseId: string }>(`/api/v1/complaint/${line?.id ?? ''}/case`, {})
  expect(taken.msg).toBe('ok')
  return { content, id: taken.data.caseId }
}
/** Lets the clock act as if the dates of a case had come. */
async function clockAfter(id: string): Promise<void> {
  await region.db.execute(sql`
    update process_case
    set acts_on = (now() at time zone 'Asia/Shanghai')::date - 1,
      value = value || ${sql.json(Object.fromEntries(['counterBy', 'restoreOn'].map((key) => [key, addDays(today(), -2)])))}
    where id = ${id}::uuid`)
  await runClock(processingOf(region.engine), new AbortController().signal)
}

describe('a complaint', () => {
  it('reaches the office that gave the reach, with the contact for it alone', async () => {
    const { colleague, area, school, city, teacher } = region.people
    const id = await shared()
    expect((await complain(colleague, id)).msg).toBe('ok')
    expect(await waiting(area)).toMatchObject([{ contentId: id, ...words, title: '一元二次方程的图象解法' }])
    for (const who of [school, city]) expect(await waiting(who)).toEqual([])
    for (const who of [teacher, colleague]) expect((await who.get('/api/v1/complaint')).status).toBe(403)
    const kept = await region.db.one<{ all: string }>(
      sql`select string_agg(x::text, '') as all from resource_complaint x`,
    )
    expect(kept.all).not.toContain(words.contact)
    const told = await area.get<{ list: { title: string }[] }>('/api/v1/userSystemMessage?kind=3')
    expect(told.data.list[0]?.title).toBe('侵权投诉：一元二次方程的图象解法')
  })

  it('is taken only about what the complainant can read, and with all that is asked', async () => {
    const { colleague, stranger } = region.people
    const id = await shared()
    expect((await complain(stranger, id)).status).toBe(404)
    for (const [key, value] of [
      ['name', '顾'],
      ['contact', '1'],
      ['work', ''],
      ['words', '抄我的'],
    ] as const) {
      const refused = await complain(colleague, id, { ...words, [key]: value })
      expect([refused.status, JSON.stringify(refused.data)]).toEqual([400, expect.stringContaining(key)])
    }
    expect((await complain(colleague, id + 1000)).status).toBe(404)
  })

  it('becomes one case, of the office it was for', async () => {
    const { area, city, school } = region.people
    const { id } = await begun()
    const line = await region.db.one<{ id: string }>(sql`select id from resource_complaint`)
    for (const who of [school, city])
      expect((await who.post(`/api/v1/complaint/${line.id}/case`, {})).status).toBe(404)
    const again = await area.post<{ caseId: string }>(`/api/v1/complaint/${line.id}/case`, {})
    expect(again.data.caseId).toBe(id)
    expect(await waiting(area)).toEqual([])
    const own = await area.get<{ list: ComplaintLine[] }>(`/api/v1/complaint?case=${id}`)
    expect(own.data.list).toMatchObject([{ contact: words.contact }])
    expect((await city.get<{ list: unknown[] }>(`/api/v1/complaint?case=${id}`)).data.list).toEqual([])
  })
})

describe('a resource under complaint', () => {
  it('is shown to nobody, read by its author, and changed by nobody', async () => {
    const { colleague, teacher, area } = region.people
    const { content, id } = await begun()
    expect((await teacher.get(`${cases}/${id}`)).status).toBe(404)
    expect((await colleague.post(`/api/v1/resource/${content}/favorite`, {})).msg).toBe('ok')
    expect((await move(area, id, 'accept')).data).toMatchObject({ state: 'answering' })
    expect(await titles(colleague)).toEqual([])
    expect((await item(colleague, content)).data).toMatchObject({ gone: true, file: null })
    expect((await colleague.get(`/api/v1/resource/${content}/download`)).status).toBe(409)
    const own = await teacher.get<ContentView>(`${contents}/${content}`)
    expect(own.data).toMatchObject({ shown: 'frozen', can: [] })
    for (const act of ['takeDown', 'publish'])
      expect(
        (await teacher.post(`${contents}/${content}/${act}`, { version: own.data.version })).status,
      ).toBe(409)
    expect((await view(teacher, id)).state).toBe('answering')
  })

  it('comes back by the clock after a counter-statement', async () => {
    const { colleague, teacher, area } = region.people
    const { content, id } = await begun()
    await move(area, id, 'accept')
    expect((await move(teacher, id, 'counter')).status).toBe(400)
    const { version } = await view(teacher, id)
    const saved = await teacher.put<CaseView>(`${cases}/${id}`, {
      version,
      value: { counter: '课件由本人 2023 年制作，附有当年的教研记录。' },
    })
    expect(saved.msg).toBe('ok')
    const countered = await move(teacher, id, 'counter')
    expect(countered.data.state).toBe('waiting')
    expect(countered.data.value['restoreOn']).toMatch(/^\d{4}-\d\d-\d\d$/)
    await clockAfter(id)
    expect((await view(area, id)).state).toBe('restored')
    expect(await titles(colleague)).toEqual(['一元二次方程的图象解法'])
    expect((await teacher.get<ContentView>(`${contents}/${content}`)).data.shown).toBe('now')
  })

  it('is taken down by the office where the author says nothing, and by the author who agrees', async () => {
    const { colleague, teacher, area, school } = region.people
    const silent = await begun()
    await move(area, silent.id, 'accept')
    expect((await colleague.get(`${cases}/${silent.id}`)).status).toBe(404)
    expect((await move(school, silent.id, 'concede')).status).toBe(403)
    await clockAfter(silent.id)
    expect((await view(area, silent.id)).state).toBe('unanswered')
    expect((await move(school, silent.id, 'remove', { reason: '逾期' })).status).toBe(403)
    expect((await move(area, silent.id, 'remove', { reason: '作者逾期没有答复' })).data.state).toBe('removed')
    const taken = (await teacher.get<ContentView>(`${contents}/${silent.content}`)).data
    expect(taken).toMatchObject({ state: 'takenDown', live: null })
    const agreed = await begun()
    await move(area, agreed.id, 'accept')
    expect((await move(teacher, agreed.id, 'concede')).data.state).toBe('removed')
    expect(await titles(colleague)).toEqual([])
  })

  it('comes back at once where the complaint is withdrawn, and is not touched where it is refused', async () => {
    const { colleague, area } = region.people
    const refused = await begun()
    expect((await move(area, refused.id, 'refuse')).status).toBe(400)
    expect((await move(area, refused.id, 'refuse', { reason: '没有附权利证明' })).data.state).toBe('refused')
    expect(await titles(colleague)).toEqual(['一元二次方程的图象解法'])
    const withdrawn = await begun()
    await move(area, withdrawn.id, 'accept')
    const back = await move(area, withdrawn.id, 'withdraw', { reason: '投诉人来电撤回' })
    expect(back.data.state).toBe('restored')
    expect(await titles(colleague)).toHaveLength(2)
  })
})
