import { levels, roleOfLevel } from '../flows/review.ts'
import { labelOf } from '../dictionaries/dictionaries.ts'
import type { Field, Level } from '../define.ts'
import { teacher } from './agreement.ts'
import type { AnyContent } from './define.ts'

const administrator = 1

/** The level that a role writes for; null for administrators, who may use every code. */
const levelOf = (role: number): Level | null =>
  role === administrator ? null : (levels.find((level) => roleOfLevel[level] === role) ?? null)

/**
 * Whether a writer of this role may use a code of a field (`reserved` of the declaration). A teacher uses
 * none that is reserved for offices.
 */
export function mayChoose(
  { reserved = {} }: Pick<AnyContent, 'reserved'>,
  key: string,
  code: string,
  role: number,
): boolean {
  const from = reserved[key]?.[code]
  if (role === teacher) return from === undefined
  const own = levelOf(role)
  return from === undefined || own === null || levels.indexOf(own) >= levels.indexOf(from)
}

/** A field as an office of this role is offered it: without the codes that it may not use. */
export function offered(definition: AnyContent, key: string, field: Field, role: number): Field {
  const codes = Object.keys(definition.reserved?.[key] ?? {})
  const barred = codes.filter((code) => !mayChoose(definition, key, code, role))
  return barred.length === 0 ? field : { ...field, excludeItems: [...(field.excludeItems ?? []), ...barred] }
}

const codesIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((code) => typeof code === 'string')

/** Why codes of a field are refused: the office may not use them, and the value before did not have them. */
export function barredIn(
  definition: AnyContent,
  key: string,
  { role, value, before }: { readonly role: number; readonly value: unknown; readonly before: unknown },
): string[] {
  const field = definition.fields[key]
  const kept = codesIn(before)
  return codesIn(value)
    .filter((code) => !kept.includes(code) && !mayChoose(definition, key, code, role))
    .map((code) => `${field?.label ?? key}：本单位不能选“${field?.dict ? labelOf(field.dict, code) : code}”`)
}
