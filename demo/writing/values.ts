import type { AnyRecord } from '../../catalogue/define.ts'
import { kindOf } from '../../catalogue/kinds/kinds.ts'
import { withoutHidden } from '../../catalogue/rules/judge.ts'
import { type Values, writableKeys } from '../../server/engine/records/index.ts'
import type { Story } from './story.ts'

interface Keys {
  readonly all: readonly (readonly [key: string, fallback: unknown])[]
  readonly writable: readonly string[]
  /** Fields whose value is a file. */
  readonly files: readonly string[]
  readonly hiding: boolean
}

const known = new WeakMap<AnyRecord, Keys>()

/** The catalogue does not change, so a type is asked once; a region holds a hundred thousand values. */
function keysOf(definition: AnyRecord): Keys {
  const found = known.get(definition)
  if (found) return found
  const fields = Object.entries(definition.fields)
  const fresh = {
    all: fields.map(([key, field]) => [key, field.default ?? null] as const),
    writable: writableKeys(definition),
    files: fields.flatMap(([key, field]) => (kindOf(field).names === 'file' ? [key] : [])),
    hiding: fields.some(([, field]) => field.visibleWhen !== undefined),
  }
  known.set(definition, fresh)
  return fresh
}

/** Every declared key, empty ones with their default or null: what the engine keeps of a first value. */
export function whole({ definition }: Story, given: Values): Values {
  const out: Values = {}
  for (const [key, fallback] of keysOf(definition).all) out[key] = given[key] ?? fallback
  return out
}

/** Only the keys somebody writes. */
export function written({ definition }: Story, values: Values): Values {
  const out: Values = {}
  for (const key of keysOf(definition).writable) out[key] = values[key] ?? null
  return out
}

/** Files that are values of their own, such as a photo. */
export const filesAmong = ({ definition }: Story, values: Values): string[] =>
  keysOf(definition).files.flatMap((key) => (typeof values[key] === 'string' ? [values[key]] : []))

/** Without what these values hide. */
export const shown = (definition: AnyRecord, values: Values): Values =>
  keysOf(definition).hiding ? { ...withoutHidden(definition, values) } : { ...values }

const isList = (value: unknown): boolean => typeof value === 'object' && value !== null
const same = (a: unknown, b: unknown): boolean =>
  a === b || (isList(a) && isList(b) && JSON.stringify(a) === JSON.stringify(b))

/** Keys whose values differ, as the engine's. */
export const changedKeys = (definition: AnyRecord, before: Values | null, after: Values): string[] =>
  keysOf(definition).writable.filter((key) => !same(before?.[key] ?? null, after[key] ?? null))
