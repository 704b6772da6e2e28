import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormChoice } from '../../../catalogue/contract/forms.ts'
import { codeIn, printed, verifiedAs } from '../../features/forms/test-papers.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Person, type Region } from '../testing/test-region.ts'
import { handedIn, move, openNotice, read, type CaseAnswer } from '../testing/test-research.ts'

/** Certificates of awards: who gets one, what a stranger learns from it, and what becomes of it. */
let region: Region
let p: Region['people']
beforeAll(async () => {
  region = await testRegion('certificates')
  p = region.people
})
afterAll(() => region.close())

const print = '/api/v1/forms/print'
const form = 'caseAward'

/** A teaching case of somebody that a district gave a first prize. */
async function awarded(name: string): Promise<{ author: Person; entry: CaseAnswer }> {
  const author = await region.add(2, region.places.school, name)
  const entry = await handedIn(
    region,
    author,
    await openNotice(p.area, { collects: 'teachingCase' }),
    'teachingCase',
  )
  await move(p.school, entry, 'approve')
  await move(p.area, entry, 'accept')
  const won = await move(p.area, entry, 'award', { value: { adminLevel: '43', awardRank: '2' } })
  expect(won.status, won.msg).toBe(200)
  return { author, entry }
}

const awards = async (who: Person) =>
  await who.get<{ list: { state: string }[] }>('/api/v1/records/achievementAward?page=1&pageSize=10')
const counted = async () =>
  (await p.area.get<{ summary: { awards: number } }>('/api/v1/page/result_statistics')).data.summary.awards

describe('the certificate of an award', () => {
  it('is the author’s as soon as the prize is given, with a number that stands in the archive too', async () => {
    const before = await counted()
    const { author, entry } = await awarded('林获奖')
    const { number } = (await read(author, entry)).data
    expect(number).toMatch(/^(HJ|YJ)2026-\d{4}$/)
    expect(JSON.stringify((await awards(author)).data)).toContain(number)
    expect(await counted()).toBe(before + 1)
    const choices = await author.get<{ list: FormChoice[] }>(`/api/v1/forms?caseId=${entry.data.id}`)
    expect(choices.data.list.map(({ title }) => title)).toEqual(['获奖证书'])
    const paper = await printed(region, author, { form, about: entry.data.id })
    for (const words of ['林获奖：', '一堂好课', '一等奖', String(number)])
      expect(paper.text).toContain(words)
    const code = codeIn(paper.text)
    const seen = await verifiedAs(region, code)
    expect(seen).toMatchObject({ state: 'valid', title: '获奖证书', holder: '林＊＊' })
    expect(seen?.issuer).toBe((await read(author, entry)).data.parties.at(-1)?.institution?.name)
    expect(seen?.says).toContainEqual({ label: '证书编号', text: number })
    // A stranger learns nothing that does not stand on the paper.
    expect(JSON.stringify(seen)).not.toContain('林获奖')
    // Printed once more it says the same: both hold.
    const again = await printed(region, p.area, { form, about: entry.data.id })
    expect([
      (await verifiedAs(region, code))?.state,
      (await verifiedAs(region, codeIn(again.text)))?.state,
    ]).toEqual(['valid', 'valid'])
  })

  it('is nobody else’s, and is not there before the prize', async () => {
    const { entry } = await awarded('周获奖')
    const stranger = await region.add(2, region.places.school, '同校的')
    for (const who of [stranger, p.otherSchool, p.stranger])
      expect((await who.post(print, { form, about: entry.data.id })).status).toBe(404)
    const early = await handedIn(
      region,
      stranger,
      await openNotice(p.area, { collects: 'teachingCase' }),
      'teachingCase',
    )
    expect((await stranger.post(print, { form, about: early.data.id })).status).toBe(409)
    expect(
      (await stranger.get<{ list: FormChoice[] }>(`/api/v1/forms?caseId=${early.data.id}`)).data.list,
    ).toEqual([])
    expect((await stranger.post(print, { form: 'paperAward', about: early.data.id })).status).toBe(404)
    expect(await verifiedAs(region, '0000 0000 0000 0000')).toBeNull()
  })

  it('gives way to a new one when its holder is called otherwise, and says so', async () => {
    const { author, entry } = await awarded('吴旧名')
    const old = await printed(region, author, { form, about: entry.data.id })
    await region.db.execute(sql`update teacher set name = '吴新名' where id = ${author.teacherId}`)
    const code = codeIn(old.text)
    expect(await verifiedAs(region, code)).toMatchObject({ state: 'superseded', says: [] })
    const fresh = await printed(region, author, { form, about: entry.data.id })
    expect(fresh.text).toContain('吴新名：')
    expect((await verifiedAs(region, codeIn(fresh.text)))?.state).toBe('valid')
  })

  it('ends with the prize: revoked for everybody, out of the archive and out of the figures', async () => {
    const { author, entry } = await awarded('郑撤销')
    const code = codeIn((await printed(region, author, { form, about: entry.data.id })).text)
    const before = await counted()
    expect((await move(author, entry, 'revoke', { reason: '自己撤' })).status).not.toBe(200)
    const done = await move(p.area, entry, 'revoke', { reason: '查实抄袭' })
    expect(done.status, done.msg).toBe(200)
    expect(await verifiedAs(region, code)).toMatchObject({ state: 'revoked', says: [] })
    expect((await author.post(print, { form, about: entry.data.id })).status).toBe(409)
    expect((await awards(author)).data.list).toMatchObject([{ state: 'voided' }])
    expect(await counted()).toBe(before - 1)
  })
})
