import { describe, expect, it } from 'vitest'
import { date, integer, text, type FieldMap } from '../../../catalogue/define.ts'
import { readPasted, type PastedShape } from './read-pasted.ts'

const fields: FieldMap = { name: text('姓名'), born: date('出生日期'), years: integer('教龄') }
const shape: PastedShape = {
  columns: [
    { key: 'name', label: '姓名', required: true },
    { key: 'born', label: '出生日期', required: false },
    { key: 'years', label: '教龄', required: false },
  ],
  fields,
  given: { state: '1' },
}
const sent = (pasted: string) => readPasted(pasted, shape).rows.map((row) => row.sent)

describe('a pasted table', () => {
  it('without heads is taken in the order of the columns', () => {
    expect(sent('林老师\t1980/3/5\t12')).toEqual([
      { state: '1', name: '林老师', born: '1980-03-05', years: 12 },
    ])
  })

  it('with heads is taken in the order of the heads, also with stars and remarks behind them', () => {
    expect(sent('教龄（年）\t姓名*\n12\t林老师')).toEqual([{ state: '1', name: '林老师', years: 12 }])
  })

  it('names heads that it does not know and leaves their cells out', () => {
    const read = readPasted('姓名\t爱好\t教龄\n林老师\t围棋\t12', shape)
    expect(read.unknown).toEqual(['爱好'])
    expect(read.columns.map(({ label }) => label)).toEqual(['姓名', '教龄'])
    expect(read.rows[0]).toMatchObject({ cells: ['林老师', '12'], sent: { name: '林老师', years: 12 } })
  })

  it('may have its cells apart by commas, wide ones too', () => {
    expect(sent('林老师,1980-03-05')).toEqual([{ state: '1', name: '林老师', born: '1980-03-05' }])
    expect(sent('林老师，1980-03-05')).toEqual([{ state: '1', name: '林老师', born: '1980-03-05' }])
  })

  it('keeps commas within cells that are apart by tabs', () => {
    expect(sent('林，老师\t1980-03-05')[0]).toMatchObject({ name: '林，老师' })
  })

  it('takes empty cells and dashes for nothing', () => {
    expect(sent('林老师\t\t-')).toEqual([{ state: '1', name: '林老师' }])
    expect(sent('林老师\t—\t')).toEqual([{ state: '1', name: '林老师' }])
  })

  it('counts lines as they were pasted, past empty ones, with the ends of Windows', () => {
    const read = readPasted('姓名\r\n\r\n林老师\r\n \t \r\n陈老师\r\n', shape)
    expect(read.rows.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [3, '林老师'],
      [5, '陈老师'],
    ])
  })

  it('says at the cell what it cannot read, and does not send it', () => {
    const [row] = readPasted('林老师\t2月30日\t12', shape).rows
    expect(Object.keys(row?.faults ?? {})).toEqual(['born'])
    expect(row?.faults['born']).toMatch(/[一-龥]/)
    expect(row?.sent).toEqual({ state: '1', name: '林老师', years: 12 })
  })

  it('of nothing has no rows', () => {
    expect(readPasted('', shape).rows).toEqual([])
    expect(readPasted('\n \n', shape).rows).toEqual([])
  })
})
