import { expect, it } from 'vitest'
import { stepFrom, stepsOf } from './tour.ts'

const steps = stepsOf([3, 5], 2)

it('a tour shows every page at each place', () => {
  expect(steps.map(({ placeId, page }) => `${placeId}/${page}`)).toEqual(['3/0', '3/1', '5/0', '5/1'])
  expect(stepsOf([], 2)).toEqual([])
})

it('goes round both ways, and begins anew from elsewhere', () => {
  expect(stepFrom(steps, { placeId: 5, page: 1 }, 1)).toEqual(steps[0])
  expect(stepFrom(steps, { placeId: 3, page: 0 }, -1)).toEqual(steps[3])
  expect(stepFrom(steps, { placeId: 3, page: 1 }, 1)).toEqual(steps[2])
  expect(stepFrom(steps, { placeId: 9, page: 0 }, 1)).toEqual(steps[0])
  expect(stepFrom([], { placeId: 9, page: 0 }, 1)).toBeUndefined()
})
