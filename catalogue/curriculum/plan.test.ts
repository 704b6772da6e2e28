import { describe, expect, it } from 'vitest'
import { planIndex, type IndexRow, type KeptNode } from './plan.ts'

const kept: readonly KeptNode[] = [
  { id: 1, parentId: null, no: '第一章', title: '有理数', ended: false, uses: 12 },
  { id: 2, parentId: 1, no: '1.1', title: '正数和负数', ended: false, uses: 4 },
  { id: 3, parentId: null, no: '第二章', title: '整式', ended: false, uses: 0 },
]
const row = (part: Partial<IndexRow>, at = 2): IndexRow => ({
  row: at,
  id: '',
  level: '1',
  no: '',
  title: '新章',
  ended: '',
  successor: '',
  ...part,
})
const same = [
  row({ id: '1', no: '第一章', title: '有理数' }),
  row({ id: '2', level: '2', no: '1.1', title: '正数和负数' }, 3),
  row({ id: '3', no: '第二章', title: '整式' }, 4),
]
const faults = (rows: readonly IndexRow[]) =>
  planIndex(rows, kept).faults.map(({ row: at, message }) => [at, message])

describe('the workbook of a textbook', () => {
  it('that says what stands changes nothing', () => {
    const { changes, faults: none, gone } = planIndex(same, kept)
    expect([changes.map(({ change }) => change), none, gone]).toEqual([['same', 'same', 'same'], [], []])
  })

  it('renames by the number, adds below the row above, ends what nothing hangs on', () => {
    const rows = [
      row({ id: '1', no: '第一章', title: '有理数与数轴' }),
      row({ id: '2', level: '2', no: '1.1', title: '正数和负数' }, 3),
      row({ level: '2', no: '1.2', title: '数轴' }, 4),
    ]
    const plan = planIndex(rows, kept)
    expect(plan.faults).toEqual([])
    expect(plan.gone).toEqual([3])
    expect(plan.nodes.map(({ id, parent }) => [id, parent])).toEqual([
      [1, null],
      [2, 0],
      [null, 0],
    ])
    expect(plan.changes.map(({ change, before }) => [change, before])).toEqual([
      ['changed', '第一章 有理数'],
      ['same', '1.1 正数和负数'],
      ['new', null],
      ['ended', '第二章 整式'],
    ])
  })

  it('neither leaves out nor moves what something hangs on, and asks who takes over', () => {
    expect(faults([same[2] ?? row({})])).toEqual([
      [null, '“第一章 有理数”有 12 件在用，不能删去：保留该行，“停用”填“是”，并填接替它的章节的系统号'],
      [null, '“1.1 正数和负数”有 4 件在用，不能删去：保留该行，“停用”填“是”，并填接替它的章节的系统号'],
    ])
    const moved = [
      row({ id: '1', no: '第一章', title: '有理数' }),
      row({ id: '2', no: '1.1', title: '正数和负数' }, 3),
    ]
    expect(faults(moved)).toEqual([[3, '“1.1 正数和负数”有 4 件在用，不能移到别的章节下']])
    const ended = [
      row({ id: '1', no: '第一章', title: '有理数' }),
      row({ id: '2', level: '2', no: '1.1', title: '正数和负数', ended: '是' }, 3),
      row({ id: '3', no: '第二章', title: '整式' }, 4),
    ]
    expect(faults(ended)).toEqual([[3, '“1.1 正数和负数”有 4 件在用，停用要填“接替的系统号”']])
    const given = ended.map((one) => (one.id === '2' ? { ...one, successor: '3' } : one))
    expect(faults(given)).toEqual([])
  })

  it('says what is wrong with a row, at its number', () => {
    expect(faults([...same, row({ level: '3', title: '' }, 5)])).toEqual([
      [5, '请填写“名称”'],
      [5, '上面没有高一级的章节，请核对“层级”'],
    ])
    expect(faults([...same, row({ id: '77', level: '七' }, 5)])[0]).toEqual([5, '“层级”应为数字'])
    expect(faults([...same, row({ id: '77' }, 5)])).toEqual([
      [5, '本教材没有系统号 77；新增的章节不填系统号'],
    ])
    expect(faults([...same, row({ id: '3', no: '第二章', title: '整式' }, 5)])).toEqual([
      [5, '系统号 3 出现了两次'],
    ])
    expect(faults([...same, row({ successor: '3' }, 5)])).toEqual([[5, '停用的章节才填“接替的系统号”']])
  })
})
