import { beforeEach, expect, it } from 'vitest'
import { forgetUndo, offerUndo, undoableActs, undoables } from './undo-store.ts'

beforeEach(() => undoables.set([]))
const item = (id: string, type = 'rewardHonor') => ({ type, id, summary: id })
const acts = (type = 'rewardHonor', now = Date.now()) =>
  undoableActs(undoables.get(), type, now).map((act) => act.map(({ id }) => id))

it('takes back the last approval alone; the ones before stay passed and can be taken back singly', () => {
  offerUndo([item('a')])
  offerUndo([item('b')])
  expect(acts()).toEqual([['b'], ['a']])
  forgetUndo(['b'])
  expect(acts()).toEqual([['a']])
})

it('a batch is one approval', () => {
  offerUndo([item('a')])
  offerUndo([item('b'), item('c')])
  expect(acts()).toEqual([['b', 'c'], ['a']])
})

it('what was passed again belongs to the later approval; other types and what is too old are not offered', () => {
  offerUndo([item('a'), item('b'), item('x', 'salary')])
  offerUndo([item('a')])
  expect(acts()).toEqual([['a'], ['b']])
  expect(acts('salary')).toEqual([['x']])
  expect(acts('rewardHonor', Date.now() + 11 * 60_000)).toEqual([])
})
