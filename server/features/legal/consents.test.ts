import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ConsentsAnswer } from '../../../catalogue/contract/account/consents.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { builtInEdition } from '../../../catalogue/legal/texts.ts'
import { sampleValue } from '../../engine/publishing/test-content.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { upload } from '../../app/testing/test-values.ts'
import type { Server } from '../../platform/http/server.ts'
import { sql } from '../../platform/db/sql.ts'

const url = '/api/v1/me/consents'
let region: Region
/** Another process on the same database: its caches hear of nothing. */
let beside: Server
beforeAll(async () => {
  region = await testRegion('consents')
  beside = await region.serveBeside()
})
beforeEach(async () => {
  // The log only grows, for the program; the owner of the tables clears it between tests.
  await region.db.execute(sql`delete from content`)
})
afterAll(async () => {
  await beside.close()
  await region.close()
})

type ShowingType = 'goodTeacher' | 'studio' | 'liveBroadcast'

/** A content as its keeper publishes it. */
async function published(who: Person, type: ShowingType, more: object) {
  const value = { ...(await sampleValue(contents[type], () => upload(region, who))), ...more }
  const made = await who.post<ContentView>(`/api/v1/contents/${type}`, { value })
  expect(made.msg, JSON.stringify(made.data)).toBe('ok')
  return publishAnew(who, type, made.data.id)
}
async function publishAnew(who: Person, type: ShowingType, id: number) {
  const { version } = (await who.get<ContentView>(`/api/v1/contents/${type}/${id}`)).data
  const done = await who.post<ContentView>(`/api/v1/contents/${type}/${id}/publish`, { version })
  return { id, ...done }
}

const change = (who: Person, matter: string, act: string) => who.put<ConsentsAnswer>(url, { matter, act })
const states = async (who: Person) => {
  const { matters } = (await who.get<ConsentsAnswer>(url)).data
  return Object.fromEntries(matters.map(({ matter, state, shown }) => [matter, [state, shown]]))
}
const visitor = async (server: Pick<Server, 'inject'>, address: string) =>
  (await server.inject({ url: address })).body
/** Asks until the name is gone, at most a minute. Answers how many seconds that took. */
async function goneAfter(address: string, word: string): Promise<number> {
  const began = Date.now()
  while ((await visitor(beside, address)).includes(word)) {
    if (Date.now() - began > 60_000) throw new Error(`${word} still stands in ${address}`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  return (Date.now() - began) / 1000
}

const me = { name: '林疏影', org: '东区一中' }

describe('a consent that is withdrawn', () => {
  it('takes the public page out of page, front page, search and the caches of other processes within a minute', async () => {
    const { teacher, admin, city } = region.people
    const good = await published(admin, 'goodTeacher', me)
    expect(good.msg).toBe('ok')
    await published(admin, 'goodTeacher', { name: '曾广', org: me.org })
    const studio = await published(city, 'studio', { name: '疏影工作室', host: me.name, org: me.org })
    expect(studio.msg, JSON.stringify(studio.data)).toBe('ok')
    const places = [
      ['/api/v1/goodTeacher', me.name],
      ['/api/v1/portal/home', me.name],
      [`/api/v1/portal/contents/studio/${studio.id}`, me.name],
      ['/api/v1/portal/search?q=疏影工作室', '疏影工作室'],
    ] as const
    for (const [place, word] of places) expect(await visitor(beside, place), place).toContain(word)
    expect((await states(teacher))['publicPage']).toEqual(['none', 2])
    expect((await change(teacher, 'publicPage', 'withdrawn')).msg).toBe('ok')
    expect(await visitor(region.app, '/api/v1/goodTeacher')).not.toContain(me.name)
    for (const [place, word] of places) expect(await goneAfter(place, word), place).toBeLessThan(60)
    expect(await visitor(beside, '/api/v1/goodTeacher')).toContain('曾广')
    expect((await states(teacher))['publicPage']).toEqual(['withdrawn', 0])
    const told = await admin.get<{ list: Message[] }>('/api/v1/userSystemMessage?kind=1&pageSize=20')
    expect(told.data.list[0]?.title).toBe('林疏影撤回了“名师公开页”的同意')
    const again = await publishAnew(admin, 'goodTeacher', good.id)
    expect(JSON.stringify(again.data)).toContain('林疏影撤回了“名师公开页”的同意，本人重新同意以后才能公开')
    expect((await change(teacher, 'publicPage', 'agreed')).msg).toBe('ok')
    expect((await publishAnew(admin, 'goodTeacher', good.id)).msg).toBe('ok')
    expect(await visitor(region.app, '/api/v1/goodTeacher')).toContain(me.name)
  })

  it('takes the photo alone, and the page stays', async () => {
    const { teacher, admin } = region.people
    await change(teacher, 'publicPage', 'agreed')
    const { id } = await published(admin, 'goodTeacher', me)
    const photo = async () => {
      const { data } = JSON.parse(await visitor(region.app, '/api/v1/goodTeacher'))
      return data.list.find((one: { id: number }) => one.id === id)?.photo
    }
    const address: string = (await photo()).url
    const file = async () => (await region.app.inject({ url: address })).statusCode
    expect([address !== '', await file()]).toEqual([true, 200])
    await change(teacher, 'photo', 'withdrawn')
    expect(await photo()).toBeNull()
    expect(await file()).toBe(404)
    await change(teacher, 'byline', 'agreed')
    expect(await file()).toBe(404)
    const versions = await region.db.query(sql`select no from content_version where content_id = ${id}`)
    expect(versions).toHaveLength(2)
    await change(teacher, 'photo', 'agreed')
    expect(await file()).toBe(200)
  })

  it('is of the person alone: others of the same name elsewhere stay', async () => {
    const { teacher, admin } = region.people
    await published(admin, 'goodTeacher', { name: me.name, org: '别处的学校' })
    expect((await states(teacher))['publicPage']?.[1]).toBe(0)
    await change(teacher, 'publicPage', 'withdrawn')
    expect(await visitor(region.app, '/api/v1/goodTeacher')).toContain('别处的学校')
    await change(teacher, 'publicPage', 'agreed')
  })
})

describe('the log', () => {
  it('holds what was agreed to at the first sign-in, each act once, and only grows', async () => {
    const { colleague } = region.people
    await colleague.post('/api/v1/account/legal', {
      texts: [{ name: 'userAgreement', edition: builtInEdition }],
    })
    for (const _ of [1, 2]) await change(colleague, 'byline', 'withdrawn')
    await change(colleague, 'byline', 'agreed')
    const { log } = (await colleague.get<ConsentsAnswer>(url)).data
    expect(log.map(({ act, title }) => `${act}${title}`)).toEqual([
      '同意公开署名',
      '撤回同意公开署名',
      '同意用户协议',
    ])
    await expect(region.db.execute(sql`update consent_log set act = 'agreed'`)).rejects.toThrow(
      'permission denied',
    )
    const lines = await region.db.query(sql`
      select facts ->> 'matter' as matter from audit where action = 'consent.withdrawn' and person_id = ${colleague.personId}`)
    expect(lines).toHaveLength(1)
  })

  it('is the own one: strangers, other eyes and bad input are refused', async () => {
    const { teacher, admin, colleague } = region.people
    expect((await region.app.inject({ url })).statusCode).toBe(401)
    expect((await region.app.inject({ method: 'PUT', url, payload: {} })).statusCode).toBe(401)
    for (const body of [
      {},
      { matter: 'x', act: 'agreed' },
      { matter: 'photo', act: 'read' },
      { matter: 'photo' },
    ])
      expect((await teacher.put(url, body)).status, JSON.stringify(body)).toBe(400)
    await admin.post('/api/v1/viewAs', { identityId: colleague.identityId, reason: '核对页面' })
    expect((await admin.put(url, { matter: 'photo', act: 'withdrawn' })).status).toBe(403)
    await admin.post('/api/v1/viewAs/end', {})
    expect((await states(colleague))['photo']).toEqual(['none', 0])
  })
})
