import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveMetrics, type MetricsListener } from '../../platform/metrics/metrics.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
let listener: MetricsListener
beforeAll(async () => {
  region = await testRegion('metrics')
  listener = await serveMetrics(region.app.metrics, { port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await listener.stop()
  await region.close()
})

const asked = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${listener.port}${path}`, { method })
const text = async () => (await asked('/metrics')).text()

it('are asked on a port of their own and nowhere else', async () => {
  const { status, headers } = await asked('/metrics')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  expect((await asked('/')).status).toBe(404)
  expect((await asked('/metrics', 'POST')).status).toBe(404)
  const onPortal = await region.app.inject({ method: 'GET', url: '/metrics' })
  expect([onPortal.statusCode, onPortal.headers['content-type']]).toEqual([
    404,
    'application/json; charset=utf-8',
  ])
})

it('count requests by the pattern of their address, so that nobody’s number is in them', async () => {
  const { school, teacher } = region.people
  const number = String(teacher.teacherId)
  expect((await school.get(`/api/v1/archive/${number}`)).status).toBe(200)
  expect((await school.get('/api/v1/archive/999999999')).status).toBe(404)
  await region.app.inject({ method: 'GET', url: '/api/nobody-has-this/4417021990' })
  const now = await text()
  const line = (status: number, route: string) =>
    `xingtan_http_requests_total{method="GET",route="${route}",status="${status}"} 1`
  expect(now).toContain(line(200, '/api/v1/archive/:teacherId'))
  expect(now).toContain(line(404, '/api/v1/archive/:teacherId'))
  expect(now).toMatch(/xingtan_http_requests_total\{method="GET",route="none",status="404"\} \d/)
  expect(now).not.toContain('4417021990')
  expect(now).not.toContain(`/archive/${number}`)
})

it('say what the administrator’s home says', async () => {
  const now = await text()
  const { data } = await region.people.admin.get<{
    consumers: { name: string }[]
    storage: { diskTotal: number }
  }>('/api/v1/overview')
  for (const { name } of data.consumers)
    expect(now).toContain(`xingtan_outbox_lag_seconds{consumer="${name}"}`)
  expect(now).toContain(`xingtan_disk_total_bytes ${data.storage.diskTotal}`)
  expect(now).toMatch(/^xingtan_ready 1$/m)
  expect(now).toMatch(/^xingtan_connections\{state="waiting"\} 0$/m)
  expect(now).toMatch(/^xingtan_readings_failed 0$/m)
})

it('have every name that the example board and the alarms ask for', async () => {
  const named = new Set([...(await text()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  for (const file of ['board.json', 'alarms.yml']) {
    const told = await readFile(`docs/how-to/monitoring/${file}`, 'utf8')
    const used = [...told.matchAll(/\b(?:xingtan|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    )
    expect(used.length).toBeGreaterThan(8)
    expect(used.filter((name) => !named.has(name))).toEqual([])
  }
})
