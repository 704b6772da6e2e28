import { expect, it } from 'vitest'
import { limitsOf } from '../../app/testing/test-region.ts'
import { createLog } from '../log/log.ts'
import { sayLast } from './drain.ts'
import { createServer } from './server.ts'

it('a process about to end sends the readings of a proxy to another one, and answers everybody else for the last time', async () => {
  let [stopping, time] = [false, 0]
  const server = await createServer({
    log: createLog('silent'),
    trustProxy: false,
    limits: limitsOf(100),
    secureOrigin: false,
  })
  sayLast(
    server,
    () => stopping,
    () => time,
  )
  server.route({ method: ['GET', 'POST'], url: '/one', handler: async () => 'answered' })
  const ask = async (method: 'GET' | 'POST', headers = {}) => {
    const answer = await server.inject({ method, url: '/one', headers })
    return [answer.statusCode, answer.headers.connection]
  }
  const another = { 'x-asks-another': 'on-502' }
  expect(await ask('GET', another)).toEqual([200, 'keep-alive'])
  stopping = true
  expect(await ask('GET', another)).toEqual([200, 'close'])
  time += 3_000
  expect(await ask('GET', another)).toEqual([502, 'close'])
  expect(await ask('POST', another)).toEqual([200, 'close'])
  expect(await ask('GET')).toEqual([200, 'close'])
  await server.close()
})
