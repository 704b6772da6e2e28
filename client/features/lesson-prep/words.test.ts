import { expect, it } from 'vitest'
import type { PrepNote } from '../../../catalogue/contract/preps.ts'
import { isLate, thisDay, threadsOf, weekText } from './words.ts'

const note = (id: string, block: string, answers: string | null = null): PrepNote => ({
  id,
  block,
  answers,
  on: 1,
  by: { id: 1, name: '林疏影' },
  at: '2026-11-28T08:00:00Z',
  text: id,
  done: false,
  mayMark: false,
})

it('notes stand below their block with their answers; those of deleted blocks are kept apart', () => {
  const threads = threadsOf(
    [note('一', 'a'), note('二', 'gone'), note('答', 'a', '一'), note('三', 'a')],
    [{ id: 'a', part: 'goals', text: '' }],
  )
  const shown = [...threads].map(([at, list]) => [
    at,
    list.map((one) => [one.note.text, one.answers.map(({ text }) => text)]),
  ])
  expect(shown).toEqual([
    [
      'a',
      [
        ['一', ['答']],
        ['三', []],
      ],
    ],
    ['', [['二', []]]],
  ])
})

it('a week is told from Monday to Sunday over the end of a month, and is late once it began unagreed', () => {
  expect(weekText('2026-11-30')).toBe('11月30日–12月6日')
  const late = (state: 'discussing' | 'agreed', today: string) => isLate({ state, week: '2026-11-30' }, today)
  expect([
    late('discussing', '2026-11-29'),
    late('discussing', '2026-11-30'),
    late('agreed', '2026-12-09'),
  ]).toEqual([false, true, false])
})

it('today is written as fields of days want it', () => {
  expect(thisDay()).toMatch(/^\d{4}-\d\d-\d\d$/)
})
