import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { otherWords } from '../../../catalogue/contract/words.ts'
import { testRegion, type Region } from '../testing/test-region.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('words')))
afterAll(() => region.close())

const described = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ parameters: z.array(z.object({ name: z.string(), in: z.string() })).optional() }),
    ),
  ),
})

it('one thing has one word in the description of all calls, and older words are taken', async () => {
  const { area } = region.people
  const { paths } = described.parse(
    (await region.app.inject({ method: 'GET', url: '/api/docs/json' })).json(),
  )
  const names = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap(({ parameters = [] }) =>
      parameters.filter((one) => one.in === 'query').map(({ name }) => `${path} ${name}`),
    ),
  )
  expect(names.filter((name) => name.endsWith(' keyword')).length).toBeGreaterThan(30)
  expect(names.filter((name) => / (q|institutionId|teacher_id)$/.test(name))).toEqual([])
  // The same words at a list that began with `q`, one with `keyword`, one with `institutionId`.
  for (const url of [
    '/api/v1/institutionManage?keyword=东区',
    '/api/v1/institutionManage?q=东区',
    '/api/v1/teacher?keyword=林',
    '/api/v1/teacher?q=林',
    `/api/v1/teacher?institution=${region.places.school}`,
    `/api/v1/teacher?institutionId=${region.places.school}`,
  ])
    expect([url, (await area.get(encodeURI(url))).status]).toEqual([url, 200])
  // Neither word narrows less than the other.
  const totals = await Promise.all(
    ['institution', 'institutionId'].map(async (word) => {
      const url = `/api/v1/teacher?${word}=${region.places.sibling}`
      return (await area.get<{ total: number }>(url)).data.total
    }),
  )
  expect(totals[0]).toBe(totals[1])
  expect(otherWords(['place', 'institution'])).toEqual(new Map())
})

it('a schema without words of its own speaks to clerks', async () => {
  const { admin, teacher } = region.people
  const sentences: string[] = []
  for (const [who, method, url, body] of [
    [teacher, 'post', '/api/v1/records/membership', {}],
    [admin, 'post', '/api/v1/userManage', { name: 3, role: 'x' }],
    [admin, 'put', '/api/v1/signOnClients/1', { redirectUris: 'x', secretKind: 7 }],
    [admin, 'post', '/api/v1/esa/undo', {}],
    [admin, 'post', '/api/v1/review/assign', { items: {} }],
    [admin, 'post', '/api/v1/import/start', {}],
    [admin, 'post', '/api/v1/institutionManage', { parentId: 'a', kind: [] }],
  ] as const) {
    const answer = await who[method](url, body)
    sentences.push(answer.msg, ...(answer.data?.errors ?? []).map(({ message }) => String(message)))
  }
  expect(sentences.length).toBeGreaterThan(10)
  expect(
    sentences.filter((text) => /[a-z]{3}|期望|无效输入|NaN|undefined/.test(text.replaceAll(/“[^”]*”/g, ''))),
  ).toEqual([])
})
