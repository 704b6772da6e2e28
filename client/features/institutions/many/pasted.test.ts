import { expect, it } from 'vitest'
import { readPasted } from '../../../engine/pasted/read-pasted.ts'
import { shapeOf } from './pasted.ts'

const given = { areaCode: '441702' }
const sentOf = (text: string) => readPasted(text, shapeOf('40', given)).rows.map(({ sent }) => sent)

it('takes the columns that the first line names, in its order, with names of codes and days as people write them', () => {
  const text =
    '办学类型（必填）\t机构名称*\t设立日期\t开设学段\n小学\t甲村小学\t2001/9/1\t小学\n九年一贯制学校\t乙村学校\t\t小学、初中'
  expect(sentOf(text)).toEqual([
    { areaCode: '441702', schoolType: '211', name: '甲村小学', openedOn: '2001-09-01', schoolStages: ['2'] },
    { areaCode: '441702', schoolType: '312', name: '乙村学校', schoolStages: ['2', '3'] },
  ])
})

it('takes them in the order of the form without heads, skips empty lines and keeps the number of each', () => {
  const { rows } = readPasted('甲村小学\t2144090001\t小学\r\n\r\n乙村小学\t-\t小学\r\n', shapeOf('40', given))
  expect(rows.map(({ line }) => line)).toEqual([1, 3])
  expect(rows.map(({ sent }) => [sent['name'], sent['code']])).toEqual([
    ['甲村小学', '2144090001'],
    ['乙村小学', undefined],
  ])
})

it('says which head it does not know and which cell it cannot read', () => {
  const { rows, unknown } = readPasted('机构名称,办学类型,校长血型\n甲村小学,学堂,A', shapeOf('40', given))
  expect(unknown).toEqual(['校长血型'])
  expect(rows[0]?.faults['schoolType']).toContain('学堂')
})
