import { describe, expect, it } from 'vitest'
import { classAt, classesOf } from './cartogram.ts'

describe('classes of a map', () => {
  it.each([
    [[], []],
    [[12, 12], ['12']],
    [
      [1536, 2207, 2610, 2874, 3588, 4126],
      ['2,000 以下', '2,000–3,000', '3,000–4,000', '4,000 以上'],
    ],
    [
      [61.8, 93.1],
      ['70 以下', '70–80', '80–90', '90 以上'],
    ],
  ])('of %j have round borders', (values, labels) => {
    expect(classesOf(values).map(({ label }) => label)).toEqual(labels)
  })

  it('take every value in', () => {
    const values = [1536, 2000, 2999, 4126]
    const classes = classesOf(values)
    expect(values.map((value) => classAt(classes, value))).toEqual([0, 1, 1, 3])
  })
})
