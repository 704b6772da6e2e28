import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OwnCertificates } from '../../../catalogue/contract/forms.ts'
import type { schoolResearch } from '../../../catalogue/contract/research/school.ts'
import type { z } from 'zod'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { handedIn, move, openNotice } from '../../app/testing/test-research.ts'

let region: Region
let p: Region['people']
beforeAll(async () => {
  region = await testRegion('school-research')
  p = region.people
})
afterAll(() => region.close())

type SchoolResearch = z.infer<typeof schoolResearch>
const seenBy = async (who: Person, query = 'type=researchProject') =>
  (await who.get<SchoolResearch>(`/api/v1/research/school?${query}`)).data.list

describe('research of a school', () => {
  it('is read by its teachers once it is established, without its form, and by nobody else', async () => {
    const [leader, colleague] = [
      await region.add(2, region.places.school, '主持的'),
      await region.add(2, region.places.school, '同事的'),
    ]
    const entry = await handedIn(region, leader, await openNotice(p.school, { projectLevel: '5' }))
    expect(await seenBy(colleague)).toEqual([])
    await move(p.school, entry, 'approve')
    const [line] = await seenBy(colleague)
    expect(line).toMatchObject({ id: entry.data.id, leader: '主持的', state: 'established', part: null })
    expect((await seenBy(leader))[0]?.part).toBe('leads')
    // What colleagues read is the list's alone: no members, no arguments, no files.
    expect(Object.keys(line?.value ?? {}).sort()).toEqual(['projectCategory', 'projectLevel', 'subject'])
    expect((await colleague.get(`/api/v1/research/project/${entry.data.id}`)).status).toBe(404)
    expect(await seenBy(p.stranger)).toEqual([])
    expect((await p.school.get('/api/v1/research/school?type=researchProject')).status).toBe(403)
    expect(await seenBy(colleague, 'type=researchProject&q=没有这个')).toEqual([])
    expect((await colleague.get('/api/v1/research/school?type=declaration')).status).toBe(400)
  })
})

describe('one’s own certificates', () => {
  it('are listed when the decision is made, to the person alone, and no more when it is revoked', async () => {
    const author = await region.add(2, region.places.school, '获奖的')
    const notice = await openNotice(p.area, { collects: 'teachingCase', projectLevel: '4', publicityDays: 0 })
    const entry = await handedIn(region, author, notice, 'teachingCase')
    const own = async (who: Person) =>
      (await who.get<OwnCertificates>('/api/v1/forms/certificates')).data.list
    await move(p.school, entry, 'approve')
    await move(p.area, entry, 'accept')
    expect(await own(author)).toEqual([])
    const won = await move(p.area, entry, 'award', { value: { adminLevel: '43', awardRank: '2' } })
    expect(won.status, won.msg).toBe(200)
    expect(await own(author)).toMatchObject([{ caseId: entry.data.id, title: '获奖证书', of: '一堂好课' }])
    expect(await own(p.teacher)).toEqual([])
    await move(p.area, entry, 'revoke', { reason: '抄袭' })
    expect(await own(author)).toEqual([])
  })
})
