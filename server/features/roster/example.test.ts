import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { agreedApp, hooked, senderOf, tokenOf } from './test-roster.ts'

const folder = 'docs/how-to/connect-an-app'
let region: Region
let portal = ''
beforeAll(async () => {
  region = await testRegion('roster-example')
  portal = await region.app.listen({ port: 0, host: '127.0.0.1' })
  await agreedApp(region, '601')
})
afterAll(() => region.close())

/** Starts the receiver of the guide; answers its port and the lines that it says. */
async function startReceiver(secret: string) {
  const child = spawn(process.execPath, [`${folder}/receive.mjs`, '0'], {
    env: { ...process.env, XINGTAN_WEBHOOK_SECRET: secret },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const said = createInterface({ input: child.stdout })
  said.on('line', (line) => lines.push(line))
  await once(said, 'line')
  return { port: Number(lines[0]?.split(' ')[1]), lines, stop: () => void child.kill() }
}

it('the programs of the guide read the roster, take genuine changes once, and refuse others', async () => {
  const token = await tokenOf(region, '601')
  const read = await promisify(execFile)(process.execPath, [`${folder}/roster.mjs`, portal], {
    env: { ...process.env, XINGTAN_TOKEN: token },
  })
  expect(read.stdout.trim().split('\n')).toHaveLength(2)
  expect(read.stdout).toContain('林疏影')

  const secret = await hooked(region, '601')
  const receiver = await startReceiver(secret)
  const url = `http://127.0.0.1:${receiver.port}/`
  const kept = await region.people.admin.put('/api/v1/roster/601/hook', {
    url,
    events: ['teacher.joined'],
    enabled: true,
    version: 1,
  })
  expect(kept.status).toBe(200)
  await region.add(2, region.places.school, '照着指南来的人')
  await senderOf(region).send()
  expect(receiver.lines.at(-1)).toMatch(/^[\da-f-]{36} teacher\.joined$/)
  await region.people.admin.post('/api/v1/roster/601/try', { event: 'teacher.left' })
  expect(receiver.lines.at(-1)).toMatch(/^test_\S+ test$/)
  const before = receiver.lines.length
  const forged = await fetch(url, {
    method: 'POST',
    body: '{"type":"teacher.left","data":{}}',
    headers: {
      'webhook-id': 'x',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': 'v1,AAAA',
    },
  })
  expect([forged.status, receiver.lines.length]).toEqual([401, before])
  receiver.stop()
})
