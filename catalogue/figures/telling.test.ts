import { describe, expect, it } from 'vitest'
import { believed, isFew, isTellable, printed, roundings, type PublicPrecision } from './telling.ts'

const all = Array.from({ length: 400 }, (_, value) => value)

describe('a number of people on a public page', () => {
  it('of one to four is never printed as itself, however it is told', () => {
    for (const value of [1, 2, 3, 4])
      for (const telling of ['exact', ...roundings] as const) expect(believed(value, telling)).toEqual([1, 4])
    expect(believed(0, 'exact')).toEqual([0, 0])
  })

  it('is believed to be exactly those that print alike', () => {
    for (const telling of ['exact', ...roundings] as readonly PublicPrecision[])
      for (const value of all.filter((one) => isTellable(one, telling) && !isFew(one) && one > 0)) {
        const [least, most] = believed(value, telling)
        const alike = all.filter(
          (one) =>
            one > 0 &&
            !isFew(one) &&
            isTellable(one, telling) &&
            printed(one, telling) === printed(value, telling),
        )
        if (most < all.length)
          expect([value, telling, least, most]).toEqual([value, telling, alike[0], alike.at(-1)])
      }
  })
})
