import type { AnyRecord } from '../define.ts'
import { fold } from '../dictionaries/dictionaries.ts'
import type { FieldFault } from '../errors.ts'
import { levels } from '../flows/review.ts'
import type { KindName } from '../kinds/kinds.ts'
import { date } from '../field.ts'
import { kindRules, type OwnBody } from './body.ts'
import { faultsOf, mostFields, type JudgementContext } from './judge.ts'
import { isSlot } from './slot-names.ts'
import { blankType, expiryKey } from './slots.ts'
import type { OwnCheck, OwnTypeShape } from './type-body.ts'

/** Most fields of an own type, those that ended not counted. */
export const mostOfType = 40

const fault = (field: string, message: string): FieldFault => ({ field, message })

/** A field of the type as rules about it need it. */
interface TypeField {
  readonly label: string
  readonly kind: KindName
  readonly isOpen: boolean
}

/** The fields that are filled in, by key, with the day on which a record expires. */
function knownIn({ fields, record }: OwnBody): ReadonlyMap<string, TypeField> {
  const own = fields
    .filter(({ ended }) => ended === undefined)
    .map(
      ({ key, label, kind, masked, sealed }) => [key, { label, kind, isOpen: !masked && !sealed }] as const,
    )
  const { expires } = record ?? {}
  return new Map<string, TypeField>([
    ...own,
    ...(expires ? [[expiryKey, { label: expires.label, kind: 'date', isOpen: true }] as const] : []),
  ])
}

/** Why lists cannot go by a field, or records be named by it; null where they can. */
function faultOfShown(key: string, known: ReadonlyMap<string, TypeField>, at: string): FieldFault | null {
  const field = known.get(key)
  if (!field) return fault(at, '请选择在用的栏目')
  if (!field.isOpen) return fault(at, `${field.label}部分隐藏或加密保存，不能用在这里`)
  return kindRules[field.kind]?.unlisted ? fault(at, `${field.label}是附件或长文字，不能用在这里`) : null
}

/** Kinds whose values come one before another; a year is a number and compared with years alone. */
const calendars: Readonly<Partial<Record<KindName, 'day' | 'year'>>> = {
  date: 'day',
  month: 'day',
  year: 'year',
}

function faultOfDays(check: OwnCheck, known: ReadonlyMap<string, TypeField>, at: string): FieldFault | null {
  if (check.form !== 'notBefore' && check.form !== 'notLater') return null
  const field = known.get(check.field)
  const other = check.form === 'notBefore' ? known.get(check.other) : field
  if (!field || !other) return null
  const calendar = calendars[field.kind]
  const fits = calendar !== undefined && calendar === calendars[other.kind]
  return fits ? null : fault(at, '只能比较日期、年月，或两个年份')
}

function faultOfCheck(check: OwnCheck, known: ReadonlyMap<string, TypeField>, at: string): FieldFault | null {
  const named =
    check.form === 'anyOf'
      ? check.fields
      : check.form === 'notLater'
        ? [check.field]
        : [check.field, check.other]
  if (named.some((key) => !known.has(key))) return fault(at, '校验中的栏目已停用或不存在，请重新选择')
  if (new Set(named).size < named.length) return fault(at, '校验要选不同的栏目')
  const closed = named.find((key) => known.get(key)?.isOpen === false)
  if (closed !== undefined) return fault(at, '部分隐藏或加密保存的栏目不能用于校验')
  return faultOfDays(check, known, at)
}

function faultOfChain({ regime, chain }: OwnTypeShape): FieldFault | null {
  const at = 'record.chain'
  if (regime === 'recorded') return chain.length > 0 ? fault(at, '单位登记的档案即时生效，不设审核') : null
  if (chain.length === 0) return fault(at, '请至少选一级审核')
  const places = chain.map((level) => levels.indexOf(level))
  return places.some((place, i) => i > 0 && place <= (places[i - 1] ?? -1))
    ? fault(at, '审核层级要由低到高，不能重复')
    : null
}

function faultOfOwner({ owner, regime, cardinality, expires }: OwnTypeShape): FieldFault | null {
  if (owner === 'teacher') return null
  if (regime !== 'recorded') return fault('record.regime', '单位的档案由单位登记，不经审核')
  if (expires) return fault('record.expires', '到期提醒发给教师本人，单位的档案不设到期日')
  return cardinality === 'some' ? fault('record.cardinality', '单位的档案可多条或只有一条') : null
}

/** What must not change once records are there. */
function faultOfTypeChange(now: OwnTypeShape, before: OwnTypeShape | undefined): FieldFault | null {
  if (!before) return null
  const fixed = {
    owner: '教师或单位',
    regime: '由谁填写',
    cardinality: '可填几条',
    order: '排序栏目',
  } as const
  for (const [key, label] of Object.entries(fixed) as [keyof typeof fixed, string][])
    if (now[key] !== before[key]) return fault(`record.${key}`, `${label}发布后不能更改`)
  return before.expires && !now.expires ? fault('record.expires', '到期日发布后不能取消') : null
}

function faultOfTitle({ title }: OwnTypeShape, { records, above }: JudgementContext): FieldFault | null {
  const twin = Object.values(records).find(
    (one) => one.name !== above.name && fold(one.title) === fold(title),
  )
  return twin ? fault('record.title', `已有“${twin.title}”，请直接使用或换个名称`) : null
}

function faultOfUnique(record: OwnTypeShape, known: ReadonlyMap<string, TypeField>): FieldFault | null {
  const { unique, owner } = record
  if (!unique) return null
  if (owner === 'institution' && unique.within === 'institution')
    return fault('record.unique', '单位的档案请选“同一对象内不重复”')
  const wrong = unique.fields.flatMap((key) => faultOfShown(key, known, 'record.unique') ?? [])[0]
  return wrong ?? null
}

function faultsOfRecord(record: OwnTypeShape, body: OwnBody, judging: JudgementContext): FieldFault[] {
  const known = knownIn(body)
  const twin = body.fields.find(
    ({ label, ended }) => !ended && record.expires && fold(label) === fold(record.expires.label),
  )
  return [
    faultOfTitle(record, judging),
    faultOfOwner(record),
    faultOfChain(record),
    faultOfTypeChange(record, judging.before?.record),
    twin ? fault('record.expires', `“${twin.label}”出现了两次`) : null,
    faultOfShown(record.order, known, 'record.order'),
    record.summary.length === 0 ? fault('record.summary', '请至少选一个栏目') : null,
    ...record.summary.map((key) => faultOfShown(key, known, 'record.summary')),
    faultOfUnique(record, known),
    ...record.checks.map((check, i) => faultOfCheck(check, known, `record.checks.${i}`)),
  ].flatMap((one) => one ?? [])
}

function faultsOfType(body: OwnBody, judging: JudgementContext): FieldFault[] {
  const { record } = body
  if (!record) return [fault('record', '请说明这是什么档案')]
  const { name } = judging.above
  // The fields are judged as those of a type that has nothing but its day.
  const { expires, title, regime, owner } = record
  const above: AnyRecord = {
    ...blankType(name),
    title,
    regime,
    owner,
    fields: expires ? { [expiryKey]: date(expires.label) } : {},
  }
  const open = body.fields.filter(({ ended }) => !ended)
  return [
    ...(open.length === 0 ? [fault('fields', '请至少加一个栏目')] : []),
    ...(open.length > mostOfType ? [fault('fields', `一类档案至多 ${mostOfType} 个栏目`)] : []),
    ...(body.tightened.length > 0 || body.hidden.length > 0
      ? [fault('tightened', '自有档案的栏目直接修改，不用收紧')]
      : []),
    ...faultsOfRecord(record, body, judging),
    ...faultsOf(body, { ...judging, above, most: Infinity }),
  ]
}

/** What is wrong with what an office says of a type: of the program, or of its own. */
export function faultsIn(body: OwnBody, judging: JudgementContext): FieldFault[] {
  if (isSlot(judging.above.name)) return faultsOfType(body, judging)
  return [
    ...(body.record ? [fault('record', '系统自带的档案不能改作自有档案')] : []),
    ...faultsOf(body, { ...judging, most: Math.min(judging.most, mostFields) }),
  ]
}
