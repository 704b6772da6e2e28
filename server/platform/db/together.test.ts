import { expect, it } from 'vitest'
import { sql } from './sql.ts'
import { asOne, asOneAtOwner, asSeveral, insertsOf, type Change } from './together.ts'

const change: Change = {
  name: 'moved',
  lead: sql`update item set state = ${'done'} where id = ${7} returning id, holder`,
  parts: ({ from, column }) => [
    ['line', sql`insert into spread select ${column('id', 'int')}, ${'said'} ${from}`],
    ['told', sql`insert into outbox select ${column('holder', 'int')} ${from}`],
    ['noted', sql`insert into audit select 1 ${from}`],
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

it('or one for the node of its owner, without what stands on the coordinator', () => {
  const parts: Change['parts'] = ({ from }) => [
    ['line', sql`insert into spread select 1 ${from}`],
    ['told', sql`insert into outbox select ${'event'} ${from}`, null],
    [
      'noted',
      sql`insert into audit select 1 ${from}`,
      sql`insert into uncollected select ${'event'} ${from}`,
    ],
  ]
  const { text, values } = asOneAtOwner({ ...change, owner: 7, parts })
  expect(text).toBe(
    'with "moved" as (update item set state = $1 where id = $2 returning id, holder), ' +
      '"line" as (insert into spread select 1 from "moved"), ' +
      '"noted" as (insert into uncollected select $3 from "moved") select * from "moved"',
  )
  expect(values).toEqual(['done', 7, 'event'])
})

it('or several, told the leading row, and what stands here together', () => {
  const several = asSeveral(change, { id: 7, holder: null }, ({ text }) => !text.includes('spread'))
  expect(several.map(({ text, values }) => [text.trim(), values])).toEqual([
    ['insert into spread select $1::int, $2', [7, 'said']],
    [
      'with "told" as (insert into outbox select $1::int ), "noted" as (insert into audit select 1 ) select 1',
      [null],
    ],
  ])
})

it('rows that were found are inserted by their values, some at a time', () => {
  const finding = { into: sql`message (to_id, title)`, rows: sql`select 1` }
  const rows = Array.from({ length: 10 }, (_, to) => ({ to, title: 't' }))
  const inserts = insertsOf(finding, rows)
  expect(inserts.map(({ values }) => values.length)).toEqual([16, 4])
  expect(inserts[1]?.text).toBe(
    'insert into message (to_id, title) values ($1, $2), ($3, $4) on conflict do nothing',
  )
  expect(insertsOf(finding, [])).toEqual([])
})
