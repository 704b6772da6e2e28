import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { createLog } from '../log/log.ts'
import { createSms } from './sms.ts'

it('posts to the gateway with its token, and a gateway that fails is told to the log without number or code', async () => {
  const seen: { auth: string | undefined; body: string }[] = []
  const gateway = createServer((request, response) => {
    void readAll(request).then((body) => {
      seen.push({ auth: request.headers.authorization, body })
      response.writeHead(seen.length === 1 ? 200 : 500).end()
    })
  })
  await new Promise<void>((ready) => gateway.listen(0, '127.0.0.1', ready))
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/send`
  let logged = ''
  const sms = createSms({
    url,
    token: 'key',
    outboxFolder: undefined,
    log: createLog('debug', (line) => (logged += line)),
  })
  expect(sms.ready).toBe(true)
  sms.send('13800001111', '验证码 123456')
  await vi.waitFor(() => expect(seen.length).toBe(1), 10_000)
  expect(seen[0]).toEqual({
    auth: 'Bearer key',
    body: JSON.stringify({ mobile: '13800001111', text: '验证码 123456' }),
  })
  expect(logged).toBe('')
  sms.send('13800002222', '验证码 654321')
  await vi.waitFor(() => expect(logged).toContain('sms.failed'), 10_000)
  for (const secret of ['13800002222', '654321']) expect(logged).not.toContain(secret)
  gateway.close()
})

it('without a gateway writes the outbox where one is allowed, readable by its owner only, and is not ready elsewhere', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'xingtan-sms-'))
  const log = createLog('silent')
  const sms = createSms({ url: undefined, token: undefined, outboxFolder: folder, log })
  sms.send('13800001111', '验证码 123456')
  const file = join(folder, 'sms-outbox.jsonl')
  const line = await vi.waitFor(async () => JSON.parse(await readFile(file, 'utf8')) as unknown, 10_000)
  expect(line).toMatchObject({ mobile: '13800001111', text: '验证码 123456' })
  expect((await stat(file)).mode & 0o077).toBe(0)
  await rm(folder, { recursive: true })
  expect(createSms({ url: undefined, token: undefined, outboxFolder: undefined, log }).ready).toBe(false)
})
