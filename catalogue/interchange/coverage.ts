import type { AnyRecord } from '../define.ts'
import type { Layout, LayoutSheet } from './layout.ts'

/** How much of a record type a layout takes. */
export interface TypeCoverage {
  readonly type: string
  readonly title: string
  /** Null for a type that the layout does not have. */
  readonly sheet: string | null
  readonly way: LayoutSheet['way'] | null
  readonly fields: number
  readonly carried: number
  /** Labels of the fields without a column. */
  readonly without: readonly string[]
}

/** What of a type has a column. Derived fields are not counted: they follow from others. */
export function coverageOf(layout: Layout, definition: AnyRecord): TypeCoverage {
  const sheet = layout.sheets.find(({ type }) => type === definition.name)
  const known = new Set(sheet?.columns.map((one) => one.says ?? one.field))
  const fields = Object.entries(definition.fields).filter(([, field]) => !field.derived)
  const without = fields.filter(([key]) => !known.has(key)).map(([, field]) => field.label)
  return {
    type: definition.name,
    title: definition.title,
    sheet: sheet?.name ?? null,
    way: sheet?.way ?? null,
    fields: fields.length,
    carried: fields.length - without.length,
    without: sheet ? without : [],
  }
}
