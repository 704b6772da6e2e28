import { expect, it } from 'vitest'
import { judgeResults, readResults } from './results.ts'

const items = [
  { number: 1, full: 30, key: 'A' },
  { number: 2, full: 30, key: 'BD' },
  { number: 3, full: 100, key: null },
]

it('names and numbers are left out, absent is not zero, too many points are a fault at their cell (40)', () => {
  const typed = readResults(
    '姓名\t学号\t第1题\t2\t3（10分）\t总分\n林\t1\tA\tDB\t8.5\t14.5\n周\t2\t\t\t\t缺考\n许\t3\tb\tB\t12\t',
    items,
  )
  expect(typed).toMatchObject({ dropped: ['姓名', '学号', '总分'], missing: [] })
  expect(JSON.stringify(typed.cells)).not.toMatch(/林|许/)
  const judged = judgeResults(items, typed.cells)
  expect(judged).toMatchObject({
    absent: 1,
    faults: [{ row: 2, item: 2, message: '第 3 题满分 10 分，填了 12 分' }],
  })
  expect(judged.rows[0]).toEqual([30, 30, 85])
})

it('what is no score is said with its item, and an empty cell is no zero', () => {
  const { faults } = judgeResults(items, [['x', '', 'C']])
  expect(faults.map(({ item }) => item)).toEqual([0, 1, 2])
  expect(faults[1]?.message).toContain('没有作答写 0')
})

it('columns are found in any order, and a missing one is named', () => {
  expect(readResults('3,1\n5,A', items)).toEqual({ cells: [['A', '', '5']], dropped: [], missing: [2] })
})
