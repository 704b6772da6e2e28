import { describe, expect, it } from 'vitest'
import { roles } from '../access/roles.ts'
import { helpFor, helpWith } from './help-for.ts'
import { help, type Help } from './help.ts'
import { pagesFor } from './pages.ts'

describe('the help', () => {
  it.each([null, ...roles.map(({ role }) => role)])('of role %s speaks of the pages it may open', (role) => {
    const names = helpFor(role)
    expect(names.length).toBeGreaterThan(2)
    expect(new Set(names).size).toBe(names.length)
    for (const name of pagesFor(role).flatMap(({ page }) => page ?? [])) expect(names).toContain(name)
  })

  it('tells a visitor nothing of the administrator’s pages', () => {
    expect(helpFor(null)).not.toContain('user-list')
    expect(helpFor(2)).not.toContain('review')
  })

  it('is found by every word, in any order, and by none that it does not say', () => {
    expect(helpWith(helpFor(2), '佐证')).toContain('record-section')
    expect(helpWith(helpFor(2), '手机 二维码')).toContain('phone-upload')
    expect(helpWith(helpFor(2), '二维码 量子')).toEqual([])
  })

  it('is sentences of a screen: each ends, and none is longer than a glance', () => {
    const all: Help[] = Object.values(help)
    for (const { about, steps, notes = [] } of all)
      for (const sentence of [about, ...steps, ...notes]) {
        expect(sentence).toMatch(/。$/)
        expect(sentence.length, sentence).toBeLessThan(70)
      }
  })
})
