import { describe, expect, it } from 'vitest'
import { unlikeCategory } from './code-category.ts'
import { schoolYearOf, staffDue } from './norms.ts'

describe('the norms of staff', () => {
  it.each([
    [[{ stage: '2', students: 1900 }], 100],
    [[{ stage: '3', students: 1350 }], 100],
    [[{ stage: '4', students: 1250 }], 100],
    [
      [
        { stage: '3', students: 1350 },
        { stage: '4', students: 1250 },
      ],
      200,
    ],
    [[{ stage: '2', students: 30 }], 2],
    // A kindergarten has no norm of its own.
    [
      [
        { stage: '1', students: 90 },
        { stage: '2', students: 190 },
      ],
      null,
    ],
    [
      [
        { stage: '1', students: 0 },
        { stage: '2', students: 190 },
      ],
      10,
    ],
    [[], null],
  ])('%j are due %s', (stages, due) => expect(staffDue(stages)).toBe(due))

  it('begin a school year in September', () => {
    expect(['2026-08-31', '2026-09-01', '2027-01-15'].map(schoolYearOf)).toEqual([2025, 2026, 2026])
  })
})

describe('the category of a code', () => {
  it.each([
    ['211', '2144099001', true],
    ['218', '2144099001', true],
    ['312', '3144099001', true],
    ['341', '3444099001', true],
    ['342', '3444099001', true],
    ['345', '3444099001', true],
    ['111', '1144099001', true],
    ['511', '5144099001', true],
    ['211', '3144099001', false],
    ['312', '2144099001', false],
    ['341', '3144099001', false],
    ['345', '2144099001', false],
    // What no rule is known for is not judged: an invented code, none, a type beyond the list.
    ['211', '9944099001', true],
    ['211', null, true],
    ['411', '2144099001', true],
    [null, '2144099001', true],
  ])('of type %s and code %s is like it: %s', (type, code, like) =>
    expect(unlikeCategory(type, code) === null).toBe(like),
  )
})
