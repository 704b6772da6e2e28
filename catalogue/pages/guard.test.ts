import { describe, expect, test } from 'vitest'
import { roles, type Role } from '../access/roles.ts'
import { guard, redirectFor } from './guard.ts'
import { homeOf, match, pagesFor } from './pages.ts'

const toPortal = { redirect: '/home/index' }

describe('a visitor', () => {
  test('reads the portal, signs in and fills in a declaration', () => {
    for (const path of [
      '/home/index',
      '/home/messageData/news',
      '/login',
      '/logintest',
      '/usForm/index',
      '/home/pF?url=x',
    ]) {
      expect(guard(path, null), path).toBe('ok')
    }
  })

  test.each([
    '/teacher/sy',
    '/teacher/sy?x=/home',
    '/teacher/sy#/home',
    '/TEACHER/../home',
    '/teacher/home',
    '//home',
    '/homex',
    '/xhome',
    '/home%2findex',
    '/%68ome/index',
    '\\home\\index',
    '/history/getHistory',
    '/home/reviewMaterialDetails',
    '/home/reviewMaterialDetails?id=1',
    '/appCore/dictionary',
    '/loginx',
    '/./home',
    '',
    'home/index',
  ])('is sent to the portal from %j', (path) => {
    expect(guard(path, null)).toEqual(toPortal)
  })

  test.each(['/home/none', '/home/../teacher/sy', '/home//index', '/usForm/none'])(
    'finds nothing at %j',
    (path) => {
      expect(guard(path, null)).toBe('not-found')
    },
  )
})

describe('a signed-in role', () => {
  test.each(roles.map(({ role }) => role))('%i opens its own routes and nobody else’s', (role) => {
    const own = new Set(pagesFor(role).map(({ path }) => path))
    for (const other of roles) {
      for (const { path, page } of pagesFor(other.role)) {
        const expected = own.has(path) || page === 'sign-in' ? /ok|redirect/ : /^"not-found"$/
        expect(JSON.stringify(guard(path, role)), path).toMatch(expected)
      }
    }
  })

  test('is not told that another role’s route exists', () => {
    expect(guard('/school/sy', 2)).toBe('not-found')
    expect(guard('/appCore/logs', 6)).toBe('not-found')
    expect(guard('/home/msWork', 100)).toBe('not-found')
    expect(guard('/TEACHER/../home', 2)).toBe('not-found')
  })

  test.each(roles.map(({ role }) => role))('%i is sent from the sign-in pages to its home', (role) => {
    expect(guard('/login', role)).toEqual({ redirect: homeOf(role) })
    expect(guard('/logintest/', role)).toEqual({ redirect: homeOf(role) })
  })
})

describe('redirects', () => {
  test.each<[Role | null, string]>([
    [null, '/home/index'],
    [1, homeOf(1)],
    [2, '/home/index'],
    [3, '/school/sy'],
    [4, '/area/sy'],
    [5, '/city/sy'],
    [6, '/province/sy'],
    [99, '/zhuanjia/zhuanjiaList'],
    [100, '/home/index'],
    [102, '/home/index'],
  ])('send role %s from the root to %s', (role, target) => {
    expect(redirectFor('/', role)).toBe(target)
    expect(guard('/?from=mail', role)).toEqual({ redirect: target })
  })

  test('send /home to the home of the portal; review staff have one of their own there', () => {
    expect(redirectFor('/home/', null)).toBe('/home/index')
    expect(redirectFor('/home', 100)).toBe('/home/index')
    expect(guard('/home/index', 100)).toBe('ok')
  })

  test('send an alias to its path, only for those who have it', () => {
    expect(guard('/marchives/marchivesaBjobname', 2)).toEqual({ redirect: '/marchives/aBjobname' })
    expect(guard('/marchives/marchivesaBjobname', 99)).toBe('not-found')
    expect(guard('/marchives/marchivesaBjobname', null)).toEqual(toPortal)
  })

  test('end: no target redirects again', () => {
    for (const role of [null, ...roles.map((entry) => entry.role)]) {
      for (const { path } of pagesFor(role)) {
        const target = redirectFor(path, role)
        if (target !== undefined) expect(redirectFor(target, role), path).toBeUndefined()
      }
    }
  })
})

test('every role has a home that is open to it; those with a workspace find a page there', () => {
  for (const { role } of roles) {
    expect(guard(homeOf(role), role)).toBe('ok')
    if (role < 99) expect(match(homeOf(role), role)?.page, homeOf(role)).not.toBeNull()
  }
})
