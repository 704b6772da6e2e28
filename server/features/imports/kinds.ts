import {
  type ImportColumn,
  type ImportKinds,
  type ImportMode,
} from '../../../catalogue/contract/administration/imports.ts'
import { layouts, workbookOfLayout } from '../../../catalogue/interchange/layout.ts'
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

/** What is only added: accounts are changed at the account, enrolments by their moves. */
const onlyAdded: readonly ImportDefinition['subject'][] = ['accounts', 'outsideAccounts', 'enrolments']

const modesOf = (subject: ImportDefinition['subject']): ImportMode[] =>
  onlyAdded.includes(subject) ? ['insert'] : ['upsert', 'insert', 'update']

/** Workbooks of layouts, which have several sheets: their columns are the sheets that are imported. */
export const workbooksShown: ImportKinds['list'] = layouts.map((layout) => ({
  name: workbookOfLayout(layout),
  title: layout.title,
  version: layout.version,
  sheet: '',
  noun: '条记录',
  modes: ['upsert', 'insert', 'update'],
  by: [],
  columns: layout.sheets
    .filter(({ way }) => way === 'both')
    .map(({ type, name }) => ({
      key: type,
      head: name,
      required: 'no',
      note: '',
      example: '',
      dict: null,
      dependsOn: null,
      choices: [],
    })),
}))

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
