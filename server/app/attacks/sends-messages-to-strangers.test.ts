import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../testing/test-region.ts'
import { doorOf } from '../testing/test-sign-in.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('attack-messages')))
afterAll(() => region.close())

it('with one account reaches five phones and five mailboxes an hour, and not more by asking at once', async () => {
  const door = doorOf(region)
  const one = await door.member('己一')
  const [phones, mails] = await Promise.all([
    Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        one.post('/api/v1/send_mobile_code', {
          mobile: `1371111${String(i).padStart(4, '0')}`,
          scene: 'bind',
        }),
      ),
    ),
    Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        one.post('/api/v1/user/emailCode', { email: `stranger${i}@example.cn` }),
      ),
    ),
  ])
  expect(phones.filter(({ status }) => status === 200).length).toBe(5)
  expect(mails.filter(({ status }) => status === 200).length).toBe(5)
  expect(new Set(phones.filter(({ status }) => status !== 200).map(({ code }) => code))).toEqual(
    new Set([22012]),
  )
  const other = await door.member('己二')
  expect(
    (await other.post('/api/v1/send_mobile_code', { mobile: '13722220000', scene: 'bind' })).status,
    'another person is another count',
  ).toBe(200)
})
