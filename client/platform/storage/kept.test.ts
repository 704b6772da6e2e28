import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { keepAnswer, keptAnswer } from './kept.ts'

const items = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => void items.set(key, value),
  removeItem: (key: string) => void items.delete(key),
})
beforeEach(() => items.clear())

const apps = { key: 'ucAppList', version: 1, schema: z.object({ apps: z.array(z.string()) }) }

test('an answer comes back to its holder and to nobody else', () => {
  items.set('userInfo', '{}')
  keepAnswer(apps, 7, { apps: ['a'] })
  expect(keptAnswer(apps, 7)).toEqual({ apps: ['a'] })
  expect(keptAnswer(apps, 8)).toBe(null)
  expect([...items.keys()]).toEqual(['userInfo'])
})

test('a page that is drawn after its session ended keeps nothing', () => {
  keepAnswer(apps, 7, { apps: ['a'] })
  expect(items.size).toBe(0)
})

test('an answer of an older shape is removed', () => {
  for (const text of [
    '{',
    'null',
    '7',
    '{"version":1,"of":7,"data":{"apps":[1]}}',
    '{"version":0,"of":7,"data":{"apps":[]}}',
  ]) {
    items.set('ucAppList', text)
    expect(keptAnswer(apps, 7), text).toBe(null)
    expect(items.size, text).toBe(0)
  }
})

test('nothing is kept while somebody is looked at through their eyes', () => {
  items.set('userInfo', '{}')
  items.set('viewing', '{}')
  keepAnswer(apps, 7, { apps: ['a'] })
  expect(items.has('ucAppList')).toBe(false)
  keepAnswer(apps, null, { apps: ['public'] })
  expect(keptAnswer(apps, null)).toEqual({ apps: ['public'] })
})
