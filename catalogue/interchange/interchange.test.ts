import { describe, expect, it } from 'vitest'
import type { AnyRecord, Field } from '../define.ts'
import { dictionary, labelOf, selectable } from '../dictionaries/dictionaries.ts'
import { kindOf } from '../kinds/kinds.ts'
import { readCell, type RowReadingContext } from '../imports/read-cell.ts'
import { records } from '../records/registry.gen.ts'
import { coverageOf } from './coverage.ts'
import { filledFields, fitRow } from './fit.ts'
import { importOfSheet, layoutImports } from './imports.ts'
import { faultsOfLayout, layoutFile, layouts, type Layout } from './layout.ts'

const all: Readonly<Record<string, AnyRecord>> = records
const ofTeachers = Object.values(all).filter(({ owner }) => owner === 'teacher')
const [national] = layouts
if (!national) throw new Error('no layout')

/** Repeatable figures from 0 up to a bound. */
function figures(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const plain: Readonly<Record<string, unknown>> = {
  bool: false,
  integer: 12,
  decimal: '1.5',
  year: 2024,
  month: '2024-05',
  date: '2024-05-06',
}

function anyValue(field: Field, pick: (below: number) => number): unknown {
  if (field.dict !== undefined) {
    const items = selectable(field.dict)
    const code = items[pick(items.length)]?.code ?? ''
    return field.multiple ? [code] : code
  }
  const value = plain[field.kind] ?? '字'.repeat(1 + pick(40))
  return field.multiple ? [value] : value
}

function anyRow({ fields }: AnyRecord, pick: (below: number) => number) {
  const entries = Object.entries(fields).filter(() => pick(3) > 0)
  const values = Object.fromEntries(entries.map(([key, field]) => [key, anyValue(field, pick)]))
  return { values, masked: Object.keys(values).filter(() => pick(9) === 0) }
}

/** The shipped layout, stricter: short texts, months for days, some codes and columns taken away. */
function stricter(pick: (below: number) => number): Layout {
  const layout = national as Layout
  return {
    ...layout,
    sheets: layout.sheets.map((sheet) => ({
      ...sheet,
      columns: sheet.columns
        .filter(({ field }) => field.startsWith('$') || pick(6) > 0)
        .map((column) => ({
          ...column,
          ...(pick(4) === 0 && { maxLength: 5 }),
          ...(pick(4) === 0 && { precision: 'year' as const }),
        })),
    })),
  }
}

describe('the shipped layout', () => {
  it('names types, fields and code tables that are there', () => {
    expect(layouts.flatMap(faultsOfLayout)).toEqual([])
    const [first] = national.sheets
    if (!first) throw new Error('no sheet')
    const broken = {
      ...national,
      sheets: [
        { ...first, columns: [{ head: '甲', field: 'nothing' }] },
        { ...first, type: 'nobody' },
      ],
    }
    expect(faultsOfLayout(broken).join()).toMatch(/has no field nothing.*|no record type nobody/)
    expect(layoutFile.safeParse({ ...national, script: 'x' }).success).toBe(false)
    expect(layoutFile.safeParse({ ...national, sheets: [] }).success).toBe(false)
  })

  it('was not seen by the other system, and says so', () => {
    expect(national.checked).toBe(false)
    expect(national.source).toContain('未经对方系统核对')
  })

  it('has 28 types of teachers; coverage counts every field once', () => {
    expect(national.sheets).toHaveLength(28)
    for (const definition of ofTeachers) {
      const { fields, carried, without, sheet } = coverageOf(national, definition)
      const asked = Object.values(definition.fields).filter(({ derived }) => !derived).length
      expect([fields, sheet === null ? 0 : carried + without.length]).toEqual([
        asked,
        sheet === null ? 0 : asked,
      ])
      if (sheet === null) expect(carried).toBe(0)
    }
  })

  it('is imported by the sheets whose types are imported, under keys of their own', () => {
    const both = national.sheets.filter(({ way }) => way === 'both')
    expect(layoutImports.map(({ name }) => name)).toEqual(
      both.map(({ type }) => `interchange.national.${type}`),
    )
    for (const { columns, name } of layoutImports) {
      const heads = columns.flatMap(({ head, twins = [] }) => [head, ...twins])
      expect(new Set(heads).size, name).toBe(heads.length)
    }
  })
})

it('24: of 1 000 archives every filled field is carried or reported, with one reason', () => {
  const pick = figures(24)
  const whys = new Set<string>()
  for (let archive = 0; archive < 1000; archive += 1) {
    const layout = archive % 2 === 0 ? (national as Layout) : stricter(pick)
    for (const definition of ofTeachers) {
      const row = anyRow(definition, pick)
      const sheet = layout.sheets.find(({ type }) => type === definition.name)
      const { cells, filled, carried, reported } = fitRow(layout, sheet, definition, row)
      const keys = filledFields(definition, row.values).map(([key]) => key)
      expect(carried + reported.length).toBe(filled)
      expect(filled).toBe(keys.length)
      expect(new Set(reported.map(({ key }) => key)).size).toBe(reported.length)
      // A cell that is left empty, or a field without a column, is never said to be carried.
      const told = new Set(reported.map(({ key }) => key))
      const columns = new Set(sheet?.columns.map((one) => one.says ?? one.field))
      for (const key of keys)
        if (!columns.has(key) || cells[key] === null || row.masked.includes(key))
          expect(told.has(key)).toBe(true)
      for (const { why } of reported) whys.add(why)
    }
  }
  expect([...whys].toSorted()).toEqual(['coarser', 'masked', 'noCode', 'noColumn', 'tooLong'])
})

describe('25: codes of another name', () => {
  const field = all['basicInfo']?.fields['postOccupation']
  if (!field?.dict) throw new Error('no field')
  const { dict } = field
  const codes = dictionary(dict)
    .items.filter(({ selectable: may }) => may)
    .map(({ code }) => code)
  const stages = all['basicInfo']?.fields['staffCategory']
  // Names that are those of the next code here: what a match by name would take for the wrong one.
  const shifted = Object.fromEntries(
    codes.map((code, at) => [code, { name: labelOf(dict, codes[(at + 1) % codes.length] ?? code) }]),
  )
  const staff = dictionary('staffCategory').items.map(({ code }) => code)
  const layoutOf = (cells: Layout['cells']): Layout => ({
    ...(national as Layout),
    cells,
    codes: {
      ...(national as Layout).codes,
      [dict]: { basis: 'standard', other: shifted },
      staffCategory: {
        basis: 'standard',
        other: Object.fromEntries(staff.map((code) => [code, { name: `国标${code}`, code: `Z${code}` }])),
      },
    },
  })
  const reading: RowReadingContext = {
    context: { today: '2026-12-01' } as RowReadingContext['context'],
    areaOf: () => undefined,
    records: all,
    remembered: () => undefined,
  }
  const readBack = (layout: Layout, key: string, text: string) => {
    const sheet = layout.sheets.find(({ type }) => type === 'basicInfo')
    const column = sheet && importOfSheet(layout, sheet)?.columns.find((one) => one.key === key)
    if (!column) throw new Error(`no column ${key}`)
    return readCell(column, { text }, { ...reading })
  }
  const written = (layout: Layout, key: string, code: string) => {
    const sheet = layout.sheets.find(({ type }) => type === 'basicInfo')
    const definition = all['basicInfo']
    if (!definition) throw new Error('no type')
    const { cells, reported } = fitRow(layout, sheet, definition, { values: { [key]: code }, masked: [] })
    expect(reported).toEqual([])
    return cells[key] ?? kindOf(definition.fields[key] as Field).toText(code, definition.fields[key] as Field)
  }

  it('at least 35 go out under the other name, and come back by the code, both names told', () => {
    const layout = layoutOf('name')
    const asked = [
      ...codes.map((code) => ['postOccupation', code] as const),
      ...staff
        .filter((code) => stages && selectable('staffCategory').some((one) => one.code === code))
        .map((code) => ['staffCategory', code] as const),
    ]
    expect(asked.length).toBeGreaterThanOrEqual(35)
    for (const [key, code] of asked) {
      const text = written(layout, key, code)
      const { value, repair } = readBack(layout, key, text)
      expect([key, text, value]).toEqual([key, text, code])
      const name = labelOf(key === 'postOccupation' ? dict : 'staffCategory', code)
      expect(repair).toEqual({ column: key, from: text, to: name })
    }
  })

  it('go by the code of the other system where cells hold codes', () => {
    const layout = layoutOf('code')
    expect(written(layout, 'staffCategory', staff[0] ?? '')).toBe(`Z${staff[0]}`)
    expect(readBack(layout, 'staffCategory', `Z${staff[0]}`).value).toBe(staff[0])
  })

  it('what the other system does not have is reported, and a word nobody knows is a fault', () => {
    const definition = all['basicInfo']
    const sheet = national.sheets[0]
    if (!definition) throw new Error('no type')
    const row = { values: { idCardType: 'C' }, masked: [] }
    expect(fitRow(national as Layout, sheet, definition, row).reported).toEqual([
      { key: 'idCardType', label: '身份证件类型', why: 'noCode' },
    ])
    expect(readBack(layoutOf('name'), 'staffCategory', '没有这一类').fault?.code).toMatch(/^E1/)
  })
})
