// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest'
import { mostVisited, noteVisit } from './visits.ts'

/** A browser's cookies, of which setting one replaces the one of its name. */
function jar() {
  const kept = new Map<string, string>()
  return {
    get cookie() {
      return [...kept].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [pair = ''] = text.split(';')
      kept.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    },
  }
}
beforeEach(() => void vi.stubGlobal('document', jar()))

it('puts the page first that is opened most', () => {
  for (const path of ['/a/one', '/a/two', '/a/two', '/a/three', '/a/two', '/a/one']) noteVisit(7, path)
  expect(mostVisited(7)).toEqual(['/a/two', '/a/one', '/a/three'])
})

it('keeps ten pages, and forgets those of the account before', () => {
  for (let i = 0; i < 30; i += 1) noteVisit(7, `/page/${i}`)
  expect(mostVisited(7)).toHaveLength(10)
  expect(mostVisited(7)[0]).toBe('/page/29')
  expect(mostVisited(8)).toEqual([])
  noteVisit(8, '/b')
  expect(mostVisited(7)).toEqual([])
})

it('reads nothing from a cookie somebody spoiled', () => {
  document.cookie = 'xt_often=7!~!x~/a!3~b!2~/c'
  expect(mostVisited(7)).toEqual(['/c'])
})
