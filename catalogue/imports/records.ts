import type { Role } from '../access/roles.ts'
import { idCard, text } from '../define.ts'
import type { AnyRecord } from '../define.ts'
import { kindOf } from '../kinds/kinds.ts'
import { records } from '../records/registry.gen.ts'
import { keptAbove } from '../rules/sides.ts'
import { column, columnFor } from './column.ts'
import type { ImportColumn, ImportDefinition } from './define.ts'

/** Names of kinds that dictionary importKind has in other words than the record type. */
const asked: Readonly<Record<string, string>> = { trainingRegistration: 'training' }

const holder: readonly ImportColumn[] = [
  column('idCardNo', idCard('证件号', { required: true, masked: true }), {
    note: '教师的身份证件号，设为文本格式',
    example: '449999198503120010',
  }),
  column('name', text('姓名', { maxLength: 30 }), { note: '填了须与证件号的持有人一致', example: '陈某某' }),
]

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

/** The records of a type, one in each row: the owner by number, then the fields of its form. */
function importOf(definition: AnyRecord): ImportDefinition {
  const { name, title, owner } = definition
  const columns = columnsOf(definition)
  const key = definition.spreadsheet?.key ?? []
  const offices: readonly Role[] = [4, 5, 6]
  const first = owner === 'teacher' ? holder : school
  return {
    name: asked[name] ?? name,
    title,
    noun: '条记录',
    version: '2026.1',
    sheet: title,
    subject: owner,
    roles: keptAbove(definition) ? offices : [3, ...offices],
    columns: [...first, ...columns],
    by: [owner === 'teacher' ? 'idCardNo' : 'orgCode', ...key],
    owner:
      owner === 'teacher' ? { idNo: 'idCardNo', name: 'name' } : { orgCode: 'orgCode', orgName: 'orgName' },
    parts: [{ type: name, fields: Object.fromEntries(columns.map((one) => [one.key, one.key])), match: key }],
  }
}

/** Every record type whose declaration says how it travels as rows of a spreadsheet. */
export const recordImports: readonly ImportDefinition[] = Object.values<AnyRecord>(records)
  .filter(({ spreadsheet }) => spreadsheet !== undefined)
  .map(importOf)
