import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { isSameName, mostSpellings, nameForms, nameKey } from './forms.ts'

const usual = (name: string) => nameForms(name).sort
/** What of the stored forms begins with what is typed. */
const isFoundBy = (name: string, typed: string) =>
  nameForms(name).found.some((form) => form.startsWith(typed))

/** The names of a region's roll with what its people type for them: docs/decisions/0137. */
const cases = readFileSync(new URL('./test-files/names.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

describe('forms of a name', () => {
  it.each(cases)('%s is found by %s', (name = '', typed = '') => {
    for (const one of typed
      .replace(/\(.*\)/, '')
      .trim()
      .split(' '))
      expect(isFoundBy(name, nameKey(one)), one).toBe(true)
  })

  it.each([
    ['单雄信', 'shan xiong xin|sxx'],
    ['曾国藩', 'zeng guo fan|zgf'],
    ['种师道', 'chong shi dao|csd'],
    ['佴祺祺', 'nai qi qi|nqq'],
    ['覃塞外', 'qin sai wai|qsw'],
    ['乐嘉', 'yue jia|yj'],
    ['仇英', 'qiu ying|qy'],
    ['查良镛', 'zha liang yong|zly'],
    ['区寄', 'ou ji|oj'],
    ['解缙', 'xie jin|xj'],
    ['盖叫天', 'ge jiao tian|gjt'],
    ['尉迟恭', 'yu chi gong|ycg'],
    ['吕布', 'lv bu|lb'],
    ['葉玉蘭', 'ye yu lan|yyl'],
    ['𠮷田一', 'ji tian yi|jty'],
    ['阿依努尔·买买提', 'a yi nu er mai mai ti|aynemmt'],
    ["O'Brien Kate", 'obrien kate|ok'],
    ['José Muñoz', 'jose munoz|jm'],
  ])('%s is sorted as %s', (name, sort) => {
    expect(usual(name)).toBe(sort)
  })

  it('keeps the place of a letter that no dictionary has', () => {
    expect(usual('赵𬎆')).toBe('zhao 𬎆|z?')
    expect(usual('赵𬎆') > usual('赵祖')).toBe(true)
    expect(usual('赵𬎆伟')).toBe('zhao 𬎆 wei|z?w')
    expect(isFoundBy('赵𬎆伟', 'z?w')).toBe(true)
  })

  it('reads two letters of one table apart: 𬱖 (頔) is dí, 𬱟 (頠) is wěi', () => {
    expect(usual('裴𬱖之')).toBe('pei di zhi|pdz')
    expect(usual('裴𬱟之')).toBe('pei wei zhi|pwz')
  })

  it('does not explode: a name of many readings is stored as far as the limit goes', () => {
    const { found } = nameForms('和重单乐曾行长朝'.repeat(12))
    expect(found.length).toBeLessThan(3 * mostSpellings + 40)
    expect(found.some((form) => form.startsWith('~hezhong'))).toBe(true)
    const long = nameForms("Abdu'l-Rahman ".repeat(7).trim()).found
    expect(long.length).toBeLessThan(20)
  })

  it('compares names whatever their dots, blanks, capitals and shapes of letters', () => {
    for (const [one, other] of [
      ['叶文', '葉文'],
      ['张三', '張三'],
      ['裴松', '裵松'],
      ['王　伟', '王伟'],
      ['阿依努尔•买买提', '阿依努尔买买提'],
      ["O'Brien", 'OBRIEN'],
    ] as const)
      expect(isSameName(one, other), `${one} ${other}`).toBe(true)
    expect(isSameName('赵𬎆', '赵')).toBe(false)
  })
})
