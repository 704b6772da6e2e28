import type { FieldMap } from '../define.ts'

/** The value of every field of a new record: its default, or null. */
export function defaultsOf({ fields }: { readonly fields: FieldMap }): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => {
      if (field.default === undefined) return [key, null]
      return [key, field.multiple ? [field.default] : field.default]
    }),
  )
}
