import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'
import { AppError } from '../../../catalogue/errors.ts'
import { refusedBecause } from './refused.ts'

const failed = (code: string) => Object.assign(new DatabaseError('', 0, 'error'), { code })

test.each([
  ['22008', '有一项的值平台存不下，请核对日期、号码和数字'],
  ['22P05', '有一项的值平台存不下，请核对日期、号码和数字'],
  ['22001', '有一项的内容太长，平台存不下'],
  ['23502', '有一项的值平台存不下，请核对日期、号码和数字'],
  ['23514', '有一项的值平台存不下，请核对日期、号码和数字'],
  ['23505', '与平台上已有的内容重复'],
  ['23503', '所指的内容已不在平台上，或还有其他内容用到它'],
  ['42703', null],
  ['40001', null],
  ['57014', null],
  ['57P01', null],
  ['53300', null],
  ['XX000', null],
])('SQLSTATE %s is one thing’s fault: %s', (code, sentence) => {
  expect(refusedBecause(failed(code))).toBe(sentence)
})

test('a refusal is told in its own words; a program error and a lost connection end the whole', () => {
  expect(refusedBecause(new AppError('missing', { message: '没有了' }))).toBe('没有了')
  expect(refusedBecause(new TypeError('x'))).toBeNull()
  expect(refusedBecause(new Error('Connection terminated unexpectedly'))).toBeNull()
})
