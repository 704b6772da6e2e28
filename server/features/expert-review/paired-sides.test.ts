import { afterAll, beforeAll, expect, it } from 'vitest'
import { rulesFor } from '../../../catalogue/contract/review/rules.ts'
import type { Conflict } from '../../../catalogue/reviews/conflict-kinds.ts'
import { blocks, conflictsOf, expertKeys, itemKeys } from '../../../catalogue/reviews/conflicts.ts'
import { pairCases } from '../../app/testing/test-pair.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { pairBetween } from '../../app/testing/test-support.ts'
import { moveCase } from '../../app/testing/test-studio.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { factsAbout } from './facts.ts'

let region: Region
let agreement = ''
beforeAll(async () => {
  region = await testRegion('paired-sides')
  const { school, otherSchool } = region.people
  agreement = await pairBetween(region, { supporter: otherSchool, supported: school })
})
afterAll(() => region.close())

const rules = rulesFor('talent')

/** The conflicts of an expert with what somebody handed in. */
async function between(expert: Person, applicant: Person): Promise<readonly Conflict[]> {
  const facts = await factsAbout(region.engine, region.db, [expert.personId, applicant.personId])
  const own = facts.get(expert.personId)
  if (!own) throw new Error('nobody is there')
  const item = { applicants: [applicant.personId], institution: applicant.institutionId }
  return conflictsOf(
    expertKeys(own, rules, { today: today(), applies: false }),
    itemKeys(item, (person) => facts.get(person), rules, today()),
  )
}

it('warns of the two sides of an agreement for three years, of nobody else', async () => {
  const { teacher, stranger, cityTeacher, school } = region.people
  expect(await between(stranger, teacher)).toEqual(['pairedSides'])
  expect(await between(teacher, stranger)).toEqual(['pairedSides'])
  expect(await between(cityTeacher, teacher)).toEqual([])
  expect(blocks('pairedSides', rules)).toBe(false)
  expect(blocks('pairedSides', { conflicts: { ...rules.conflicts, pairedSides: 'block' } })).toBe(true)
  const ended = await moveCase(school, `${pairCases}/${agreement}`, 'terminate', {
    reason: '双方同意提前结束',
  })
  expect(ended.status, ended.msg).toBe(200)
  expect(await between(stranger, teacher)).toEqual(['pairedSides'])
  const endedOn = (days: number) =>
    region.db.execute(sql`
      update process_case set value = value || jsonb_build_object('endedOn', ${addDays(today(), days)}::text)
      where id = ${agreement}::uuid`)
  await endedOn(-1_090)
  expect(await between(stranger, teacher)).toEqual(['pairedSides'])
  await endedOn(-1_100)
  expect(await between(stranger, teacher)).toEqual([])
})
