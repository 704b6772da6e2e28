import { expect, test } from 'vitest'
import { isSitePath, pageAskedFor, pathAfterSignIn } from './return-path.ts'

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

test('the page a visitor asked for is known by its title; public pages, redirects and unknown paths are none', () => {
  expect(pageAskedFor('/teacher/daiban?state=late#list')?.title).toBe('待办事项')
  expect(pageAskedFor('/home/reviewMaterialDetails?id=1')?.roles).toEqual([100, 101, 102])
  for (const path of [
    '/',
    '/home',
    '/home/messageData/news',
    '/usForm/index',
    '/login',
    '/no/such/page',
    '//x',
    7,
  ])
    expect(pageAskedFor(path), String(path)).toBe(null)
})

test('another spelling of an own page is led on to, with its query', () => {
  expect(pathAfterSignIn('/marchives/marchivesaBjobname?page=2', 2)).toBe(
    '/marchives/marchivesaBjobname?page=2',
  )
  expect(pathAfterSignIn('/login', 2)).toBe('/teacher/sy')
})
