import { describe, expect, it } from 'vitest'
import { records } from '../records/registry.gen.ts'
import { faultsOfPlaces, meaningOf } from './places.ts'

const types = Object.values(records).filter(({ owner }) => owner === 'teacher')
const place = (name: string, row: number | null = null) => ({ name, row, isBoxed: false, isOpen: false })

describe('the places of a form', () => {
  it('are named by the labels that people read, with whatever sign stands between type and field', () => {
    for (const name of [
      '学习经历.所学专业',
      '学习经历：所学专业',
      '学习经历 · 所学专业',
      '学习经历/所学专业',
    ])
      expect(meaningOf(name, types), name).toMatchObject({
        is: 'field',
        type: 'studyExperience',
        key: 'major',
      })
    expect(meaningOf('姓 名', types)).toMatchObject({ type: 'basicInfo', key: 'name', repeats: false })
    expect(meaningOf('基本信息.姓名', types)).toMatchObject({ key: 'name' })
    expect(meaningOf('打印日期', types)).toMatchObject({ is: 'given', key: 'issue.day' })
    for (const name of ['', '.', '学习经历', '学习经历.', 'constructor', '__proto__', '学习经历.constructor'])
      expect(meaningOf(name, types), name).toBeNull()
  })

  it('every field of every type can be named, and no two of a type are named alike', () => {
    for (const { name: type, title, fields } of types)
      for (const [key, { label }] of Object.entries(fields))
        expect(meaningOf(`${title}.${label}`, types), `${title}.${label}`).toMatchObject({ type, key })
  })

  it('offer what was meant, and refuse a list within a list', () => {
    expect(faultsOfPlaces([place('职务')], [], types)[0]).toContain('没有该栏目，是否为')
    const rows = [{ within: null }, { within: 0 }]
    expect(
      faultsOfPlaces([place('学习经历.序号', 0), place('工作经历.序号', 1), place('姓名', 1)], rows, types),
    ).toEqual([null, '外面的一行已按条重复，里面的表格不能再重复', null])
  })
})
