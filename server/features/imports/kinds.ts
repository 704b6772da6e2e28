import {
  manySections,
  type ImportColumn,
  type ImportKinds,
  type ImportMode,
} from '../../../catalogue/contract/administration/imports.ts'
import { sections } from '../../../catalogue/imports/sections.ts'
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

/** The workbook with the sections of the national system: its columns are its sheets. */
export const sectionsShown: ImportKinds['list'][number] = {
  name: manySections,
  title: '全国系统交换数据（多张表）',
  version: '2026.1',
  sheet: '',
  noun: '条记录',
  modes: ['upsert', 'insert', 'update'],
  by: [],
  columns: sections.map(({ type, title }) => ({
    key: type,
    head: title,
    required: 'no',
    note: '',
    example: '',
    dict: null,
    dependsOn: null,
    choices: [],
  })),
}

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
