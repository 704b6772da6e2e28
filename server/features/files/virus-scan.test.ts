import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { multipart } from '../../app/testing/test-values.ts'
import { zipOfParts } from '../../platform/package/test-zip.ts'
import { clamdScanner } from '../../platform/virus-scan/clamd.ts'
import { clamdStandIn, eicar } from '../../platform/virus-scan/test-clamd.ts'

let region: Region
let clamd: Awaited<ReturnType<typeof clamdStandIn>>
beforeAll(async () => {
  clamd = await clamdStandIn()
  region = await testRegion('virus scan', undefined, { clamdAddress: clamd.address })
})
afterAll(async () => {
  await region.close()
  await clamd.close()
})

async function upload(name: string, content: Buffer) {
  const { payload, headers } = multipart(name, 'application/octet-stream', content)
  const answer = await region.app.inject({
    method: 'POST',
    url: '/api/v1/upload/object',
    payload,
    headers: { ...headers, token: region.people.school.token },
  })
  return { status: answer.statusCode, msg: answer.json<{ msg: string }>().msg }
}

it('what the scanner knows is refused by its name, what it does not know is taken', async () => {
  expect(await upload('a.txt', Buffer.from('继续教育'))).toEqual({ status: 200, msg: 'ok' })
  expect(await upload('a.txt', Buffer.from(eicar))).toEqual({
    status: 400,
    msg: expect.stringContaining('Eicar-Signature'),
  })
  const large = Buffer.from('继续教育学时登记表。\n'.repeat(20_000))
  expect((await upload('b.txt', large)).status).toBe(200)
  expect(clamd.seen).toEqual([12, eicar.length, large.length])
})

it('a zip file is given to the scanner as it is', async () => {
  const content = zipOfParts({ 'a.txt': '好' })
  expect((await upload('a.zip', content)).status).toBe(200)
  expect(clamd.seen.at(-1)).toBe(content.length)
})

it.each([undefined, 'INSTREAM size limit exceeded. ERROR', ''])(
  'a scanner that says %j lets nothing through',
  async (says) => {
    const other = await clamdStandIn(says ?? '')
    if (says === undefined) await other.close()
    await expect(clamdScanner(other.address).scan(Buffer.from('x'))).rejects.toThrow('病毒检查暂时用不了')
    if (says !== undefined) await other.close()
  },
)
