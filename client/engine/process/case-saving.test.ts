import { describe, expect, it } from 'vitest'
import { beyond, bodyOf, inConflict, isOwnCase, left } from './case-saving.ts'

describe('what of a case is unsaved', () => {
  it('is only what changed after it was sent', () => {
    expect(left({ title: '甲', note: '乙' }, { title: '甲', note: '乙前' })).toEqual({ note: '乙' })
    expect(left({ title: '甲' }, {})).toEqual({ title: '甲' })
    expect(left({ title: '' }, { title: null })).toEqual({})
  })

  it('is nothing before a key was pressed; an emptied field is something', () => {
    expect(bodyOf({}).nothing).toBe(true)
    expect(bodyOf({ note: null })).toEqual({ values: { note: null }, nothing: false })
  })
})

describe('a colleague’s version', () => {
  it('is in conflict only where both wrote different things', () => {
    const before = { title: '旧', note: '旧', sum: null }
    expect(inConflict(before, { title: '我' }, { ...before, note: '他' })).toEqual([])
    expect(inConflict(before, { title: '我' }, { ...before, title: '他' })).toEqual(['title'])
    expect(inConflict(before, { title: '同' }, { ...before, title: '同' })).toEqual([])
    expect(inConflict(before, { sum: '1' }, { ...before, sum: '' })).toEqual([])
    expect(inConflict(before, { note: null }, { ...before, note: '他' })).toEqual(['note'])
  })

  it('is this form’s own where it is one on and holds all that was sent', () => {
    const sent = { body: bodyOf({ title: '甲', names: ['一', '二'] }), version: 2 }
    const value = { title: '甲', names: ['一', '二'], note: '丙' }
    expect(isOwnCase({ version: 3, value }, sent)).toBe(true)
    expect(isOwnCase({ version: 4, value }, sent)).toBe(false)
    expect(isOwnCase({ version: 3, value: { ...value, names: ['二', '一'] } }, sent)).toBe(false)
  })
})

describe('the copy on this computer', () => {
  it('brings back what the server does not have', () => {
    expect(beyond({ title: '断电前', note: '同' }, { title: '旧', note: '同' })).toEqual({ title: '断电前' })
  })

  it('does not bring back fields that the case no longer has', () => {
    expect(beyond({ gone: '甲' }, { title: '旧' })).toEqual({})
  })
})
