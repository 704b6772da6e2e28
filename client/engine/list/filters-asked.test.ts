import { expect, it } from 'vitest'
import { filtersAsked } from './filters-asked.ts'

it('a page of one stage keeps to its states until one of them is chosen', () => {
  const none = { q: '', 'f.state': '', 'f.kind': '', queue: '' }
  expect(filtersAsked(none, ['openingPending', 'established'])).toEqual({
    state: 'openingPending,established',
  })
  expect(
    filtersAsked({ ...none, q: '语文', 'f.state': 'established', 'f.kind': '2' }, [
      'openingPending',
      'established',
    ]),
  ).toEqual({
    q: '语文',
    state: 'established',
    kind: '2',
  })
  expect(filtersAsked(none, undefined)).toEqual({})
})
