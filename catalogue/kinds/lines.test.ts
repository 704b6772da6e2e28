import { expect, it } from 'vitest'
import { integer, lines, text } from '../field.ts'
import { faultyCells } from './lines.ts'

const members = lines('成员', {
  name: text('姓名', { required: true, maxLength: 4 }),
  hours: integer('学时', { min: 1 }),
})

it('names each cell that may not be submitted, by line and key, with its reason', () => {
  const given = [
    { name: '张三', hours: 3 },
    { name: null, hours: '多' },
    { name: '名字太长了', hours: null },
  ]
  expect(faultyCells(given, members)).toEqual([
    { line: 1, key: 'name', message: '未填' },
    { line: 1, key: 'hours', message: '应为整数' },
    { line: 2, key: 'name', message: expect.stringContaining('4') },
  ])
})
