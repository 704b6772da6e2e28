import type { Field } from '../../../catalogue/define.ts'
import type { QueryOperator } from '../../../catalogue/kinds/kind.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { peopleKeys, peopleSets } from '../../../catalogue/query/people.ts'
import type { Choice } from '../../engine/list/one-choice.tsx'

const plain: Readonly<Record<QueryOperator, string>> = {
  eq: '等于',
  ne: '不等于',
  in: '属于',
  nin: '不属于',
  gt: '大于',
  ge: '不小于',
  lt: '小于',
  le: '不大于',
  between: '介于',
  like: '包含',
  null: '未填',
  notnull: '已填',
}
const inTime: Readonly<Partial<Record<QueryOperator, string>>> = {
  gt: '晚于',
  ge: '不早于',
  lt: '早于',
  le: '不晚于',
}

/** What an operator is called for a field. */
export const operatorWord = (field: Field, op: QueryOperator): string =>
  (kindOf(field).yearsBefore && inTime[op]) ?? plain[op]

/** How many records of a type: at least, none, exactly. */
export const counts = [
  { value: 'least', label: '至少有' },
  { value: 'none', label: '没有' },
  { value: 'most', label: '至多有' },
  { value: 'exact', label: '正好有' },
] as const satisfies readonly Choice[]
export type CountWord = (typeof counts)[number]['value']

export const peopleChoices: readonly Choice[] = peopleKeys.map((key) => ({
  value: key,
  label: peopleSets[key].label,
}))

export const basisChoices = [
  { value: 'personnel', label: '按人事关系' },
  { value: 'teaching', label: '按任教关系' },
] as const satisfies readonly Choice[]

export const rhythmChoices = [
  { value: '', label: '不定时' },
  { value: 'weekly', label: '每周一 8:00' },
  { value: 'monthly', label: '每月 1 日 8:00' },
] as const satisfies readonly Choice[]

export const roleWords: Readonly<Record<string, string>> = { '4': '县区', '5': '地市' }
