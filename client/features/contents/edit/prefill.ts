import type { Role } from '../../../../catalogue/access/roles.ts'
import { offered } from '../../../../catalogue/contents/choices.ts'
import type { AnyContent, Prefill } from '../../../../catalogue/contents/define.ts'
import type { Field } from '../../../../catalogue/define.ts'
import { levels, roleOfLevel } from '../../../../catalogue/flows/review.ts'
import { askFor, kindOf } from '../../../../catalogue/kinds/kinds.ts'
import { choicesOf } from '../../../../catalogue/rules/judge.ts'
import { isEmpty, type Values } from '../../../engine/values.ts'

/** Who writes, as far as a new content needs it. */
export interface Writer {
  readonly role: Role
  readonly truename: string
  readonly organization: { readonly name: string; readonly area_code: string } | null
  /** The day on which it is written, 2026-11-20. */
  readonly today: string
}

function prefillOf(prefill: Prefill, { role, truename, organization, today }: Writer): string | undefined {
  if (prefill === 'writer') return truename
  if (prefill === 'today') return today
  if (prefill === 'institution') return organization?.name
  if (prefill === 'ownArea') return role === 1 ? undefined : organization?.area_code
  return levels.flatMap((level) => (roleOfLevel[level] === role ? [prefill[level]] : [])).at(0)
}

/** The fields of a type as the writer is offered them: without codes that the writer's office may not use. */
export const fieldsFor = (definition: AnyContent, role: number): Readonly<Record<string, Field>> =>
  Object.fromEntries(
    Object.entries(definition.fields).map(([key, field]) => [key, offered(definition, key, field, role)]),
  )

/** The only choice there is, where the field has to be filled. */
function onlyChoice(field: Field): string | undefined {
  const choices = field.required && field.dict ? choicesOf(field, {}) : []
  return choices.length === 1 ? choices[0]?.code : undefined
}

/** A new content as the form opens it: what is declared, what the writer's office is, else the defaults. */
export function prefilledBy(definition: AnyContent, writer: Writer): Values {
  return Object.fromEntries(
    Object.entries(fieldsFor(definition, writer.role)).map(([key, field]) => {
      const prefill = definition.prefilled?.[key]
      const own = prefill === undefined ? undefined : prefillOf(prefill, writer)
      return [key, own ?? field.default ?? onlyChoice(field) ?? null]
    }),
  )
}

/** What is missing before readers or reviewers may get it: sentences by field, in the order of the form. */
export function gapsIn(definition: AnyContent, values: Values): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(definition.fields).flatMap(([key, field]) => {
      const value = values[key]
      if (isEmpty(value)) return field.required ? [[key, askFor(field)]] : []
      const incomplete = kindOf(field).incomplete?.(value, field)
      return incomplete ? [[key, incomplete]] : []
    }),
  )
}
