import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../migrations')

/** The migrations before it ran before this rule. */
const firstJudged = '0150'

/**
 * What takes something from the version of the program that still runs while the next one begins
 * (docs/decisions/0128): during an update both work on the new schema.
 */
const takesAway: readonly (readonly [RegExp, string])[] = [
  [/\bdrop\s+(table|view|column|schema)\b/i, '删除了表、视图或列'],
  [/\brename\s+(to|column|constraint)\b/i, '改了名字'],
  [/\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/i, '改了列的类型'],
  [/\bset\s+not\s+null\b/i, '把列改为必填'],
  [
    /\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i,
    '新增了没有默认值的必填列',
  ],
]

/** `-- second step of 0131: …`: the version before this one does not use it any more. */
const secondStep = /^-- second step of (\d{4}): \S/m

const faultsOf = (name: string, text: string): readonly string[] => {
  const [, first] = secondStep.exec(text) ?? []
  if (first !== undefined && first < name.slice(0, 4)) return []
  const statements = text.replaceAll(/--.*$/gm, '')
  return takesAway.filter(([form]) => form.test(statements)).map(([, fault]) => `${name}：${fault}`)
}

it('takes nothing from the version that still runs: such a change has two steps', () => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql') && name >= firstJudged)
  const faults = names.flatMap((name) => faultsOf(name, readFileSync(join(folder, name), 'utf8')))
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
    expect(faultsOf('0999-x.sql', statement), statement).toHaveLength(1)
    expect(faultsOf('0999-x.sql', `-- second step of 0150: unused since\n${statement}`)).toEqual([])
    expect(faultsOf('0999-x.sql', `-- second step of 1000: later\n${statement}`)).toHaveLength(1)
  }
  for (const statement of [
    'alter table teacher add column a text not null default 1;',
    'create table x (a text not null); -- drop table y',
    'alter table teacher drop constraint a;',
  ])
    expect(faultsOf('0999-x.sql', statement), statement).toEqual([])
})
