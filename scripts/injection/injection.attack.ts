import { createServer, type Server as HttpServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { testRegion, type Region } from '../../server/app/testing/test-region.ts'
import { sql } from '../../server/platform/db/sql.ts'
import { injectableIn } from './sqlmap.ts'
import { callsWithParameters } from './calls.ts'

const plantedBody = z.object({ conditions: z.array(z.object({ value: z.unknown() })) })

/**
 * sqlmap against a portal that listens: nothing is found in it, and what is planted beside it is. The planted
 * hole reads the same database, so a sqlmap that finds nothing anywhere is noticed.
 */
let region: Region
let origin: string
let planted: HttpServer

beforeAll(async () => {
  region = await testRegion('injection', undefined, {
    requestsPerMinute: 10_000_000,
    addressRequestsPerMinute: 10_000_000,
  })
  origin = await region.app.listen({ port: 0, host: '127.0.0.1' })
  planted = createServer((request, response) => {
    void text(request).then(async (body) => {
      const name = new URL(request.url ?? '/', 'http://planted').searchParams.get('name')
      const value = name ?? String(plantedBody.parse(JSON.parse(body)).conditions[0]?.value)
      try {
        const rows = await region.db.query(sql`select id from teacher where name = '${sql.raw(value)}'`)
        response.end(JSON.stringify(rows))
      } catch (error) {
        response.writeHead(500).end(String(error))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(planted, 'listening')
})
afterAll(async () => {
  planted.close()
  await region.close()
})

it('finds the planted holes: in an address, and deep in a body', async () => {
  const { port } = planted.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/`
  const effort = { level: 1, risk: 1, technique: 'BE' }
  const address = await injectableIn({ url: `${url}?name=a` }, '', effort)
  expect(address.found, address.output).toEqual(['name (GET)'])
  const body = await injectableIn({ url, body: { conditions: [{ value: 'a' }] } }, '', effort)
  expect(body.found, body.output).toHaveLength(1)
})

const wholeQuery = {
  conditions: [
    [
      { field: 'mainSubject', op: 'in', value: ['14'] },
      { field: 'age', op: 'ge', value: 30 },
      { field: 'name', op: 'like', value: '林疏' },
      { has: 'trainingRegistration', max: 3, where: [{ field: 'trainingLevel', op: 'eq', value: '3' }] },
    ],
  ],
  people: 'all',
  basis: 'personnel',
  asOf: '2026-01-01',
  columns: ['name', 'age'],
  sort: [['age', 'desc']],
  page: 1,
  limit: 20,
}

it('finds nothing in any value of a custom query', async () => {
  const effort = { level: 3, risk: 2 }
  const first = await region.people.city.post('/api/sanalysis/DataAdvancedSearch', wholeQuery)
  expect(first.msg).toBe('ok')
  const target = { url: `${origin}/api/sanalysis/DataAdvancedSearch`, body: wholeQuery }
  const { found, tried, output } = await injectableIn(target, region.people.city.token, effort)
  console.log(`DataAdvancedSearch: ${tried} values tried`)
  expect(tried, output).toBeGreaterThan(10)
  expect(output).toContain('do not appear to be injectable')
  expect(found, output).toEqual([])
})

/** How many programs of sqlmap run at once. */
const atOnce = 3

it('finds nothing in the parameters of any call that reads', async () => {
  const { admin, city, teacher } = region.people
  const targets = await callsWithParameters(origin, { admin, city, teacher })
  // What the answer or the error gives away; waiting and stacked statements take minutes for each call.
  const effort = { level: 1, risk: 1, technique: 'BE' }
  const left = [...targets]
  let tried = 0
  const work = async () => {
    for (let target = left.shift(); target; target = left.shift()) {
      const result = await injectableIn(target, target.token, effort)
      tried += result.tried
      expect(result.found, `${target.url}\n${result.output}`).toEqual([])
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  console.log(`${targets.length} calls, ${tried} parameters tried`)
  expect(tried).toBeGreaterThan(300)
})
