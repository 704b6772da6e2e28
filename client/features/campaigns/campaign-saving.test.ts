import { expect, it } from 'vitest'
import { bodyOver, conflictsWith, isOwnNotice, overStart, ownOf } from './campaign-saving.ts'

const start = {
  title: '2027 年课题征集',
  collects: 'researchProject',
  value: { quota: 10, place: null, days: 5 },
}
const typed = { ...start, value: { ...start.value, quota: 12, place: '阳江' } }

it('a save sends what was typed over the notice as it is stored, and leaves alone what others changed', () => {
  const theirs = { title: '2027 年市级课题征集', value: { quota: 10, place: null, days: 7 } }
  expect(conflictsWith(start, typed, theirs)).toEqual([])
  expect(bodyOver(theirs, start, typed)).toEqual({
    title: '2027 年市级课题征集',
    collects: 'researchProject',
    value: { quota: 12, place: '阳江', days: 7 },
    nothing: false,
  })
  expect(bodyOver(theirs, start, start).nothing).toBe(true)
  expect(bodyOver(null, start, typed).value).toEqual(typed.value)
})

it('the same field changed to something else is a conflict, to the same value it is none', () => {
  const theirs = (value: object, title = start.title) => ({ title, value: { ...start.value, ...value } })
  expect(conflictsWith(start, typed, theirs({ quota: 8 }))).toEqual(['quota'])
  expect(conflictsWith(start, typed, theirs({ quota: 12 }))).toEqual([])
  expect(conflictsWith(start, { ...typed, title: '甲' }, theirs({}, '乙'))).toEqual(['title'])
})

it('a lost answer is told apart from a newer version of somebody else', () => {
  const body = bodyOver(start, start, typed)
  const sent = { body, version: 3 }
  expect(isOwnNotice({ title: start.title, value: typed.value, version: 4 }, sent)).toBe(true)
  expect(isOwnNotice({ title: start.title, value: typed.value, version: 5 }, sent)).toBe(false)
  expect(isOwnNotice({ title: start.title, value: start.value, version: 4 }, sent)).toBe(false)
})

it('a copy on this computer brings back what was typed and not what the notice said then', () => {
  const kept = ownOf(start, typed)
  expect(kept).toEqual({ value: { quota: 12, place: '阳江' } })
  const newer = { ...start, title: '改过的题目', value: { ...start.value, days: 9 } }
  expect(overStart(newer, kept)).toEqual({ ...newer, value: { quota: 12, place: '阳江', days: 9 } })
  expect(overStart(newer, { value: 'broken', title: 1 })).toEqual(newer)
})
