import type { AnyRecord, Field } from '../define.ts'
import { fold, isDictName, selectable } from '../dictionaries/dictionaries.ts'
import type { FieldFault } from '../errors.ts'
import { hasChoices } from '../flows/chain.ts'
import { canonical } from '../rules/canonical.ts'
import { fieldsOf } from '../rules/condition.ts'
import { kindRules, type OwnBody, type OwnField, type StricterField } from './body.ts'
import { namedBy } from './named-by.ts'

/** Most own fields that one office adds to one type, those that ended not counted. */
export const mostFields = 20

/** What a declaration of an office is judged in. */
export interface JudgementContext {
  readonly records: Readonly<Record<string, AnyRecord>>
  /** The type with what the offices above ask, without the office's own. */
  readonly above: AnyRecord
  /** What the office said last; null where it says something for the first time. */
  readonly before: OwnBody | null
  /** Keys that were given to this office for this type. */
  readonly given: readonly string[]
  /** Whether the office may hide shipped fields: the top office alone. */
  readonly mayHide: boolean
  /** Fields that the office may add to a type. */
  readonly most: number
}

type Rule = (
  field: OwnField,
  at: string,
  judging: JudgementContext & { readonly body: OwnBody },
) => FieldFault | null

const fault = (field: string, message: string): FieldFault => ({ field, message })

const isOpen = ({ ended }: OwnField): boolean => ended === undefined

/** Numbers that only make sense in this order. */
const inOrder = (low: number | undefined, high: number | undefined): boolean =>
  low === undefined || high === undefined || low <= high

function faultOfOptions({ kind, dict, options }: OwnField, at: string): FieldFault | null {
  if (!kindRules[kind]?.options)
    return options || dict ? fault(`${at}.options`, '只有“选项”类型的栏目可以设选项') : null
  if (dict !== undefined) {
    if (options) return fault(`${at}.options`, '用了已有的代码表，不再另设选项')
    return isDictName(dict) ? null : fault(`${at}.dict`, '没有该代码表')
  }
  const open = (options ?? []).filter(({ ended }) => !ended)
  if (open.length < 2) return fault(`${at}.options`, '至少设两个选项')
  const labels = (options ?? []).map(({ label }) => fold(label))
  if (labels.includes('')) return fault(`${at}.options`, '选项不能为空')
  if (new Set(labels).size < labels.length) return fault(`${at}.options`, '有相同的选项')
  const codes = (options ?? []).map(({ code }) => code)
  return new Set(codes).size < codes.length ? fault(`${at}.options`, '选项的代码重复') : null
}

/** What a field must not do to one that stands in records already. */
function faultOfChange(field: OwnField, at: string, earlier: OwnField): FieldFault | null {
  if (field.kind !== earlier.kind) return fault(`${at}.kind`, '类型不能更改，请停用后另加一个栏目')
  if ((field.sealed ?? false) !== (earlier.sealed ?? false))
    return fault(`${at}.sealed`, '加密保存与否不能更改，请停用后另加一个栏目')
  if (earlier.dict !== field.dict) return fault(`${at}.dict`, '代码表不能更换，请停用后另加一个栏目')
  const codes = new Set((field.options ?? []).map(({ code }) => code))
  const gone = (earlier.options ?? []).find(({ code }) => !codes.has(code))
  return gone ? fault(`${at}.options`, `“${gone.label}”可能已有人选过，只能停用，不能删除`) : null
}

/** Rules of one field, by number. */
const rules: Readonly<Record<string, Rule>> = {
  O101: (field, at, { given }) =>
    given.includes(field.key) ? null : fault(`${at}.key`, '栏目编号不是为该单位、该档案发的'),
  O102: (field, at, { above }) => {
    const twin = Object.values(above.fields).find(({ label }) => fold(label) === fold(field.label))
    return twin && isOpen(field) ? fault(`${at}.label`, `已有“${twin.label}”，请直接使用`) : null
  },
  O103: (field, at, { body }) => {
    const same = body.fields.filter((one) => isOpen(one) && fold(one.label) === fold(field.label))
    return isOpen(field) && same.length > 1 ? fault(`${at}.label`, `“${field.label}”出现了两次`) : null
  },
  O104: faultOfOptions,
  O105: (field, at, { before }) => {
    const earlier = before?.fields.find(({ key }) => key === field.key)
    return earlier ? faultOfChange(field, at, earlier) : null
  },
  O106: (field, at) =>
    kindRules[field.kind]?.reaches && !field.masked && !field.sealed
      ? fault(`${at}.masked`, '电话和邮箱至少要部分隐藏')
      : null,
  O107: (field, at) =>
    field.sealed && !kindRules[field.kind]?.seals
      ? fault(`${at}.sealed`, '只有文字、电话和邮箱可以加密保存')
      : null,
  O108: (field, at) =>
    (field.sealed || field.masked) && field.uses.includes('filter')
      ? fault(`${at}.uses`, '部分隐藏或加密保存的栏目不能用于筛选')
      : null,
  O109: (field, at) =>
    field.sealed && field.uses.includes('list') ? fault(`${at}.uses`, '加密保存的栏目不能进列表') : null,
  O110: (field, at) =>
    field.form !== undefined && !kindRules[field.kind]?.form
      ? fault(`${at}.form`, '只有文字可以限定格式')
      : null,
  O111: (field, at) => (inOrder(field.min, field.max) ? null : fault(`${at}.min`, '最小值不能大于最大值')),
  O112: (field, at) =>
    kindRules[field.kind]?.unlisted && field.uses.length > 0
      ? fault(`${at}.uses`, '附件和长文字不能用于列表和筛选')
      : null,
  O113: (field, at, { above, body }) => {
    const read = [field.visibleWhen, field.requiredWhen].flatMap((one) => (one ? fieldsOf(one) : []))
    const bad = read.find((key) => {
      const shipped: Field | undefined = above.fields[key]
      const own = body.fields.find((one) => one.key === key)
      if (own) return own.key === field.key || own.sealed || own.masked
      return !shipped || shipped.sealed || shipped.masked || shipped.derived
    })
    return bad === undefined ? null : fault(`${at}.visibleWhen`, '条件中的栏目不能用于条件')
  },
  O114: (field, at, { above }) =>
    field.writer !== undefined && above.regime !== 'mixed' && above.regime !== 'recorded'
      ? fault(`${at}.writer`, `${above.title}只由一方填写，不用选由谁填写`)
      : null,
}

function faultOfLength(field: Field, most: number, at: string): FieldFault | null {
  if (!kindRules[field.kind]?.length) return fault(at, `${field.label}不限字数`)
  return most >= (field.maxLength ?? 100) ? fault(at, '字数上限只能改小') : null
}

function faultOfWithout(field: Field, without: readonly string[], at: string): FieldFault | null {
  if (field.dict === undefined || !hasChoices(field)) return fault(at, `${field.label}没有选项`)
  const left = selectable(field.dict).filter(
    ({ code }) => !without.includes(code) && !field.excludeItems?.includes(code),
  )
  return left.length < 2 ? fault(at, `${field.label}至少要留两个选项`) : null
}

function faultOfTightening(
  one: StricterField,
  at: string,
  { above, mayHide }: JudgementContext,
): FieldFault | null {
  if (!mayHide) return fault(at, '只有最高一级单位可以收紧栏目')
  const field = above.fields[one.field]
  if (!field || field.derived) return fault(at, '没有可以收紧的该栏目')
  const { maxLength, without = [], requiredFrom, help } = one
  const asked = [
    maxLength === undefined ? null : faultOfLength(field, maxLength, `${at}.maxLength`),
    without.length === 0 ? null : faultOfWithout(field, without, `${at}.without`),
    requiredFrom !== undefined && field.required
      ? fault(`${at}.requiredFrom`, `${field.label}本就必填`)
      : null,
  ].find((found) => found !== null)
  const isNothing = requiredFrom === undefined && maxLength === undefined && without.length === 0 && !help
  return asked ?? (isNothing ? fault(at, `请说明对${field.label}的要求`) : null)
}

function faultOfHiding(key: string, at: string, judging: JudgementContext): FieldFault | null {
  const { above, records, mayHide } = judging
  const field = above.fields[key]
  if (!mayHide) return fault(at, '只有最高一级单位可以不用栏目')
  if (!field || field.own) return fault(at, '没有该栏目')
  if (field.required || field.ofPerson || field.derived)
    return fault(at, `${field.label}必填或由系统使用，不能不用`)
  const named = namedBy(above, key, records)
  return named.length > 0 ? fault(at, `${field.label}用于${named.join('、')}，不能不用`) : null
}

/**
 * What is wrong with what an office wants to say of a type, by the path of the part at fault
 * (`fields.0.label`, `tightened.1`, `hidden.0`). Its shape has been checked already (`ownBody`).
 */
export function faultsOf(body: OwnBody, judging: JudgementContext): FieldFault[] {
  const first = <T>(items: readonly T[], test: (item: T, i: number) => FieldFault | null) =>
    items.flatMap((item, i) => test(item, i) ?? [])
  const within = { ...judging, body }
  const open = body.fields.filter(isOpen)
  const keys = body.fields.map(({ key }) => key)
  const gone = (judging.before?.fields ?? []).find(({ key }) => !keys.includes(key))
  return [
    ...(open.length > judging.most ? [fault('fields', `一类档案至多 ${judging.most} 个自有栏目`)] : []),
    ...(new Set(keys).size < keys.length ? [fault('fields', '栏目编号重复')] : []),
    ...(gone ? [fault('fields', `“${gone.label}”已有人填写，只能停用，不能删除`)] : []),
    ...body.fields.flatMap((field, i) => {
      for (const rule of Object.values(rules)) {
        const found = rule(field, `fields.${i}`, within)
        if (found) return [found]
      }
      return []
    }),
    ...first(body.tightened, (one, i) => faultOfTightening(one, `tightened.${i}`, judging)),
    ...first(body.hidden, (key, i) => faultOfHiding(key, `hidden.${i}`, judging)),
  ]
}

/** Two letters that follow each other, of a label. */
function pairs(label: string): Set<string> {
  const letters = [...fold(label)]
  return new Set(letters.slice(1).map((letter, i) => `${letters[i] ?? ''}${letter}`))
}

/** Labels that sound like this one: what the archive may hold already. Of two labels, shared pairs over all. */
export function alikeLabels(label: string, { fields }: Pick<AnyRecord, 'fields'>): string[] {
  const own = pairs(label)
  return Object.values(fields).flatMap((field) => {
    const other = pairs(field.label)
    const shared = [...own].filter((pair) => other.has(pair)).length
    const share = (2 * shared) / Math.max(1, own.size + other.size)
    return share >= 0.6 && fold(field.label) !== fold(label) ? [field.label] : []
  })
}

/**
 * Whether a second person has to agree: who asks for a duty, hides what was there, or collects what is sealed,
 * decides for others; so does who makes a type (region-own, section 1.1).
 */
export function needsSecond(body: OwnBody, before: OwnBody | null): boolean {
  const was = new Map((before?.fields ?? []).map((field) => [field.key, field]))
  const stricter = body.fields.some((field) => {
    const earlier = was.get(field.key)
    const isDuty = field.requiredFrom !== undefined && field.requiredFrom !== earlier?.requiredFrom
    return isDuty || ((field.sealed || field.masked) === true && earlier === undefined)
  })
  const same = (one: unknown, other: unknown) => canonical(one ?? []) === canonical(other ?? [])
  const isStricter = !same(body.hidden, before?.hidden) || !same(body.tightened, before?.tightened)
  return stricter || isStricter || !same(body.record, before?.record)
}
