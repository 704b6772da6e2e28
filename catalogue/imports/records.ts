import type { Role } from '../access/roles.ts'
import { bool, text } from '../define.ts'
import type { AnyRecord } from '../define.ts'
import { kindOf } from '../kinds/kinds.ts'
import { records } from '../records/registry.gen.ts'
import { keptAbove } from '../rules/sides.ts'
import { sheetOfType } from '../interchange/layout.ts'
import { column, columnFor } from './column.ts'
import type { ImportColumn, ImportDefinition, UnlikeColumn } from './define.ts'
import { holderColumns, holderNamed } from './holder.ts'

/** Names of kinds that dictionary importKind has in other words than the record type. */
const asked: Readonly<Record<string, string>> = { trainingRegistration: 'training' }

/** Columns that say something of the row and are no field of the record. */
const beside: Readonly<Record<string, readonly ImportColumn[]>> = {
  trainingRegistration: [
    column('checked', bool('已核对'), {
      note: '提示可能重复、学时过多的行，核对无误以后填“是”再导入；其他行空着',
      example: '',
    }),
  ],
}

const school: readonly ImportColumn[] = [
  column('orgCode', text('学校标识码', { required: true, maxLength: 18 }), { example: '3144000001' }),
  column('orgName', text('学校名称', { maxLength: 100 }), { note: '填了须与标识码一致' }),
]

function columnsOf(definition: AnyRecord): readonly ImportColumn[] {
  const left = definition.spreadsheet?.leftOut ?? []
  return definition.pages.form
    .flatMap(({ fields }) => fields)
    .filter((key) => {
      const field = definition.fields[key]
      return field && !field.derived && !left.includes(key) && !kindOf(field).names && !kindOf(field).markup
    })
    .map((key) => columnFor(definition, key))
}

/** Columns whose values the platform has once: certificates have a number of their own. */
const unlikeOf = (definition: AnyRecord): readonly UnlikeColumn[] =>
  (definition.rules?.constraints ?? []).flatMap((rule): UnlikeColumn[] => {
    if (rule.form !== 'unique' || rule.within !== 'platform') return []
    const [column = '', ...others] = rule.fields
    return others.length > 0 ? [] : [{ column, ...(rule.level === 'warning' && { level: rule.level }) }]
  })

/** The records of a type, one in each row: the owner by number, then the fields of its form. */
function importOf(definition: AnyRecord): ImportDefinition {
  const { name, title, owner } = definition
  const columns = columnsOf(definition)
  const key = definition.spreadsheet?.key ?? []
  const offices: readonly Role[] = [4, 5, 6]
  const first = owner === 'teacher' ? holderColumns : school
  return {
    name: asked[name] ?? name,
    title,
    noun: '条记录',
    version: beside[name] ? '2026.2' : '2026.1',
    sheet: sheetOfType(name)?.name ?? title,
    subject: owner,
    roles: keptAbove(definition) ? offices : [3, ...offices],
    columns: [...first, ...columns, ...(beside[name] ?? [])],
    by: [owner === 'teacher' ? 'idCardNo' : 'orgCode', ...key],
    unlike: unlikeOf(definition).filter(({ column: one }) => columns.some((own) => own.key === one)),
    owner:
      owner === 'teacher'
        ? { idNo: 'idCardNo', archiveNo: 'archiveNo', name: 'name' }
        : { orgCode: 'orgCode', orgName: 'orgName' },
    ...(owner === 'teacher' && { checks: [holderNamed] }),
    parts: [{ type: name, fields: Object.fromEntries(columns.map((one) => [one.key, one.key])), match: key }],
  }
}

const made = new WeakMap<AnyRecord, ImportDefinition>()

/** How records of a type of a region's own are imported; made once for each version of the type. */
export function importOfOwn(definition: AnyRecord): ImportDefinition {
  const found = made.get(definition) ?? importOf(definition)
  made.set(definition, found)
  return found
}

/** Every record type whose declaration says how it travels as rows of a spreadsheet. */
export const recordImports: readonly ImportDefinition[] = Object.values<AnyRecord>(records)
  .filter(({ spreadsheet }) => spreadsheet !== undefined)
  .map(importOf)
