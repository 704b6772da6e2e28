import type { ImportColumn, ImportMode } from '../../../catalogue/contract/administration/imports.ts'
import type { ImportDefinition } from '../../../catalogue/imports/define.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'

/** A column as pages and templates show it. */
export function columnShown(column: ImportDefinition['columns'][number]): ImportColumn {
  const { field } = column
  const choices = field.dict === undefined ? (kindOf(field).choices?.(field) ?? []) : []
  return {
    key: column.key,
    head: column.head,
    required: column.required,
    note: column.note ?? '',
    example: column.example ?? '',
    dict: field.dict ?? null,
    dependsOn: column.dependsOn ?? null,
    choices: choices.map(({ label }) => label),
  }
}

/** Accounts are only added: what is there is changed at the account. */
const modesOf = (subject: ImportDefinition['subject']): ImportMode[] =>
  subject === 'accounts' ? ['insert'] : ['upsert', 'insert', 'update']

/** A kind as the page of imports offers it. */
export const kindShown = ({ name, title, version, sheet, noun, by, columns, subject }: ImportDefinition) => ({
  name,
  title,
  version,
  sheet,
  noun,
  modes: modesOf(subject),
  by: [...by],
  columns: columns.map(columnShown),
})
