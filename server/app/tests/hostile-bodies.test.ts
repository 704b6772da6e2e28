import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('hostile bodies')))
afterAll(() => region.close())

const manyKeys = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`k${n}`, 1]))
const longKey = { ['栏'.repeat(300_000)]: 1 }

it.each([
  ['of a record', '/api/v1/records/studyExperience', 'teacher', (body: object) => body],
  ['of a content', '/api/v1/contents/notice', 'school', (body: object) => ({ value: body })],
  ['of a draft', '/api/v1/contents/notice', 'school', (body: object) => body],
  ['of a fixed call', '/api/v1/notice', 'school', (body: object) => body],
  ['of an own reason', '/api/v1/reasons', 'school', (body: object) => body],
] as const)(
  'whoever sends little and wants much back gets a few names: the body %s',
  async (_, url, who, wrapped) => {
    for (const body of [manyKeys, longKey]) {
      const { token } = region.people[who]
      const answer = await region.app.inject({
        method: 'POST',
        url,
        headers: { token },
        payload: wrapped(body),
      })
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(400)
      expect(answer.body.length).toBeLessThan(10_000)
      expect(answer.json<{ msg: string }>().msg).toMatch(/[\u4e00-\u9fff]/)
    }
  },
)
