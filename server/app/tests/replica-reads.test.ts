import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Replicas } from '../../platform/db/replicas.ts'
import { register } from '../../platform/http/call.ts'
import { createServer, type Server } from '../../platform/http/server.ts'
import { createLog } from '../../platform/log/log.ts'
import { addReplicaReads } from '../replica-reads.ts'
import { limitsOf } from '../testing/test-region.ts'

const reading = new AsyncLocalStorage<true>()
const replicas: Replicas = {
  reading: (work) => reading.run(true, work),
  over: (primary) => primary,
  ages: () => [],
  stop: async () => {},
}
let server: Server
beforeAll(async () => {
  server = await createServer({
    log: createLog('silent'),
    trustProxy: false,
    limits: limitsOf(1200),
    secureOrigin: false,
    accessLog: false,
  })
  server.decorateRequest('actor', null)
  server.decorateRequest('sessionToken', null)
  server.addHook('preParsing', async (request) => {
    const { token, person } = request.headers
    request.sessionToken = typeof token === 'string' ? token : null
    request.actor = (person ? { personId: Number(person) } : null) as typeof request.actor
  })
  addReplicaReads(server, replicas)
  const shared = { access: 'public', tag: 'x', summary: 'x', answer: z.boolean() } as const
  const handle = async () => reading.getStore() === true
  register(server, { ...shared, method: 'GET', url: '/list', mayLag: true, handle })
  register(server, { ...shared, method: 'GET', url: '/one', handle })
  register(server, { ...shared, method: 'POST', url: '/list', handle })
})
afterAll(() => server.close())

const ask = async (method: 'GET' | 'POST', url: string, headers: Readonly<Record<string, string>> = {}) => {
  const answer = await server.inject({ method, url, headers })
  return { replica: answer.json<{ data: boolean }>().data, cookies: answer.cookies }
}
const bound = { token: 't', cookie: 'xt_sid=x' }

it('lets only those calls read from replicas that say so, and never one that writes', async () => {
  expect((await ask('GET', '/list')).replica).toBe(true)
  expect((await ask('GET', '/one')).replica).toBe(false)
  expect((await ask('POST', '/list')).replica).toBe(false)
})

it('keeps who has just written with the primary: by cookie in every process, by person in this one', async () => {
  expect((await ask('GET', '/list', { ...bound, person: '7' })).replica).toBe(true)
  const { cookies } = await ask('POST', '/list', { ...bound, person: '7' })
  expect(cookies).toMatchObject([
    { name: 'xt_wrote', value: '1', maxAge: 3, httpOnly: true, sameSite: 'Lax' },
  ])
  expect((await ask('GET', '/list', { ...bound, person: '7' })).replica).toBe(false)
  expect((await ask('GET', '/list', { ...bound, person: '8' })).replica).toBe(true)
  const carried = { ...bound, cookie: `${bound.cookie}; xt_wrote=1` }
  expect((await ask('GET', '/list', { ...carried, person: '9' })).replica).toBe(false)
})

it('answers a session without a cookie from the primary: nothing could tell that it has written', async () => {
  expect((await ask('GET', '/list', { token: 't', person: '10' })).replica).toBe(false)
})
