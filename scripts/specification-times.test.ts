import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Times that a journey would have to wait for: what the code says of them (specification, section 9). */
const said = (file: string, name: string): number => {
  const text = readFileSync(join(import.meta.dirname, '../client', file), 'utf8')
  const found = new RegExp(`const ${name} = ([\\d_]+)\\n`).exec(text)?.[1]
  return Number(found?.replaceAll('_', ''))
}

test('a chunk has failed after 120 s, a request after 20 s', () => {
  expect(said('app/page-loading.ts', 'loadTimeout')).toBe(120_000)
  expect(said('platform/api/api.ts', 'timeout')).toBe(20_000)
})

test('signing out waits 1 s, an ended session 1.5 s, and the warning is said once in 5 s', () => {
  expect(said('platform/session/sign-out.ts', 'pause')).toBe(1000)
  expect(said('platform/session/expiry.ts', 'pause')).toBe(1500)
  expect(said('platform/session/expiry.ts', 'throttle')).toBe(5000)
  expect(said('ui/feedback/notify.ts', 'usualStay')).toBe(1500)
})
