import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workedOut, type Telling } from './beliefs.ts'
import { atOnce, isShareTold, suppressed, suppressing, sumsOf, withSums } from './suppress.ts'

/** Whether another table of small numbers says the same to a reader and differs in one place; by trying all of them. */
function hasTwin(
  numbers: readonly (readonly number[])[],
  told: readonly (readonly Telling[])[],
  at: readonly [number, number],
) {
  const table = withSums(numbers)
  const free = numbers.flatMap((line, r) =>
    line.flatMap((_, c) => (told[r]?.[c] === 'told' ? [] : [[r, c] as const])),
  )
  const other = numbers.map((line) => [...line])
  const fits = () =>
    withSums(other).every((line, r) =>
      line.every((value, c) => {
        const telling = told[r]?.[c]
        if (telling === 'told') return value === table[r]?.[c]
        return telling === 'hidden' || (value > 0 && value < 5)
      }),
    )
  const tryFrom = (index: number): boolean => {
    const place = free[index]
    if (!place) return other[at[0]]?.[at[1]] !== numbers[at[0]]?.[at[1]] && fits()
    const line = other[place[0]] ?? []
    const own = numbers[place[0]]?.[place[1]] ?? 0
    // A neighbour is a twin as well as any: numbers differ by two at most.
    return [own, own + 1, own - 1, own + 2, own - 2].some((value) => {
      if (value < 0) return false
      line[place[1]] = value
      const found = tryFrom(index + 1)
      line[place[1]] = own
      return found
    })
  }
  return tryFrom(0)
}

const tables = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 6 }))
  .chain(([rows, columns]) =>
    fc.array(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 200 })), {
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: rows, maxLength: rows },
    ),
  )

/** What a reader works out of a table, by rows. */
function believed(table: readonly (readonly number[])[], told: readonly (readonly Telling[])[]) {
  const width = table[0]?.length ?? 0
  const beliefs = workedOut(sumsOf(table), told.flat())
  return table.map((_, row) => beliefs.slice(row * width, (row + 1) * width))
}

describe('a table that everybody may read', () => {
  it('says of the schools of the fixture: 6, hidden, fewer than five, and 15 in all', () => {
    expect(suppressed(withSums([[6], [5], [4]]))).toEqual([['told'], ['hidden'], ['few'], ['told']])
    expect(suppressed(withSums([[6, 5, 4]]))).toEqual([['told', 'hidden', 'few', 'told']])
    expect(suppressed(withSums([[0, 12, 30]])).flat()).not.toContain('hidden')
  })

  it('tells no number of one to four people, and none can be worked out from what it tells', () => {
    fc.assert(
      fc.property(tables, (numbers) => {
        const table = withSums(numbers)
        const told = suppressed(table)
        const beliefs = believed(table, told)
        table.forEach((line, r) =>
          line.forEach((value, c) => {
            if (value === 0 || value > 4) return
            expect(told[r]?.[c]).not.toBe('told')
            const { least, most } = beliefs[r]?.[c] ?? { least: 0, most: 0 }
            expect(most).toBeGreaterThan(least)
          }),
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('hides a small sum that would say that each of its parts is one', () => {
    const told = suppressed(
      withSums([
        [1, 1, 1, 1],
        [0, 0, 0, 0],
      ]),
    )
    expect(told).toEqual([
      ['few', 'few', 'few', 'few', 'hidden'],
      expect.any(Array),
      ['few', 'few', 'few', 'few', 'hidden'],
    ])
  })

  it('hides a sum of few sums, too, that would say that each person of the table stands alone', () => {
    const table = withSums([
      [1, 1],
      [1, 1],
    ])
    const told = suppressed(table)
    expect(told.flat()).not.toContain('told')
    expect(believed(table, told)[0]?.[0]).toEqual({ least: 1, most: 4 })
  })

  it('keeps what the view above hides from being worked out here, sums included', () => {
    fc.assert(
      fc.property(tables, fc.array(fc.nat(), { maxLength: 3 }), (numbers, picks) => {
        const table = withSums(numbers)
        const last = table.length - 1
        const hidden = new Set(picks.map((pick) => pick % (table[last]?.length ?? 1)))
        const told = suppressed(table, (row, column) => row === last && hidden.has(column))
        const beliefs = believed(table, told)
        table.forEach((line, r) =>
          line.forEach((value, c) => {
            const isKept = (value > 0 && value < 5) || (r === last && hidden.has(c))
            if (!isKept) return
            expect(told[r]?.[c]).not.toBe('told')
            const { least, most } = beliefs[r]?.[c] ?? { least: 0, most: 0 }
            expect([numbers, [...hidden], r, c, most > least]).toEqual([numbers, [...hidden], r, c, true])
          }),
        )
      }),
      { numRuns: 1000 },
    )
  })

  it('hides a square and not a column where a small number stands alone in its row', () => {
    const told = suppressed(
      withSums([
        [2, 31],
        [47, 190],
        [58, 150],
      ]),
    )
    expect(told.flat().filter((one) => one !== 'told')).toHaveLength(4)
  })

  it('leaves another table possible for every such number', () => {
    const small = fc.array(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 5, max: 60 })), {
        minLength: 3,
        maxLength: 3,
      }),
      { minLength: 2, maxLength: 2 },
    )
    fc.assert(
      fc.property(small, (numbers) => {
        const told = suppressed(withSums(numbers))
        numbers.forEach((line, r) =>
          line.forEach((value, c) => {
            if (value === 0 || value > 4) return
            expect([numbers, r, c, hasTwin(numbers, told, [r, c])]).toEqual([numbers, r, c, true])
          }),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('finds what two lines say together and none alone', () => {
    // a + b = 12 and a + b + c = 15: the three are told by nobody.
    const values = [7, 5, 12, 3, 15]
    const lines = [
      [0, 1, 2],
      [0, 1, 3, 4],
    ]
    const told = atOnce(suppressing({ values, lines }, { before: new Set([0]), unsaid: new Set([1]) }))
    expect(told[3]).toBe('few')
    expect([told[2], told[4]]).toContain('hidden')
  })

  it('hides a share whose part and whole would give a small number away', () => {
    // 3 of 13 have no degree; the share of graduates, 40 % of the 10 others, and their number say that it is 10.
    const [none, known, all, graduates, rest] = [0, 1, 2, 3, 4]
    const sums = {
      values: [3, 10, 13, 4 + 1, 5],
      lines: [
        [none, known, all],
        [graduates, rest, known],
      ],
      shares: [{ whole: known, parts: [graduates, rest] }],
    }
    const apart = atOnce(suppressing(sums, { unsaid: new Set([known, graduates, rest]) }))
    expect(apart).toEqual(['few', 'unsaid', 'told', 'unsaid', 'unsaid'])
    const beside = atOnce(suppressing(sums, { unsaid: new Set([known, rest]) }))
    expect(beside).not.toEqual(['few', 'unsaid', 'told', 'told', 'unsaid'])
  })

  it('hides no more than it must where nobody is few', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.integer({ min: 5, max: 90 }), { minLength: 3, maxLength: 3 })),
        (numbers) => {
          expect(
            suppressed(numbers)
              .flat()
              .every((one) => one === 'told'),
          ).toBe(true)
        },
      ),
    )
  })

  it('tells shares of ten people and more, with neither part of a few', () => {
    expect([isShareTold(0, 10), isShareTold(5, 10), isShareTold(10, 10), isShareTold(4, 20)]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect([isShareTold(17, 20), isShareTold(5, 9)]).toEqual([false, false])
  })
})
