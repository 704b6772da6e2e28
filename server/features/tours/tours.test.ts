import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('tours')))
afterAll(() => region.close())

const url = '/api/v1/account/tour'
const due = async (who: Person) => (await who.get<{ due: boolean }>(url)).data.due

it('is due once for each person and role', async () => {
  const { teacher, school } = region.people
  expect([await due(teacher), await due(school)]).toEqual([true, true])
  expect((await teacher.post(url, {})).msg).toBe('ok')
  expect((await teacher.post(url, {})).msg).toBe('ok')
  expect([await due(teacher), await due(school)]).toEqual([false, true])
  expect((await region.app.inject({ method: 'GET', url })).statusCode).toBe(401)
})
