import { expect, it } from 'vitest'
import { casesAsked } from './cases-asked.ts'

it('a page of one stage keeps to its states until one of them is chosen', () => {
  const none = { q: '', state: '', kind: '', queue: '' }
  expect(casesAsked(none, ['openingPending', 'established'])).toEqual({ state: 'openingPending,established' })
  expect(casesAsked({ ...none, q: '语文', state: 'established' }, ['openingPending', 'established'])).toEqual(
    {
      q: '语文',
      state: 'established',
    },
  )
  expect(casesAsked(none, undefined)).toEqual({})
})
