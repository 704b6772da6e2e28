import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { featureNames } from './feature-names.ts'
import { kindBranches } from './kind-branches.ts'
import { lentSql } from './lent-sql.ts'
import { foreignWrites } from './table-owners.ts'

describe('the check of branches on the kind', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kinds-'))
  const file = (text: string) => {
    const path = join(folder, 'planted.ts')
    writeFileSync(path, text)
    return [path]
  }
  it.each([
    "if (field.kind === 'teacher') go()",
    "if (definition.fields[key]?.kind !== 'file') go()",
    "const is = ({ kind }) => 'dict' === kind",
    "if (['date', 'month'].includes(field.kind)) go()",
    "switch (field.kind) {\n  case 'bool':\n    go()\n}",
  ])('finds %j', (text) => {
    expect(kindBranches(file(text))).toHaveLength(1)
  })
  it.each([
    "if (shape.kind === 'picture') go()",
    "if (owner.kind === 'teacher') go()",
    "if (fault.kind === 'unique') go()",
    "kindOf(field).names === 'file'",
  ])('leaves %j alone', (text) => {
    expect(kindBranches(file(text))).toEqual([])
  })
})

describe('the check of SQL that is handed SQL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lent-'))
  const faults = (text: string) => {
    const path = join(folder, 'planted.ts')
    writeFileSync(path, text)
    return lentSql([path]).map((fault) => fault.replace(/^.*: call it /, ''))
  }
  it.each([
    [
      'const lastDay = (since: Sql): Sql => sql`(\n  select c.day\n  from calendar_day c\n  where c.day > ${since})`',
      ['own_c'],
    ],
    ['const has = (owner: Sql) => sql`exists (select 1 from teacher n where n.id = ${owner})`', ['own_n']],
    [
      'const any = (one: Sql) => sql`exists (select 1 from unnest(${one}) as x (one) where x.one = 1)`',
      ['own_x'],
    ],
  ])('finds %j', (text, named) => {
    expect(faults(text)).toEqual(named)
  })
  it.each([
    'const has = (owner: Sql) => sql`exists (select 1 from teacher own_n where own_n.id = ${owner})`',
    'const whole = (where: Sql) => sql`select k.id from process_case k where ${where}`',
    'const after = (day: Sql) => sql`${day} > (select max(c.day) from calendar_day c)`',
    'const few = (limit: number) => sql`(select 1 from teacher t limit ${limit})`',
  ])('leaves %j alone', (text) => {
    expect(faults(text)).toEqual([])
  })
})

it('features have the same name on both sides', () => {
  expect(featureNames(['account', 'logs'], ['account', 'audit-log'])).toEqual([
    'client/features/logs has no server/features/logs',
  ])
  expect(featureNames()).toEqual([])
})

describe('the check of who writes a table', () => {
  const path = 'server/features/quality/sweep.ts'
  it.each([
    ['insert into audit (action) values (1)', 'audit is written by platform/audit alone'],
    ['update\n  session\nset revoked_at = now()', 'session is written by platform/session alone'],
    ['delete from person where id = 1', 'person is written by engine/directory alone'],
    ['insert into nobodys_table (id) values (1)', 'no room owns the table nobodys_table'],
  ])('refuses %j', (statement, fault) => {
    expect(foreignWrites(path, `await tx.execute(sql\`${statement}\`)`)).toEqual([
      expect.stringContaining(fault),
    ])
  })
  it.each([
    'insert into quality_finding (owner_id) values (1)',
    'select 1 from person for update of person skip locked',
    'on conflict (id) do update set name = excluded.name',
  ])('leaves %j alone', (statement) => {
    expect(foreignWrites(path, `sql\`${statement}\``)).toEqual([])
  })
  it('leaves comments alone', () => {
    expect(foreignWrites(path, '/** Writes and then update person names. */')).toEqual([])
  })
})
