import { text, type FieldMap } from '../../../../catalogue/define.ts'
import { dictionary, type DictName } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { beginning, institutionFieldsOf } from '../../../../catalogue/institutions/fields.ts'
import { kindOf } from '../../../../catalogue/kinds/kinds.ts'
import type { PastedColumn, PastedShape } from '../../../engine/pasted/read-pasted.ts'

/** An area may be a code or a name: the server has the table of all areas. */
const areaText = text('所属区划', { maxLength: 60 })

const fieldsOf = (kind: string): FieldMap => ({
  ...beginning([]),
  ...institutionFieldsOf(kind),
  areaCode: areaText,
})

/** Columns of a table of institutions of a kind, in the order in which they are taken without heads. */
export function pastedColumns(kind: string): readonly PastedColumn[] {
  const fields = Object.entries(institutionFieldsOf(kind)).filter(
    // The number of another institution is nothing people paste.
    ([key, field]) => key !== 'introduction' && kindOf(field).names !== 'institution',
  )
  return [
    { key: 'name', label: '机构名称', required: true },
    { key: 'code', label: '标识码', required: false },
    ...fields.map(([key, { label, required }]) => ({ key, label, required })),
    { key: 'openedOn', label: '设立日期', required: false },
  ]
}

/** How a table of institutions of a kind is read; `given` stands in every row unless it says otherwise. */
export const shapeOf = (kind: string, given: Readonly<Record<string, unknown>>): PastedShape => ({
  columns: pastedColumns(kind),
  fields: fieldsOf(kind),
  given,
})

/** A line to begin with: the heads, and what a cell of a code looks like. */
export function sampleOf(kind: string): string {
  const heads = pastedColumns(kind).map(({ label }) => label)
  const example = (name: DictName) => dictionary(name).items[0]?.label ?? ''
  const first = kind === '40' ? ['第一小学', '', example('schoolType')] : ['教师发展中心', '']
  return `${heads.join('\t')}\n${first.join('\t')}`
}
