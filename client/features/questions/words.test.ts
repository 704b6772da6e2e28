import { describe, expect, it } from 'vitest'
import { answerWords } from '../../engine/library/question-text.tsx'
import { emptyText, isWritten, standingOf, tabsAt } from './words.ts'

const line: Parameters<typeof standingOf>[0] = {
  state: 'draft',
  waitsAt: null,
  remark: null,
  reach: null,
}

describe('words of the bank', () => {
  it('name the tabs of each page', () => {
    const first = (path: string) => tabsAt(path)[0]?.label
    expect(['/teacher/bxst', '/school/xxxbstk', '/area/xqqystk', '/city/jystk'].map(first)).toEqual([
      '我的',
      '本校共享',
      '本区域',
      '本单位编写',
    ])
    expect(isWritten('/area/xqqystk')).toBe(false)
    expect(isWritten('/area/jystk')).toBe(true)
  })

  it('say where a question stands', () => {
    expect(standingOf(line)).toBe('草稿')
    expect(standingOf({ ...line, remark: '单位', reach: '1' })).toBe('已退回，前面通过的范围已可用')
    expect(standingOf({ ...line, state: 'inReview', waitsAt: 'area', reach: '1' })).toBe(
      '待县区审核，前面通过的范围已可用',
    )
    expect(standingOf({ ...line, state: 'published', reach: '2' })).toBe('已通过')
  })

  it('read answers of every structure', () => {
    expect([null, true, 'B', ['A', 'C'], [['甲', '乙'], ['丙']], []].map(answerWords)).toEqual([
      '（未填）',
      '对',
      'B',
      'AC',
      '（1）甲 或 乙　（2）丙',
      '（未填）',
    ])
  })

  it('say what an empty list can be left for', () =>
    expect(emptyText('own', true)).toBe('没有符合条件的试题。'))
})
