import { describe, expect, it } from 'vitest'
import { date, dateTime, decimal, integer, month, year, type Field } from '../../../catalogue/define.ts'
import { readDate, written, type DateKind } from './read-date.ts'
import { grouped, readNumber, sameNumber, typedForm, type NumberKind } from './read-number.ts'

const numbers: Readonly<Record<NumberKind, Field>> = {
  decimal: decimal('金额'),
  integer: integer('人数'),
  year: year('年份'),
}
const dates: Readonly<Record<DateKind, Field>> = {
  month: month('月份'),
  date: date('日期'),
  dateTime: dateTime('时间'),
}
const number = (kind: NumberKind, text: string) => readNumber(kind, text, numbers[kind])
const day = (kind: DateKind, text: string) => readDate(kind, text, dates[kind])
/** Whether a form takes what was read for a value, instead of a text with a fault. */
const accepts = (field: Field, value: unknown) => field.schema.safeParse(value).success

describe('an amount', () => {
  it.each([
    ['12300.50', '12300.50'],
    ['12,300.50', '12300.50'],
    ['１２，３００．５０', '12300.50'],
    [' 300 ', '300'],
    ['0', '0'],
  ])('typed as %s is %s', (text, value) => {
    const read = number('decimal', text)
    expect(Number(read)).toBe(Number(value))
    expect(accepts(numbers.decimal, read)).toBe(true)
  })

  it.each(['一万二', '12.3.4', '１２元半', '--5'])('typed as %s stays as typed and has a fault', (text) => {
    const read = number('decimal', text)
    expect(read).toBe(text.normalize('NFKC'))
    expect(accepts(numbers.decimal, read)).toBe(false)
  })

  it('is empty when nothing but blanks is typed', () => {
    expect(number('decimal', '')).toBeNull()
    expect(number('decimal', ' 　')).toBeNull()
  })

  it('is grouped for reading, without losing a digit of a long one', () => {
    expect(grouped('5230.50')).toBe('5,230.50')
    expect(grouped('999')).toBe('999')
    expect(grouped(1000)).toBe('1,000')
    expect(grouped('12345678901234567.89')).toBe('12,345,678,901,234,567.89')
  })
})

describe('a count and a year', () => {
  it('are read from wide digits', () => {
    expect(number('integer', '１２')).toBe(12)
    expect(number('year', '２０２４')).toBe(2024)
  })

  it('are refused with a part behind the point or as words', () => {
    expect(accepts(numbers.integer, number('integer', '1.5'))).toBe(false)
    expect(accepts(numbers.integer, number('integer', '三'))).toBe(false)
    expect(accepts(numbers.year, number('year', '24'))).toBe(false)
  })

  it('0 is an answer', () => expect(number('integer', '0')).toBe(0))
})

describe('what stands in the input', () => {
  it('is not rewritten while it means the value already', () => {
    expect(sameNumber('integer', '012', 12, numbers.integer)).toBe(true)
    expect(sameNumber('integer', '１２', 12, numbers.integer)).toBe(true)
    expect(sameNumber('integer', '', null, numbers.integer)).toBe(true)
  })

  it('follows a value that changed from outside', () => {
    expect(sameNumber('integer', '12', 13, numbers.integer)).toBe(false)
    expect(sameNumber('integer', '12', null, numbers.integer)).toBe(false)
  })

  it('is empty for no value and 0 for 0', () => {
    expect(typedForm(null)).toBe('')
    expect(typedForm(undefined)).toBe('')
    expect(typedForm(0)).toBe('0')
  })
})

describe('a day', () => {
  it.each([
    '2018-09-01',
    '2018/9/1',
    '2018.9.1',
    '2018年9月1日',
    '20180901',
    '２０１８．９．１',
    ' 2018-9-1 ',
  ])('typed as %s is 2018-09-01', (text) => expect(day('date', text)).toBe('2018-09-01'))

  it.each(['2月30日', '2023-02-29', '2024-02-30', '2024-13-01', '2024-04-31', '昨天'])(
    'typed as %s is refused and stays as typed',
    (text) => {
      const read = day('date', text)
      expect(accepts(dates.date, read)).toBe(false)
      expect(String(read)).toContain(text.slice(0, 1))
    },
  )

  it('29 February exists in a leap year', () => {
    expect(day('date', '2024年2月29日')).toBe('2024-02-29')
    expect(accepts(dates.date, day('date', '2024年2月29日'))).toBe(true)
  })

  it('is empty when nothing is typed', () => expect(day('date', '　')).toBeNull())
})

describe('a month', () => {
  it.each(['2018.9', '201809', '2018年9月', '2018/09', '２０１８－０９'])('typed as %s is 2018-09', (text) =>
    expect(day('month', text)).toBe('2018-09'),
  )

  it('13 is refused', () => expect(accepts(dates.month, day('month', '2018-13'))).toBe(false))
})

describe('a time', () => {
  it.each(['2018/9/1 14:30', '2018年9月1日 14:30', '2018-09-01T14:30', '２０１８／９／１　１４：３０'])(
    'typed as %s is half past two',
    (text) => expect(day('dateTime', text)).toBe('2018-09-01T14:30'),
  )

  it('that does not exist is refused', () => {
    expect(accepts(dates.dateTime, day('dateTime', '2018-02-30 09:00'))).toBe(false)
    expect(accepts(dates.dateTime, day('dateTime', '2018-02-28 24:00'))).toBe(false)
  })

  it('keeps its hour when another day is picked, and opens with the office without one', () => {
    expect(written.dateTime.picked('2018-09-02', '2018-09-01T14:30')).toBe('2018-09-02T14:30')
    expect(written.dateTime.picked('2018-09-02', '')).toBe('2018-09-02T08:00')
    expect(written.date.picked('2018-09-02', '2018-09-01')).toBe('2018-09-02')
  })
})
