import { describe, expect, it } from 'vitest'
import { records } from '../records/registry.gen.ts'
import { attributes, type Source } from './attributes.ts'
import { fullYears } from './bands.ts'
import { dimensionKeys, dimensions } from './dimensions.ts'
import { indicators, waitingIndicators } from './indicators.ts'
import { markKeys } from './marks.ts'
import { schoolNumbers } from './students.ts'

/** Every key of the domain's table of indicators (figures.md, section 2). */
const domain =
  `staff fulltime outside staffMix female minority party estab avgAge ageBand young old teachYears newT eduMix
  eduOk eduUp master titleMix senior waiting postUse postCat subject artPE cert certReg classT hours ratio staffRatio
  classRatio h100edu h100bone h100art cv bone talent inflow outflow turnover exchange exchBone retire h360 hoursYear trained
  ethics archive`.split(/\s+/)

/** Asked for beside that table: what was granted by subject, who comes and goes by year. */
const beside = ['annual', 'gap', 'renewal']

describe('the indicators', () => {
  it('are those of the domain: each is shown, or waits for something that is named', () => {
    const shown = new Set(indicators.map(({ key }) => key.split('.')[0] ?? ''))
    const waiting = waitingIndicators.map(({ key }) => key)
    expect([...shown, ...waiting].toSorted()).toEqual([...domain, ...beside].toSorted())
    for (const { waitsFor } of waitingIndicators) expect(waitsFor).not.toBe('')
  })

  it('have keys of their own, a definition, and a denominator where they are shares', () => {
    expect(new Set(indicators.map(({ key }) => key)).size).toBe(indicators.length)
    for (const { key, definition, denominator, counting, form, columns, reports } of indicators) {
      expect([key, definition.endsWith('。')]).toEqual([key, true])
      expect(reports.length).toBeGreaterThan(0)
      if (counting.by === 'share' || counting.by === 'mean' || counting.by === 'parts')
        expect([key, denominator]).not.toEqual([key, undefined])
      if (form === 'heat' || form === 'pyramid') expect([key, columns]).not.toEqual([key, null])
    }
  })

  it('read fields that records declare', () => {
    const declared = new Map<string, object>(
      Object.values(records).map(({ name, fields }) => [name, fields] as const),
    )
    const named = Object.values(attributes).flatMap((source: Source) => {
      if (source.from === 'belonging' || source.from === 'examined') return []
      const more = [
        'until' in source ? source.until : undefined,
        'order' in source ? source.order : undefined,
        ...('latest' in source ? (source.latest ?? []) : []),
        'where' in source ? source.where?.field : undefined,
        'years' in source ? source.years?.field : undefined,
      ]
      return [source.field, ...more.filter((key) => key !== undefined)].map((key) => [source.record, key])
    })
    const { record, year, stage, students, classes } = schoolNumbers
    for (const [type = '', key = ''] of [
      ...named,
      ...[year, stage, students, classes].map((k) => [record, k]),
    ])
      expect([type, key, Object.hasOwn(declared.get(type) ?? {}, key)]).toEqual([type, key, true])
  })

  it('ask for no more marks than two words hold, and no more buckets than a byte', () => {
    expect(markKeys.length).toBeLessThanOrEqual(64)
    const moment = { on: '2026-09-01', year: 2026, schoolYear: 2026 }
    for (const key of dimensionKeys) expect(dimensions[key].buckets(moment).length).toBeLessThan(255)
  })
})

it('counts a year as full on the birthday, and the twenty-ninth of February on the first of March', () => {
  expect(fullYears('1998-08-31', '2026-08-31')).toBe(28)
  expect(fullYears('2002-09-01', '2026-09-01')).toBe(24)
  expect(fullYears('2000-09-02', '2026-09-01')).toBe(25)
  expect(fullYears('2004-02-29', '2026-02-28')).toBe(21)
  expect(fullYears('2004-02-29', '2026-03-01')).toBe(22)
})
