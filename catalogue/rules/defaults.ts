import type { FieldMap } from '../define.ts'

/** What every field holds before anybody gave it a value: its default, or null. */
export function defaultsOf({ fields }: { readonly fields: FieldMap }): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      if (field.default === undefined) return [key, null]
      return [key, field.multiple ? [field.default] : field.default]
    }),
  )
}
