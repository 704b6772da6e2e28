import {
  isDrafted,
  isRuled,
  whyNotInRule,
  type AfterAct,
  type AfterRule,
} from '../../../catalogue/after/rule.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { conditionFields, conditionWords, type ConditionedType } from '../../engine/condition/words.ts'

export const types: Readonly<Record<string, AnyRecord>> = records

const option = ({ name, title }: AnyRecord) => ({ code: name, label: title })
/** Types of record that a rule can be about, and those that one can have begun. */
export const ruledTypes = Object.values(types).filter(isRuled).map(option)
export const draftedTypes = Object.values(types).filter(isDrafted).map(option)

export const titleOf = (type: string): string => types[type]?.title ?? type

export const parties = { owner: '教师本人', school: '教师所在学校', office: '本单位' } as const
export const whens = { approved: '通过并生效', voided: '作废' } as const
export const actLabels = { message: '发消息', todo: '列待办', draft: '起草记录' } as const

/** The fields that a condition of a rule may ask for. */
export const conditioned = (type: string): ConditionedType => {
  const fields = types[type]?.fields ?? {}
  return { fields, order: Object.keys(fields) }
}

/** Fields of a type that a rule may fill or copy. */
export const openFields = (type: string) => conditionFields(conditioned(type), whyNotInRule)

/** One act in a few words. */
export function actWords(act: AfterAct): string {
  if (act.act === 'message') return `给${parties[act.to]}发消息`
  if (act.act === 'todo') return `给${parties[act.to]}列待办，${act.days} 天`
  return `起草${titleOf(act.type)}`
}

/** 学习经历通过并生效，且……：发消息、列待办 */
export function ruleWords({ when, type, if: condition, acts }: AfterRule): string {
  const asked = condition === null ? '' : `，${conditionWords(conditioned(type), condition)}`
  return `${titleOf(type)}${whens[when]}${asked}：${acts.map(actWords).join('；')}`
}

export const freshAct = (kind: AfterAct['act']): AfterAct => {
  if (kind === 'message') return { act: 'message', to: 'owner', text: '' }
  if (kind === 'todo') return { act: 'todo', to: 'school', text: '', days: 10 }
  return { act: 'draft', type: draftedTypes[0]?.code ?? '', set: {}, copy: {} }
}

export const freshRule = (): AfterRule => ({
  title: '',
  when: 'approved',
  type: ruledTypes[0]?.code ?? '',
  place: null,
  if: null,
  acts: [freshAct('message')],
})
