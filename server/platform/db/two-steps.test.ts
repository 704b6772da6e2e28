import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { takenAway } from './two-steps.ts'

const folder = join(import.meta.dirname, '../../migrations')

/** The migrations before it ran before this rule. */
const firstJudged = '0150'

it('takes nothing from the version that still runs: such a change has two steps', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= firstJudged)
  const faults = names.flatMap((name) => takenAway(name, readFileSync(join(folder, name), 'utf8')))
  expect(faults).toEqual([])
})

it('finds each form, and lets the second step pass', () => {
  for (const statement of [
    'alter table teacher drop column nickname;',
    'drop table if exists teacher;',
    'alter table teacher rename column a to b;',
    'alter table teacher alter column a type bigint;',
    'alter table teacher alter column a set not null;',
    'alter table teacher add column a text not null, add column b text default 1;',
  ]) {
    expect(takenAway('0999-x.sql', statement), statement).toHaveLength(1)
    expect(takenAway('0999-x.sql', `-- second step of 0150: unused since\n${statement}`)).toEqual([])
    expect(takenAway('0999-x.sql', `-- second step of 1000: later\n${statement}`)).toHaveLength(1)
  }
  for (const statement of [
    'alter table teacher add column a text not null default 1;',
    'create table x (a text not null); -- drop table y',
    'alter table teacher drop constraint a;',
  ])
    expect(takenAway('0999-x.sql', statement), statement).toEqual([])
})
