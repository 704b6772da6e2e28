import { expect, test } from 'vitest'
import { isSitePath, pathAfterSignIn } from './return-path.ts'

test('after signing in the path asked for is opened, with its query', () => {
  expect(pathAfterSignIn('/teacher/xiaoxiList?tab=all', 2)).toBe('/teacher/xiaoxiList?tab=all')
})

test('no address of another site, no unknown path, no path of another role', () => {
  const asked = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/nowhere',
    '/school/sy',
    null,
    7,
  ]
  for (const path of asked) expect(pathAfterSignIn(path, 2), String(path)).toBe('/teacher/sy')
})

test('links that come with data lead into this site or nowhere', () => {
  expect(isSitePath('/mandata/manbXuexi?id=1')).toBe(true)
  for (const link of [
    null,
    '//evil.example',
    '/\t/evil.example',
    '/home/\n',
    'javascript:alert(1)',
    'mandata',
  ])
    expect(isSitePath(link)).toBe(false)
})
