import { describe, expect, test } from 'vitest'
import {
  areaChildren,
  areaCodeOf,
  areaDictionary,
  areaLevel,
  areaLineage,
  areaName,
  areaPath,
  areaTree,
  isAreaCode,
  type AreaNode,
} from './areas.ts'

const everything = (nodes: readonly AreaNode[]): AreaNode[] =>
  nodes.flatMap((n) => [n, ...everything(n.children)])
const all = everything(areaTree())
const onLevel = (level: string): number => all.filter((node) => node.level === level).length

describe('administrative areas', () => {
  test('are 34 provinces, 333 cities, the counties, and 63 townships of Yangjiang', () => {
    expect([onLevel('1'), onLevel('2'), onLevel('3'), onLevel('4')]).toEqual([34, 333, 2850, 63])
  })

  test('have each code once, six digits or nine, below their parent', () => {
    expect(new Set(all.map(({ code }) => code)).size).toBe(all.length)
    for (const { code, parent, level } of all) {
      expect(code).toMatch(level === '4' ? /^\d{9}$/ : /^\d{6}$/)
      expect(code.slice(0, 2), code).toBe(parent === '' ? code.slice(0, 2) : parent.slice(0, 2))
    }
  })

  test('hold no statistical placeholders or development zones', () => {
    expect(all.filter(({ name }) => /^(市辖区|县|.*直辖县级行政区划)$/.test(name))).toEqual([])
    expect(isAreaCode('130171')).toBe(false)
  })

  test('know Yangjiang’s four', () => {
    expect(areaChildren('441700').map(({ code, name }) => [code, name])).toEqual([
      ['441702', '江城区'],
      ['441704', '阳东区'],
      ['441721', '阳西县'],
      ['441781', '阳春市'],
    ])
    expect(areaPath('441702001')).toEqual(['广东省', '阳江市', '江城区', '南恩街道'])
    expect(areaLineage('441702')).toEqual(['440000', '441700', '441702'])
  })

  test.each(['441900', '442000', '460400', '620200'])('%s is a city without counties', (code) => {
    expect(areaLevel(code)).toBe('2')
    expect(areaChildren(code)).toEqual([])
  })

  test.each([
    ['429004', ['湖北省', '仙桃市']],
    ['419001', ['河南省', '济源市']],
    ['469001', ['海南省', '五指山市']],
    ['659001', ['新疆维吾尔自治区', '石河子市']],
    ['110101', ['北京市', '东城区']],
  ])('%s is a county directly under its province', (code, path) => {
    expect(areaPath(code)).toEqual(path)
    expect(areaLevel(code)).toBe('3')
  })

  test.each(['710000', '810000', '820000'])('%s is a province', (code) => {
    expect(areaLevel(code)).toBe('1')
  })

  test('answer a tree below a root, nothing below an unknown one', () => {
    expect(areaTree('440000')).toHaveLength(21)
    expect(areaTree('440000').find(({ code }) => code === '441700')).toMatchObject({
      parent: '440000',
      level: '2',
    })
    expect(areaTree('999999')).toEqual([])
  })

  test('answer an unknown code with itself and without a path', () => {
    expect(areaName('999999')).toBe('999999')
    expect(areaPath('999999')).toEqual([])
    expect(isAreaCode('')).toBe(false)
  })

  test('read a code or a full path from a spreadsheet, never a name alone', () => {
    expect(areaCodeOf('广东省/阳江市/江城区')).toBe('441702')
    expect(areaCodeOf('广东省／阳江市／江城区 ')).toBe('441702')
    expect(areaCodeOf('441702')).toBe('441702')
    expect(areaCodeOf('江城区')).toBeUndefined()
  })

  test('cut the two code tables of the specification', () => {
    expect(areaDictionary('areaCode')).toHaveLength(26)
    expect(areaDictionary('areaCode')[0]).toEqual(['440000', '广东省'])
    expect(areaDictionary('townCode')).toHaveLength(63)
  })
})
