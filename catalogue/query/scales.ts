import { dictionary, rankOf, type DictName } from '../dictionaries/dictionaries.ts'

/** Codes from a step upwards. */
export interface Step {
  readonly label: string
  readonly codes: readonly string[]
}

const province = ['10', '21', '22', '23', '31', '32']
const city = [...province, '33', '41', '42']
/**
 * Orders that no rank of the dictionary has (figures, section 5): the city bureau stands under a county
 * heading.
 */
const declared: Readonly<Partial<Record<DictName, readonly Step[]>>> = {
  adminLevel: [
    { label: '国家级', codes: ['10'] },
    { label: '省级及以上', codes: province },
    { label: '市级及以上', codes: city },
    { label: '县级及以上', codes: [...city, '43', '51', '52'] },
  ],
  trainingLevel: [
    { label: '省级及以上', codes: ['1', '2'] },
    { label: '市级及以上', codes: ['1', '2', '3'] },
    { label: '县级及以上', codes: ['1', '2', '3', '4'] },
  ],
  titleLevel: [
    { label: '高级（正高、副高）', codes: ['1', '2'] },
    { label: '中级及以上', codes: ['1', '2', '3'] },
  ],
  educationLevel: [
    { label: '研究生', codes: ['11', '14', '17'] },
    { label: '本科及以上', codes: ['11', '14', '17', '21'] },
    { label: '专科及以上', codes: ['11', '14', '17', '21', '28', '31'] },
  ],
  urbanRural: [
    { label: '城区', codes: ['111', '112'] },
    { label: '镇区', codes: ['121', '122', '123'] },
    { label: '乡村', codes: ['210', '220'] },
    { label: '镇区和乡村', codes: ['121', '122', '123', '210', '220'] },
  ],
}

function ranked(name: DictName): readonly Step[] {
  const items = dictionary(name).items.flatMap(({ code, label }) => {
    const rank = rankOf(name, code)
    return rank === undefined ? [] : [{ code, label, rank }]
  })
  const inOrder = items.toSorted((a, b) => a.rank - b.rank).slice(0, -1)
  return inOrder.slice(1).map(({ label }, at) => ({
    label: `${label}及以上`,
    codes: inOrder.slice(0, at + 2).map(({ code }) => code),
  }))
}

/** Groups of the codes of a dictionary that are chosen at once: 市级及以上, 乡村. */
export const stepsOf = (name: DictName): readonly Step[] => declared[name] ?? ranked(name)

/** The name of exactly these codes, where they are one of the steps. */
export const stepCalled = (name: DictName, codes: readonly unknown[]): string | undefined =>
  stepsOf(name).find(
    (step) => step.codes.length === codes.length && step.codes.every((code) => codes.includes(code)),
  )?.label
