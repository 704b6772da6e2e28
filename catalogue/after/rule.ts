import type { AnyRecord, Field } from '../define.ts'
import type { FieldFault } from '../errors.ts'
import { faultOfCondition } from '../flows/chain.ts'
import { kindOf } from '../kinds/kinds.ts'
import { holds, type Condition, type Scalar } from '../rules/condition.ts'

/** Whom a message goes to: the teacher, the school, or the office that wrote the rule. */
export type ToldParty = 'owner' | 'school' | 'office'

/** One act of a rule. */
export type AfterAct =
  | { readonly act: 'message'; readonly to: ToldParty; readonly text: string }
  | { readonly act: 'todo'; readonly to: 'school' | 'office'; readonly text: string; readonly days: number }
  | {
      readonly act: 'draft'
      readonly type: string
      /** Values by key of the new record. */
      readonly set: Readonly<Record<string, Scalar>>
      /** Keys of the approved record, by key of the new one. */
      readonly copy: Readonly<Record<string, string>>
    }

/** What an office has follow when a record takes effect, or is void: data, no language. */
export interface AfterRule {
  readonly title: string
  readonly when: 'approved' | 'voided'
  readonly type: string
  /** An institution within the office's region; null for all of it. */
  readonly place: number | null
  readonly if: Condition | null
  readonly acts: readonly AfterAct[]
}

export const afterLimits = {
  /** Rules of an office. */
  rules: 20,
  acts: 3,
  /** Acts of a rule within a day; then it pauses. */
  perDay: 2_000,
  /** Days for which a draft that nobody touched stays. */
  draftDays: 30,
  /** Days that a dry run looks back. */
  dryRunDays: 30,
} as const

/** Why no rule may ask for or copy a field; null when one may. */
export function whyNotInRule(field: Field | undefined): string | null {
  if (field === undefined) return '没有该栏目'
  if (field.sealed || field.masked) return `“${field.label}”加密或打码，不能用在这里`
  if (field.derived) return `“${field.label}”由系统得出，不能用在这里`
  return null
}

/** Whether rules can be about a type: the archives of teachers, whose values are known when they take effect. */
export const isRuled = ({ owner }: AnyRecord): boolean => owner === 'teacher'

/** Whether a rule can have a draft of a type begun: the teacher writes it and hands it in. */
export const isDrafted = ({ owner, regime }: AnyRecord): boolean =>
  owner === 'teacher' && regime === 'reviewed'

const fieldAt = ({ fields }: AnyRecord, key: string): Field | undefined =>
  Object.hasOwn(fields, key) ? fields[key] : undefined

/** Whether a value of one field is a value of the other one. */
export const fits = (from: Field, to: Field): boolean => kindOf(from) === kindOf(to) && from.dict === to.dict

function faultsOfDraft(
  records: Readonly<Record<string, AnyRecord>>,
  source: AnyRecord,
  act: Extract<AfterAct, { act: 'draft' }>,
  at: string,
): FieldFault[] {
  const target = Object.hasOwn(records, act.type) ? records[act.type] : undefined
  if (!target || !isDrafted(target)) return [{ field: `${at}.type`, message: '这种记录不能由规则起草' }]
  const set = Object.entries(act.set).flatMap(([key, value]): FieldFault[] => {
    const field = fieldAt(target, key)
    const why = whyNotInRule(field)
    if (why !== null || !field) return [{ field: `${at}.set.${key}`, message: why ?? '没有该栏目' }]
    return field.schema.safeParse(value).success
      ? []
      : [{ field: `${at}.set.${key}`, message: `“${field.label}”不能填该值` }]
  })
  const copy = Object.entries(act.copy).flatMap(([key, from]): FieldFault[] => {
    const [to, given] = [fieldAt(target, key), fieldAt(source, from)]
    const why = whyNotInRule(to) ?? whyNotInRule(given)
    const message = why ?? (to && given && fits(given, to) ? null : '两个栏目的内容不一样，不能带入')
    if (message !== null) return [{ field: `${at}.copy.${key}`, message }]
    return key in act.set ? [{ field: `${at}.copy.${key}`, message: '同一栏目只能填一次' }] : []
  })
  if (set.length + copy.length === 0 && Object.keys(act.set).length + Object.keys(act.copy).length === 0)
    return [{ field: at, message: '请至少写一个要填的栏目' }]
  return [...set, ...copy]
}

/** What is wrong with a rule somebody wants to keep, by the path of the part at fault. Its shape was checked. */
export function faultsOfRule(records: Readonly<Record<string, AnyRecord>>, rule: AfterRule): FieldFault[] {
  const definition = Object.hasOwn(records, rule.type) ? records[rule.type] : undefined
  if (!definition || !isRuled(definition)) return [{ field: 'type', message: '请选择教师档案的一种记录' }]
  const when = rule.if && faultOfCondition(definition, rule.if, whyNotInRule)
  return [
    ...(when ? [{ field: 'if', message: when }] : []),
    ...rule.acts.flatMap((act, i) =>
      act.act === 'draft' ? faultsOfDraft(records, definition, act, `acts.${i}`) : [],
    ),
  ]
}

/** Whether a rule's condition holds for the values of a record. */
export const isMet = ({ if: condition }: AfterRule, value: Readonly<Record<string, unknown>>): boolean =>
  condition === null || holds(condition, value)
