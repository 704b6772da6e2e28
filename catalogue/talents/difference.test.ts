import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasCode } from '../dictionaries/dictionaries.ts'
import type { AnyRecord } from '../define.ts'
import { records } from '../records/registry.gen.ts'
import { basisGone, differenceOf, type ListedTalent, type Proposal } from './difference.ts'
import { projectsByHand, punished, talentRules } from './rules.ts'

const declared: Readonly<Record<string, AnyRecord>> = records
const fieldOf = (record: string, field: string) => declared[record]?.fields[field]

describe('the rules of the lists', () => {
  it('are those of figures.md, 7', () => {
    const codes = (kind: string) =>
      talentRules
        .filter((rule) => rule.kind === kind)
        .map(({ field, is, selfReported }) => `${field} ${is.join(' ')}${selfReported ? ' 待核' : ''}`)
    expect(Object.fromEntries('12345678'.split('').map((kind) => [kind, codes(kind)]))).toEqual({
      '1': ['titleLevel 1'],
      '2': ['isSpecialGradeTeacher true', 'talentProject 22', 'honorTitle 06'],
      '3': ['talentProject 11 21 24'],
      '4': ['talentProject 25 32'],
      '5': ['talentProject 26 33'],
      '6': ['talentProject 34 41'],
      '7': ['talentProject 28 35 42', 'isBackboneTeacher true 待核'],
      '8': ['highestDegreeLevel 2'],
    })
  })

  it('read fields that are declared, by codes that there are', () => {
    expect(new Set(talentRules.map(({ key }) => key)).size).toBe(talentRules.length)
    for (const rule of [...talentRules, projectsByHand]) {
      const field = fieldOf(rule.record, rule.field)
      expect(field, rule.field).toBeDefined()
      const dict = field?.dict
      if (dict !== undefined)
        expect(
          rule.is.filter((code) => !hasCode(dict, code)),
          rule.field,
        ).toEqual([])
    }
    for (const { kind, record, year, level, docNo, until, inPost } of talentRules) {
      expect(hasCode('highLevelKind', kind)).toBe(true)
      for (const field of [year, level, docNo, until, inPost])
        if (field !== undefined) expect(fieldOf(record, field), field).toBeDefined()
    }
    for (const field of [punished.until, punished.revoked])
      expect(fieldOf(punished.record, field)).toBeDefined()
  })
})

const proposal = (over: Partial<Proposal> = {}): Proposal => ({
  ownerId: 1,
  kind: '6',
  rule: 'project6',
  recordId: 'a',
  level: '3',
  year: 2020,
  until: null,
  ended: false,
  undocumented: false,
  ...over,
})
const entry = (over: Partial<ListedTalent> = {}): ListedTalent => {
  const { ownerId, kind, ...facts } = proposal()
  return { id: 1, ownerId, kind, facts, standing: 'own', gone: null, ...over }
}

describe('what a sync would do', () => {
  it('adds who is proposed, and nobody whose selection has run out', () => {
    expect(differenceOf([proposal()], []).added).toHaveLength(1)
    expect(differenceOf([proposal({ ended: true })], []).added).toEqual([])
  })

  it('touches only what is another now, and says why somebody goes', () => {
    expect(differenceOf([proposal()], [entry()])).toEqual({ added: [], changed: [], removed: [], others: 0 })
    expect(differenceOf([proposal({ year: 2021 })], [entry()]).changed).toHaveLength(1)
    expect(differenceOf([], [entry()]).removed).toEqual([{ entry: entry(), reason: basisGone }])
    const left = entry({ gone: '退休' })
    expect(differenceOf([proposal()], [left]).removed).toEqual([{ entry: left, reason: '退休' }])
  })

  it('leaves alone what was added by hand, taken out by hand, or is kept by another office', () => {
    const nothing = { added: [], changed: [], removed: [] }
    expect(differenceOf([], [entry({ facts: null })])).toMatchObject(nothing)
    expect(differenceOf([proposal()], [entry({ facts: null })])).toMatchObject(nothing)
    expect(differenceOf([proposal()], [entry({ standing: 'dismissed' })])).toMatchObject(nothing)
    expect(
      differenceOf([proposal({ recordId: 'b' })], [entry({ standing: 'dismissed' })]).added,
    ).toHaveLength(1)
    expect(differenceOf([proposal({ year: 1999 })], [entry({ standing: 'others' })])).toEqual({
      ...nothing,
      others: 1,
    })
    expect(differenceOf([proposal()], [entry({ standing: 'orphan' })]).changed).toHaveLength(1)
  })

  it('done twice changes nothing the second time', () => {
    const facts = fc.record({
      ownerId: fc.integer({ min: 1, max: 6 }),
      kind: fc.constantFrom('1', '6'),
      rule: fc.constantFrom('project6', 'fullSenior'),
      recordId: fc.constantFrom('a', 'b'),
      level: fc.constantFrom('', '3'),
      year: fc.option(fc.integer({ min: 2000, max: 2002 })),
      until: fc.constant(null),
      ended: fc.boolean(),
      undocumented: fc.boolean(),
    })
    const once = (one: { ownerId: number; kind: string }) => `${one.ownerId}/${one.kind}`
    const found = fc.uniqueArray(facts, { selector: once })
    const listed = fc
      .uniqueArray(
        fc.tuple(
          facts,
          fc.constantFrom('own' as const, 'orphan' as const, 'others' as const, 'dismissed' as const),
          fc.boolean(),
        ),
        { selector: ([one]) => once(one) },
      )
      .map((list) =>
        list.map(([{ ownerId, kind, ...rest }, standing, byHand], id): ListedTalent => ({
          id,
          ownerId,
          kind,
          standing,
          facts: byHand ? null : rest,
          gone: null,
        })),
      )
    fc.assert(
      fc.property(found, listed, (proposals, before) => {
        const { added, changed, removed } = differenceOf(proposals, before)
        const gone = new Set(removed.map(({ entry: { id } }) => id))
        const own = (id: number, { ownerId, kind, ...rest }: Proposal): ListedTalent => ({
          id,
          ownerId,
          kind,
          facts: rest,
          standing: 'own',
          gone: null,
        })
        const after = [
          ...before
            .filter(({ id }) => !gone.has(id))
            .map((one) => {
              const now = changed.find(({ entry: { id } }) => id === one.id)?.now
              return now ? own(one.id, now) : one
            }),
          ...added.map((one, n) => own(1000 + n, one)),
        ]
        expect(differenceOf(proposals, after)).toMatchObject({ added: [], changed: [], removed: [] })
      }),
      { numRuns: 500 },
    )
  })
})
