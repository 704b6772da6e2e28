import type { Among, AnyRecord, Constraint, FieldMap, OneOpen, Sibling, Unique } from '../define.ts'
import type { FieldFault } from '../errors.ts'
import { textOf } from './among.ts'
import { monthsLater, notBefore } from './compare.ts'

/** Values of one record by field key; absent and null both mean empty. */
type Row = Readonly<Record<string, unknown>>

const isOpen = (rule: OneOpen, row: Row): boolean => (row[rule.to] ?? null) === null

/** An earlier open record as it will be after `row`, which is open too, has taken effect. */
function asClosed(definition: AnyRecord, row: Row, other: Sibling): Sibling {
  const rule = definition.rules?.constraints?.find((r): r is OneOpen => r.form === 'oneOpen')
  if (!rule || !isOpen(rule, row) || !isOpen(rule, other)) return other
  const begin = textOf(row, rule.from)
  if (begin === null || !notBefore(begin, textOf(other, rule.from))) return other
  // Inherited instead of copied: bulk gives records whose derived fields are getters.
  return Object.assign(Object.create(other), { [rule.to]: monthsLater(begin, -1) })
}

/**
 * The ends that an open record gives to the owner's other open records of its type when it takes effect: the
 * month before it begins (modules.json, lifecycle review: 补前一条的结束).
 */
export function endsOfEarlier(
  definition: AnyRecord,
  row: Row,
): { readonly to: string; readonly end: string | null }[] {
  return (definition.rules?.constraints ?? []).flatMap((rule) => {
    if (rule.form !== 'oneOpen' || !isOpen(rule, row)) return []
    const begin = row[rule.from]
    return typeof begin === 'string' ? [{ to: rule.to, end: monthsLater(begin, -1) }] : []
  })
}

/** The owner's other records in force, by type. */
type Siblings = (type: string) => readonly Sibling[]

/** Whether a rule among records holds for a record that is in force already. */
export function holdsInForce(
  definition: AnyRecord,
  rule: Among<FieldMap>,
  row: Row,
  siblings: Siblings,
): boolean {
  const full = Object.fromEntries(Object.keys(definition.fields).map((key) => [key, row[key] ?? null]))
  return rule.holds(full, siblings)
}

/** Whether a rule among records will hold after the record has taken effect and ended an earlier open one. */
export const holdsAmong = (
  definition: AnyRecord,
  rule: Among<FieldMap>,
  row: Row,
  siblings: Siblings,
): boolean =>
  holdsInForce(definition, rule, row, (type) =>
    type === definition.name
      ? siblings(type).map((other) => asClosed(definition, row, other))
      : siblings(type),
  )

/**
 * Whether an open record may take effect: every other open record begins earlier, so that it can be ended.
 */
export function isLastOpen(rule: OneOpen, row: Row, others: readonly Sibling[]): boolean {
  if (!isOpen(rule, row)) return true
  const begin = textOf(row, rule.from)
  return others
    .filter((other) => isOpen(rule, other))
    .every((other) => {
      const earlier = textOf(other, rule.from)
      return begin !== earlier && notBefore(begin, earlier)
    })
}

/** Whether this record is the only open one in force. */
export const isOnlyOpen = (rule: OneOpen, row: Row, others: readonly Row[]): boolean =>
  !isOpen(rule, row) || !others.some((other) => isOpen(rule, other))

/** Whether none of these records has the same values of the rule's fields. Empty fields equal nothing. */
export function isUniqueAmong(rule: Unique, row: Row, others: readonly Row[]): boolean {
  if (rule.fields.some((key) => (row[key] ?? null) === null)) return true
  const shares = (other: Row, key: string) => {
    const [mine, theirs] = [row[key], other[key]]
    if (key === rule.each)
      return Array.isArray(mine) && Array.isArray(theirs) && mine.some((one) => theirs.includes(one))
    return JSON.stringify(mine) === JSON.stringify(theirs)
  }
  return !others.some((other) => rule.fields.every((key) => shares(other, key)))
}

/** The fault of a broken rule, at the field where it is shown, and whether it is a warning. */
export function faultOfRule(rule: Constraint<FieldMap>): FieldFault & { readonly warns: boolean } {
  const field =
    rule.form === 'oneOpen' ? rule.to : rule.form === 'unique' ? rule.fields.at(-1) : rule.fields[0]
  return {
    field: field ?? '',
    message: rule.message,
    warns: rule.form !== 'oneOpen' && rule.level === 'warning',
  }
}
