import type { ImportColumn, ImportDefinition } from '../imports/define.ts'
import { column } from '../imports/column.ts'
import { recordImports } from '../imports/records.ts'
import { text } from '../define.ts'
import { wordsOf } from './codes.ts'
import { layouts, workbookOfLayout, type Layout, type LayoutSheet } from './layout.ts'

/** The holder columns of a layout under the keys of imports. */
const holders: Readonly<Record<string, string>> = {
  $archiveNo: 'archiveNo',
  $idCardNo: 'idCardNo',
  $name: 'name',
  $orgCode: 'orgCode',
}

/** Key of a column of a layout among the columns of its import. */
export const importKeyOf = (field: string): string => holders[field] ?? field

const orgColumn = column('orgCode', text('学校标识码', { maxLength: 18 }), {
  note: '填了须是该教师所在学校的，曾用的标识码也可以',
  example: '3144000001',
})

/** The column under the head of the layout; our own head still finds it. */
function asNamed(layout: Layout, sheet: LayoutSheet, own: ImportColumn): ImportColumn {
  const named = sheet.columns.find(({ field }) => importKeyOf(field) === own.key)
  const { dict } = own.field
  const words = dict === undefined ? {} : wordsOf(layout, dict)
  const others = [...(named?.aliases ?? []), own.head, ...(own.twins ?? [])]
  const taken = new Set(sheet.columns.filter((one) => one !== named).map(({ head }) => head))
  const head = named?.head ?? own.head
  const twins = [...new Set(others)].filter((one) => one !== head && !taken.has(one))
  return {
    ...own,
    head,
    ...(twins.length > 0 && { twins }),
    ...(Object.keys(words).length > 0 && { words }),
  }
}

/**
 * How a sheet of a layout is imported: as the records of its type are, under the heads and codes of the
 * layout. Undefined where its records are not imported.
 */
export function importOfSheet(layout: Layout, sheet: LayoutSheet): ImportDefinition | undefined {
  const base = recordImports.find(({ parts }) => parts[0]?.type === sheet.type)
  if (!base || sheet.way === 'out') return undefined
  const hasPlace = sheet.columns.some(({ field }) => field === '$orgCode')
  return {
    ...base,
    name: `${workbookOfLayout(layout)}.${sheet.type}`,
    title: sheet.name,
    version: layout.version,
    sheet: sheet.name,
    columns: [...base.columns, ...(hasPlace ? [orgColumn] : [])].map((own) => asNamed(layout, sheet, own)),
    owner: { ...base.owner, ...(hasPlace && { orgCode: 'orgCode' }) },
  }
}

/** The imports of all sheets of all layouts. */
export const layoutImports: readonly ImportDefinition[] = layouts.flatMap((layout) =>
  layout.sheets.flatMap((sheet) => importOfSheet(layout, sheet) ?? []),
)
