import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvitationReport } from '../../../catalogue/contract/teaching/studios.ts'
import { rulesFor } from '../../../catalogue/contract/review/rules.ts'
import { blocks, conflictsOf, expertKeys, itemKeys } from '../../../catalogue/reviews/conflicts.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { memberCases, moveCase, runningStudio, studioCalls } from '../../app/testing/test-studio.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { factsAbout } from './facts.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('same-studio')))
afterAll(() => region.close())

const rules = rulesFor('studio')

async function between(expert: Person, host: Person) {
  const facts = await factsAbout(region.engine, region.db, [expert.personId, host.personId])
  const own = facts.get(expert.personId)
  if (!own) throw new Error('nobody is there')
  const item = { applicants: [host.personId], institution: host.institutionId }
  return conflictsOf(
    expertKeys(own, rules, { today: today(), applies: false }),
    itemKeys(item, (person) => facts.get(person), rules, today()),
  )
}

/** The day so many years and days before today. */
const before = (years: number, days = 0): string => {
  const day = new Date(`${Number(today().slice(0, 4)) - years}${today().slice(4)}T00:00:00Z`)
  return new Date(day.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}

it('an expert who was a member two years ago is kept from the studio, one of four years ago is not (53)', async () => {
  const { school, citySchool } = region.places
  const host = await region.add(2, school, '苏主持')
  const expert = await region.add(2, citySchool, '专家甲')
  const studio = await runningStudio(region, host)
  expect(await between(expert, host)).toEqual([])
  const invited = await host.post<InvitationReport>(`${studioCalls}/${studio}/invitations`, {
    teachers: [expert.teacherId],
    memberRole: '4',
  })
  expect(invited.data.refused).toEqual([])
  const accepted = await moveCase(expert, `${memberCases}/${invited.data.done[0]?.id}`, 'accept')
  expect(accepted.data.state).toBe('joined')
  const left = (day: string) =>
    region.db.execute(sql`
      update process_case set state = 'left', value = jsonb_build_object('leftOn', ${day}::text)
      where type = 'membership' and teacher_id = ${expert.teacherId}`)
  expect(await between(expert, host)).toEqual(['sameStudio'])
  expect(blocks('sameStudio', rules)).toBe(true)
  for (const [day, found] of [
    [before(2), ['sameStudio']],
    [before(3), ['sameStudio']],
    [before(3, 1), []],
    [before(4), []],
  ] as const) {
    await left(day)
    expect([day, await between(expert, host)]).toEqual([day, found])
  }
})
