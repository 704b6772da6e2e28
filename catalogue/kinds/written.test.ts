import { describe, expect, it, test } from 'vitest'
import { dictionary, type DictName } from '../dictionaries/dictionaries.ts'
import codes from '../dictionaries/codes.json' with { type: 'json' }
import type { BareField } from '../field.ts'
import { checkDigit, documentFault, idCard, readIdCard } from './id-card.ts'
import { kindOf, type KindName } from './kinds.ts'

const fieldOf = (kind: KindName, more: Partial<BareField> = {}): BareField => ({
  kind,
  label: '栏目',
  required: false,
  ...more,
})
const read = (kind: KindName, text: string) => kindOf({ kind }).fromText(text, fieldOf(kind))
const numbered = (first17: string) => first17 + checkDigit(first17)

describe('an identity number', () => {
  it.each(['19900230', '19901301', '19900010', '19900100', '19900431', '19910229', '18991231', '20991231'])(
    'with the birthday %s is none, though its check digit fits',
    (day) => {
      const no = numbered(`449999${day}123`)
      expect(read('idCard', no)).toEqual({ fault: '证件号里的出生日期不存在' })
      expect(readIdCard(no)).toBeNull()
      expect(idCard.mask(no)).toBe('*'.repeat(18))
    },
  )
  it('of 29 February in a leap year is one', () => {
    expect(readIdCard(numbered('44999919920229123'))).toEqual({ birthDate: '1992-02-29', gender: '1' })
  })
  it.each(['000000', '100000', '560001'])('of the area %s is none', (area) => {
    expect(read('idCard', numbered(`${area}19850312001`))).toEqual({
      fault: '证件号的前 6 位不是区划代码，请核对',
    })
  })
  it.each([
    '449999 19850312 0010',
    "'449999198503120010",
    '‘449999198503120010',
    '449999-19850312-0010',
    '449999198503120010.0',
    '\u00a0449999198503120010',
  ])('written as %j is read', (text) => {
    expect(read('idCard', text)).toEqual({ value: '449999198503120010' })
  })
  it.each([
    ['1', '44999919850312001O', '第 18 位是字母 O，应为数字 0'],
    ['1', '4499991985O3120010', '第 11 位是字母 O，应为数字 0'],
    ['1', '44999919850312K010', '第 15 位是字母 K，应为数字'],
    ['1', '449999850312001', '居民身份证号应为 18 位；15 位的旧号请换成 18 位'],
    ['1', '4499991985031201', '居民身份证号应为 18 位，现在是 16 位'],
    ['1', '军字第1234567号', '居民身份证号应为 18 位，现在是 11 位'],
    ['A', '军字第1234567号', '这种证件的号码没有汉字，请核对证件类型和号码'],
    ['2', '军字第1234567号', null],
    ['A', 'E12345678', null],
  ])('of a document of kind %s, %s: %s', (type, no, fault) => {
    expect(read('idCard', no)).toEqual({ value: no.replaceAll(' ', '') })
    expect(documentFault(type, no)).toBe(fault)
  })
})

test.each(['+86 13900001051', '0086-139-0000-1051', '8613900001051', "'13900001051", '13900001051.0'])(
  'a phone written as %s is read',
  (text) => {
    expect(read('phone', text)).toEqual({ value: '13900001051' })
  },
)

describe('a day', () => {
  it.each([
    '2008-09-01 00:00:00',
    '2008-09-01 00:00:00.000',
    '2008/9/1 0:00',
    '2008/9/1 12:30:15',
    '2008/9/1 上午 12:00:00',
    '2008-09-01T00:00:00',
    '2008-09-01T00:00:00Z',
    '2008-08-31T16:00:00.000Z',
    '2008-09-01T00:00:00+08:00',
    '2008-09-01 00:00:00 +0800',
    '2008年 9月 1日',
    '2008. 9. 1',
    '2008年9月1日 0:00',
    '39692.5',
  ])('written as %j is read', (text) => {
    expect(read('date', text)).toEqual({ value: '2008-09-01' })
    expect(read('month', text)).toEqual({ value: '2008-09' })
  })
  it('of a summer with summer time is the day that its midnight was', () => {
    expect(read('date', '1988-06-30T15:00:00.000Z')).toEqual({ value: '1988-07-01' })
  })
  it.each(['2008年 9月', '2008 年 9 月', '2008. 9', '2008 - 09'])('a month written as %j is read', (text) => {
    expect(read('month', text)).toEqual({ value: '2008-09' })
  })
  it.each(['2008-02-30 00:00:00', '2008-09-01 26:00', '2008-09-01 还没定', '2008-09-01T99:99Z'])(
    '%j is none',
    (text) => {
      expect(read('date', text)).toHaveProperty('fault')
      expect(read('month', text)).toHaveProperty('fault')
    },
  )
})

describe('a month that a cell holds as a number', () => {
  const { fromNumber } = kindOf({ kind: 'month' })
  it('may be January or October', () => {
    expect(fromNumber?.('2008.1', undefined)).toEqual({
      fault: '表格里的数字 2008.1 看不出是 1 月还是 10 月，请写成 2008-01 或 2008-10',
      suggestions: ['2008-01', '2008-10'],
    })
  })
  it('is what the sheet shows, and plain where no other month can be meant', () => {
    expect(fromNumber?.('2008.1', '2008.10')).toEqual({ text: '2008.10' })
    expect(fromNumber?.('2008.9', '2008.90')).toEqual({ text: '2008.9' })
    expect(fromNumber?.('2008.11', undefined)).toEqual({ text: '2008.11' })
  })
})

test('whatever a dictionary finds ambiguous is told by names that it reads as one', () => {
  const tables: Readonly<
    Record<string, { readonly ambiguous?: object; readonly items: readonly string[][] }>
  > = codes
  let asked = 0
  for (const [name, { ambiguous = {} }] of Object.entries(tables))
    for (const text of [
      ...Object.keys(ambiguous),
      ...dictionary(name as DictName).items.flatMap(({ label, selectable }) => (selectable ? [] : [label])),
    ]) {
      const field = fieldOf('dict', { dict: name as DictName })
      const found = kindOf({ kind: 'dict' }).fromText(text, field)
      if (!('fault' in found) || !found.fault.includes('不够明确')) continue
      asked += 1
      expect(found.suggestions?.length).toBeGreaterThan(1)
      for (const one of found.suggestions ?? [])
        expect(kindOf({ kind: 'dict' }).fromText(one, field), `${name} ${text} ${one}`).toHaveProperty(
          'value',
        )
    }
  expect(asked).toBeGreaterThan(10)
  expect(kindOf({ kind: 'dict' }).fromText('研究生', fieldOf('dict', { dict: 'educationLevel' }))).toEqual({
    fault: '“研究生”不够明确，请写成：博士研究生毕业、硕士研究生毕业',
    suggestions: ['博士研究生毕业', '硕士研究生毕业'],
  })
})
