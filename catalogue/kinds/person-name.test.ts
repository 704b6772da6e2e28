import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanName, namePattern, personNameOf } from './person-name.ts'

const readings: readonly (readonly [written: string, name: string])[] = [
  ['王　伟', '王伟'],
  ['李  明', '李明'],
  ['欧 阳 娜', '欧阳娜'],
  ['王\u00a0伟\u2003', '王伟'],
  ['王\n伟', '王伟'],
  ['Jean Luc', 'Jean Luc'],
  ['Jean \u3000 Luc', 'Jean Luc'],
  ['Ｊｅａｎ　Ｌｕｃ', 'Jean Luc'],
  ...[...'·•・‧●∙⋅･．.﹒'].map((dot) => [`阿依努尔${dot}买买提`, '阿依努尔·买买提'] as const),
  ['阿依努尔 • 买买提', '阿依努尔·买买提'],
  ['J. R. Smith', 'J. R. Smith'],
  ['O’Brien', "O'Brien"],
  ['O＇Brien', "O'Brien"],
  ['Mary‐Jane', 'Mary-Jane'],
  ['张\u200b三\u202e\ufeff', '张三'],
  ['葛\u{e0100}洪', '葛洪'],
  ['⼀\u2f29', '一小'],
  ['𠮷　田', '𠮷田'],
  ['Jose\u0301', 'José'],
]

describe('a person’s name', () => {
  it.each(readings)('reads %j as %j', (written, name) => {
    expect(cleanName(written)).toBe(name)
    expect(name).toMatch(namePattern)
  })

  it('has one form: what was cleaned stays as it is', () => {
    const letters = fc.constantFrom(..."王欧𠮷aZ ·•.．　\u200b-’'é\n", '\u{e0101}', '⼀')
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 12 }), (parts) => {
        const once = cleanName(parts.join(''))
        expect(cleanName(once)).toBe(once)
      }),
    )
  })

  it('has a hundred letters at most, whatever plane they are of', () => {
    const schema = personNameOf()
    expect(schema.safeParse('𠮷'.repeat(100)).success).toBe(true)
    expect(schema.safeParse('𠮷'.repeat(101)).error?.issues[0]?.message).toBe('姓名不超过 100 个字')
    expect(schema.safeParse(' \u200b ').error?.issues[0]?.message).toBe('请填写姓名')
  })
})
