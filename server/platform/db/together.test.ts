import { expect, it } from 'vitest'
import { sql } from './sql.ts'
import { asOne, asSeveral, type Change } from './together.ts'

const change: Change = {
  name: 'moved',
  lead: sql`update item set state = ${'done'} where id = ${7} returning id, holder`,
  parts: ({ from, column }) => [
    ['line', sql`insert into spread select ${column('id', 'int')}, ${'said'} ${from}`],
    ['told', sql`insert into outbox select ${column('holder', 'int')} ${from}`, 'coordinator'],
    ['noted', sql`insert into audit select 1 ${from}`, 'coordinator'],
  ],
}

it('a change is one statement, whose parts depend on its leading row', () => {
  const { text, values } = asOne(change)
  expect(text).toBe(
    'with "moved" as (update item set state = $1 where id = $2 returning id, holder), ' +
      '"line" as (insert into spread select "id", $3 from "moved"), ' +
      '"told" as (insert into outbox select "holder" from "moved"), ' +
      '"noted" as (insert into audit select 1 from "moved") select * from "moved"',
  )
  expect(values).toEqual(['done', 7, 'said'])
})

it('or several, told the leading row, and what stands here together', () => {
  const several = asSeveral(change, { id: 7, holder: null })
  expect(several.map(({ text, values }) => [text.trim(), values])).toEqual([
    ['insert into spread select $1::int, $2', [7, 'said']],
    [
      'with "told" as (insert into outbox select $1::int ), "noted" as (insert into audit select 1 ) select 1',
      [null],
    ],
  ])
})
