import dns from 'node:dns'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentView } from '../../../catalogue/contract/portal/contents.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { picture } from '../../app/testing/test-values.ts'
import { sampleValue } from '../../engine/publishing/test-content.ts'

/** Whoever calls here has fetched an address that somebody typed. */
let calls = 0
const trap = createServer((socket) => {
  calls += 1
  socket.destroy()
})
const name = 'trap.example'
let region: Region
/** The trap by the name of a listed host with its port, by that name alone, and by number. */
let addresses: { readonly listed: string; readonly plain: string; readonly byNumber: readonly string[] }

beforeAll(async () => {
  await new Promise<void>((ready) => trap.listen(0, '127.0.0.1', ready))
  const { port } = trap.address() as AddressInfo
  addresses = {
    listed: `http://${name}:${port}/x`,
    plain: `http://${name}/x`,
    byNumber: [
      `http://127.0.0.1:${port}/x`,
      `http://localhost:${port}/x`,
      `http://2130706433:${port}/x`,
      `http://[::ffff:127.0.0.1]:${port}/x`,
      `//127.0.0.1:${port}/x`,
      `http://a@127.0.0.1:${port}/x`,
    ],
  }
  // The name service of the machine, so that the name leads to the trap, as an attacker's own would.
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((
    host: string,
    ...more: [object, (fault: null, address: unknown, family?: number) => void]
  ) => {
    if (host !== name) return Reflect.apply(lookup, dns, [host, ...more]) as unknown
    const [options, answer] = more
    return 'all' in options && options.all === true
      ? answer(null, [{ address: '127.0.0.1', family: 4 }])
      : answer(null, '127.0.0.1', 4)
  }) as typeof lookup)
  region = await testRegion('fetches_nothing')
  expect(
    (await region.people.admin.post('/api/v1/allowedHosts', { host: `${name}:${port}`, note: '' })).status,
  ).toBe(200)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await region.close()
  trap.close()
})

it('the trap closes: a fetch of the address is noticed', async () => {
  await fetch(addresses.listed).catch(() => null)
  expect(calls).toBe(1)
  calls = 0
})

/** A text in which everything that could be fetched is the trap. */
const rich = (url: string) =>
  `<p>文<a href="${url}">链接</a><img src="${url}" srcset="${url} 2x" alt="图"><link rel="stylesheet" href="${url}"><iframe src="${url}"></iframe><object data="${url}"></object><video src="${url}" poster="${url}"></video></p><p style="background:url(${url})">$\\href{${url}}{x} \\includegraphics{${url}}$</p>`

it('nothing of what is typed is fetched: when it is saved, published, listed, found, followed, read or opened', async () => {
  const { admin } = region.people
  const visit = (url: string) =>
    region.app.inject({
      method: 'GET',
      url,
      remoteAddress: '10.9.9.9',
      headers: {
        accept: 'text/html',
        referer: addresses.listed,
        origin: addresses.listed,
        'x-forwarded-host': `${name}:80`,
      },
    })
  const shown: string[] = []
  for (const definition of Object.values(contents)) {
    const typed = definition.addresses ?? []
    const value = await sampleValue(definition, async () => picture(region, admin))
    for (const url of addresses.byNumber) {
      for (const key of typed) {
        const { status, data } = await admin.post(`/api/v1/contents/${definition.name}`, {
          value: { ...value, [key]: url },
        })
        expect([status, data.errors.map(({ field }) => field)], `${definition.name} ${url}`).toEqual([
          400,
          [key],
        ])
      }
    }
    for (const url of [addresses.listed, addresses.plain, addresses.byNumber[0] ?? '']) {
      const full = {
        ...value,
        ...Object.fromEntries(
          typed.map((key) => [key, url === addresses.byNumber[0] ? addresses.listed : url]),
        ),
      }
      for (const [key, field] of Object.entries(definition.fields))
        if (field.kind === 'richText') full[key] = rich(url)
      const made = await admin.post<ContentView & { errors: unknown }>(
        `/api/v1/contents/${definition.name}`,
        { value: full },
      )
      // Of some there is one alone, and some have a place that is taken.
      if (made.status !== 200)
        expect(
          [made.status, shown.some((path) => path.includes(`/${definition.name}/`))],
          `${definition.name} ${made.msg}`,
        ).toEqual([409, true])
      else {
        const done = await admin.post(`/api/v1/contents/${definition.name}/${made.data.id}/publish`, {
          version: made.data.version,
        })
        if (done.status === 200) shown.push(`/api/v1/portal/contents/${definition.name}/${made.data.id}`)
        await admin.get(`/api/v1/contents/${definition.name}/${made.data.id}`)
        await admin.get(`/api/v1/contents/${definition.name}/${made.data.id}/versions`)
      }
    }
    shown.push(`/api/v1/portal/contents/${definition.name}`)
  }
  expect(shown.length).toBeGreaterThan(40)
  const everywhere = [addresses.listed, addresses.plain, ...addresses.byNumber]
  const asked = everywhere
    .map((url) => encodeURIComponent(url))
    .flatMap((url) => [
      ...['pF', 'pF1', 'pF6', 'previewFiles'].map((route) => `/home/${route}?url=${url}&key=${url}`),
      `/home/messageData/messageDetail?type=notice&id=${url}`,
      `/login?redirect=${url}`,
      `/api/v1/portal/search?q=${url.slice(0, 50)}`,
      `/api/v1/file/${url}/preview`,
      `/files/${url}?mode=preview&until=1&sign=x`,
    ])
  const pages = [
    '/api/v1/siteConfig',
    '/api/v1/portal/home',
    '/api/v1/middle',
    '/feed/policy.xml',
    '/feed/notice.xml',
    '/feed/trainingNews.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/home/index',
  ]
  for (const url of [...shown, ...asked, ...pages])
    expect((await visit(url)).statusCode, url).toBeLessThan(500)
  // What would be done later, by a job or after the answer, has had its time.
  await wait(1_500)
  expect(calls).toBe(0)
})
