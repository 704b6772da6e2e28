import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { deadNames, roomFaults, unsaidReplacements } from './documents.ts'
import { featureNames } from './feature-names.ts'
import { kindBranches } from './kind-branches.ts'
import { lentSql } from './lent-sql.ts'
import { foreignWrites, readsPastDoor } from './table-owners.ts'
import { silencedCheckers } from './silenced.ts'
import { participleTypes } from './type-names.ts'

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

describe('the check of tables behind a door', () => {
  const read = 'sql`select id from process_case k`'
  it('finds the table in another room', () => {
    expect(readsPastDoor('server/features/forms/planted.ts', read)).toEqual([
      expect.stringContaining('caseRows'),
    ])
  })
  it('leaves its own rooms and the word alone', () => {
    expect(readsPastDoor('server/engine/processes/planted.ts', read)).toEqual([])
    expect(readsPastDoor('server/features/forms/planted.ts', 'sql`select id from ${caseRows} k`')).toEqual([])
  })
})

describe('the check of the names of types', () => {
  const folder = mkdtempSync(join(tmpdir(), 'names-'))
  const faults = (text: string) => {
    const path = join(folder, 'planted.ts')
    writeFileSync(path, text)
    return participleTypes([path]).map((fault) => /type (\w+) is/.exec(fault)?.[1])
  }
  it('refuses a participle that stands alone', () => {
    const text = `interface Asked { a: 1 }\nexport type Told = 1\nexport class Waiting {}\ntype Kept<T> = T`
    expect(faults(text)).toEqual(['Asked', 'Told', 'Waiting', 'Kept'])
  })
  it('leaves names of things alone', () => {
    expect(faults(`type KeptFile = 1\ninterface Building {}\nexport type Need = 2\nclass Thing {}`)).toEqual(
      [],
    )
  })
})

describe('the check of the documents', () => {
  it('finds a room that its page leaves out, and one that is gone', () => {
    expect(
      roomFaults((name) => (name === 'app.md' ? '**tests** **attacks** **backup** **attic**' : every(name))),
    ).toEqual(['docs/rooms/app.md does not name testing/', 'docs/rooms/app.md names attic/, which is gone'])
  })
  it('finds a decision that does not say what replaced it', () => {
    const heads = new Map([
      ['0001', '# 1. One'],
      ['0002', '# 2. Two\n\nReplaced by 0003.'],
      ['0003', '# 3. Three\n\nDate: today. Replaces 0001 and 0002.'],
    ])
    expect(unsaidReplacements(heads)).toEqual([
      'docs/decisions/0001 does not say in its head that 0003 replaces it',
    ])
  })
  it('finds files and commands that are gone, outside code blocks', () => {
    const text =
      'See `server/main.ts`, `server/gone.ts`, `docs/decisions/0041`.\n```\n`server/x.ts`\n```\nnpm run check, npm run nothing'
    expect(deadNames('a.md', text, new Set(['check']))).toEqual([
      'a.md names server/gone.ts, which does not exist',
      'a.md names npm run nothing, which does not exist',
    ])
  })
})

const every = (name: string) => readFileSync(`docs/rooms/${name}`, 'utf8')

describe('the check of silenced checkers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'silenced-'))
  it.each([
    ['// ox', 'lint-disable-next-line react/no-array-index-key'],
    ['/* es', 'lint-disable */'],
    ['// @ts', '-expect-error'],
  ])('finds %s%s', (head, rest) => {
    const path = join(folder, 'planted.ts')
    writeFileSync(path, `${head}${rest}\nexport const one = 1\n`)
    expect(silencedCheckers([path])).toHaveLength(1)
  })
})
