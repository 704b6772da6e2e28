import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { outgoingTo, outsideOf } from './outgoing.ts'

let server: Server
let port = 0
const seen: string[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(request.url ?? '')
    if (request.url === '/elsewhere') response.writeHead(302, { location: 'http://127.0.0.1/' }).end()
    else if (request.url === '/much') response.end('x'.repeat(300_000))
    else response.end('heard')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => server.close())

const get = { method: 'GET', headers: {} } as const

it('reaches no internal network, by number, by name, mapped, or by another scheme', async () => {
  const call = outgoingTo([])
  const addresses = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'file:///etc/passwd',
  ]
  for (const address of addresses) await expect(call(address, get), address).rejects.toThrow()
  expect(seen).toEqual([])
})

it('reaches what the operator allows, follows no redirection and reads no endless answer', async () => {
  const call = outgoingTo(['127.0.0.0/8'])
  expect((await call(`http://127.0.0.1:${port}/a`, get)).text).toBe('heard')
  expect((await call(`http://127.0.0.1:${port}/elsewhere`, get)).status).toBe(302)
  await expect(call(`http://127.0.0.1:${port}/much`, get)).rejects.toThrow('too large')
  expect(seen).toEqual(['/a', '/elsewhere', '/much'])
})

it('knows the networks that no public address lies in (RFC 6890 and later registrations)', () => {
  const reaches = outsideOf([])
  for (const address of [
    'fec0::1',
    '::ffff:0:127.0.0.1',
    '192.88.99.1',
    '3fff::1',
    '5f00::1',
    '::ffff:7f00:1',
    '100.64.0.1',
    'fd00::1',
  ])
    expect([address, reaches(address)]).toEqual([address, false])
  for (const address of ['1.1.1.1', '2606:4700::1111']) expect(reaches(address)).toBe(true)
})
