import { expect, it } from 'vitest'
import { defaultLayouts } from '../../../catalogue/boards/defaults.ts'
import type { BoardLayout } from '../../../catalogue/boards/layout.ts'
import type { Screen, ScreenPlace } from '../../../catalogue/contract/analysis/boards.ts'
import { stepFrom, stepsOf, tourPlaces } from './tour.ts'

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

const placeOf = (id: number): ScreenPlace => ({ id, name: `${id}`, kind: 'district', area: `${id}` })
const screenOf = (places: BoardLayout['tour']['places'], at = 1): Screen => ({
  board: 'dataLarge',
  audience: 'inner',
  layout: { ...defaultLayouts.dataLarge, tour: { seconds: 20, places, auto: false } },
  place: placeOf(at),
  path: at === 1 ? [placeOf(1)] : [placeOf(1), placeOf(at)],
  places: at === 1 ? [placeOf(3), placeOf(5)] : [],
  on: '2026-09-01',
  basis: 'personnel',
  at: '',
  demo: false,
  frozen: false,
  panels: {},
  waiting: [],
})

it('a tour visits the places of its layout that the reader has, worked out at the head of the way', () => {
  expect(tourPlaces(screenOf('below'))).toEqual([1, 3, 5])
  expect(tourPlaces(screenOf('below', 3))).toEqual([])
  expect(tourPlaces(screenOf('none', 3))).toEqual([3])
  expect(tourPlaces(screenOf([5, 99, 3]))).toEqual([5, 3])
  expect(tourPlaces(screenOf([99]))).toEqual([1])
})
