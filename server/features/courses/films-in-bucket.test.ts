import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LearningView } from '../../../catalogue/contract/courses.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { createLog } from '../../platform/log/log.ts'
import { s3StandIn, type StandIn } from '../../platform/storage/testing/s3-stand-in.ts'
import { coursesIn } from './test-course.ts'

let bucket: StandIn
let region: Region
beforeAll(async () => {
  bucket = await s3StandIn(['portal'])
  const settings = { filesIn: 's3://portal/files', s3: bucket.account, keepFree: Number.MAX_SAFE_INTEGER }
  region = await testRegion('films-in-bucket', createLog('silent'), settings)
})
afterAll(async () => {
  await region.close()
  await bucket.close()
})

it('a lesson whose film lies in a bucket is played by its parts, each asked of the bucket by itself', async () => {
  const life = coursesIn(region)
  const { id } = await life.course([2_700])
  const who = await life.teacher()
  const { data } = await who.get<LearningView>(`/api/v1/learning/${id}`)
  const url = data.lessons[0]?.film?.url ?? ''
  const part = async (range?: string) =>
    region.app.inject({ url, headers: range === undefined ? {} : { range } })
  const whole = await part()
  expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes'])
  const bytes = whole.rawPayload
  expect([...bucket.objects.values()].some((one) => one.equals(bytes))).toBe(true)
  for (const [range, from, to] of [
    ['bytes=0-15', 0, 16],
    ['bytes=100-199', 100, 200],
    [`bytes=${bytes.length - 10}-`, bytes.length - 10, bytes.length],
    ['bytes=-4', bytes.length - 4, bytes.length],
  ] as const) {
    const answer = await part(range)
    expect([range, answer.statusCode, answer.headers['content-range']]).toEqual([
      range,
      206,
      `bytes ${from}-${to - 1}/${bytes.length}`,
    ])
    expect(answer.rawPayload.equals(bytes.subarray(from, to))).toBe(true)
  }
  expect((await part(`bytes=${bytes.length}-`)).statusCode).toBe(416)
})
