import { useState } from 'react'
import type { FieldMap } from '../../../catalogue/define.ts'
import { isSame, type Values } from '../../engine/values.ts'

/** What is typed over the values of an institution; `changed` holds the fields that differ. */
export function useFacts(fields: FieldMap, was: Values) {
  const [typed, setTyped] = useState<Values>({})
  const values = Object.fromEntries(
    Object.keys(fields).map((key) => [key, Object.hasOwn(typed, key) ? typed[key] : (was[key] ?? null)]),
  )
  const changed = Object.fromEntries(
    Object.entries(values).filter(([key, value]) => !isSame(value, was[key])),
  )
  return {
    values,
    changed,
    set: (key: string, value: unknown) => setTyped((now) => ({ ...now, [key]: value })),
    reset: () => setTyped({}),
  }
}
