import { describe, expect, it } from 'vitest'
import { records } from '../records/registry.gen.ts'
import { sectionsFor } from './fields.ts'
import { faultsOf } from './judge.ts'
import { readQuery, type Element } from './query.ts'
import { plainSentence, sentenceOf } from './sentence.ts'

const sections = sectionsFor(records, { role: 5, institutionId: 1 })
const says = (conditions: Element[][], over: object = {}): string => {
  const query = readQuery({ conditions, ...over })
  return plainSentence(sentenceOf(query, { sections, place: '阳江市（含下级）', day: '2026-09-01' }))
}
const begins = '截至 2026-09-01，人事关系在阳江市（含下级）的在职人员'

describe('the sentence of a query', () => {
  it.each([
    [[[]], '。'],
    [[[{ field: 'age', op: 'ge', value: 50 }]], '中，年龄不小于 50 岁的人。'],
    [[[{ field: 'age', op: 'between', value: [30, 40] }]], '中，年龄在 30 至 40 岁之间的人。'],
    [
      [[{ field: 'mainSubject', op: 'nin', value: ['14', '13'] }]],
      '中，主要任教学科不属于数学、语文（含未填）的人。',
    ],
    [
      [[{ field: 'titleLevel', op: 'in', value: ['2', '1'] }]],
      '中，现任职称级别属于高级（正高、副高）的人。',
    ],
    [[[{ field: 'highestEducation', op: 'null' }]], '中，最高学历未填的人。'],
    [[[{ field: 'name', op: 'like', value: '小明' }]], '中，姓名含“小明”的人。'],
    [[[{ field: 'retireMonth', op: 'le', value: '2027-08' }]], '中，到龄年月不晚于 2027-08 的人。'],
    [[[{ has: 'paper', where: [], min: 2 }]], '中，有至少 2 条论文的人。'],
    [[[{ has: 'paper', where: [], min: 1, max: 1 }]], '中，有正好 1 条论文的人。'],
    [
      [[{ has: 'punishment', where: [{ field: 'punishDate', op: 'ge', value: { yearsAgo: 3 } }], max: 0 }]],
      /中，没有.+（.+在近 3 年）的人。$/,
    ],
    [
      [
        [
          {
            any: [
              { field: 'age', op: 'lt', value: 35 },
              { field: 'isBackboneTeacher', op: 'eq', value: true },
            ],
          },
        ],
      ],
      '中，符合下列之一（年龄小于 35 岁；是否县级及以上骨干教师为是）的人。',
    ],
    [
      [[{ field: 'age', op: 'lt', value: 35 }], [{ field: 'age', op: 'gt', value: 55 }]],
      '中，（年龄小于 35 岁），或者（年龄大于 55 岁）的人。',
    ],
  ] as [Element[][], string | RegExp][])('of %j', (conditions, words) => {
    const said = says(conditions)
    expect(said.startsWith(begins)).toBe(true)
    expect(said.slice(begins.length)).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    )
    expect(faultsOf({ conditions }, sections)).toEqual([])
  })

  it('says who, by which membership and on which day, and never a number of a person', () => {
    expect(says([[]], { people: 'fulltime', basis: 'teaching', asOf: '2025-09-01' })).toBe(
      '截至 2025-09-01，任教关系在阳江市（含下级）的专任教师。',
    )
    expect(says([[{ field: 'idCardNo', op: 'eq', value: '449999199001011230' }]])).not.toContain('19900101')
  })

  it('is whole while a condition still lacks its value or its field', () => {
    expect(says([[{ field: 'age', op: 'ge' }]])).toContain('年龄不小于…')
    expect(says([[{ field: 'nothing', op: 'null' }]])).toContain('“nothing”（不能查询）')
  })
})

describe('what may be asked', () => {
  it('is neither pay nor family, health nor marriage', () => {
    expect(sections.map(({ type }) => type)).not.toEqual(expect.arrayContaining(['salary']))
    expect(sections.map(({ type }) => type)).not.toEqual(expect.arrayContaining(['familyMember']))
    const keys = sections.flatMap(({ fields }) => fields.map(({ key }) => key))
    for (const key of ['maritalStatus', 'healthStatus', 'address', 'email']) expect(keys).not.toContain(key)
  })
})
