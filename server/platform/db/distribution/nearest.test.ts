import { describe, expect, it } from 'vitest'
import { locks, nearText, targetsOf, withTables } from './nearest.ts'

const places = {
  here: new Map([
    ['person', 'person_102'],
    ['session', 'session_103'],
  ]),
  byOwner: new Set(['revision']),
  alone: 'session',
  atOwner: true,
  everywhere: new Map<string, string>(),
  onlyHere: new Set<string>(),
  directly: true,
  holds: true,
}
const near = (text: string) => nearText(text, places)

describe('a read of what the coordinator holds whole', () => {
  it('asks the tables that have the rows; the rest of the statement still calls them by their names', () => {
    expect(
      near('select session.id, p.name from session join person p on p.id = session.by where p.id = $1'),
    ).toBe(
      'select session.id, p.name from session_103 as session join person_102 p on p.id = session.by where p.id = $1',
    )
    expect(near('with a as (select id from person as q) select a.id from a')).toBe(
      'with a as (select id from person_102 as q) select a.id from a',
    )
    expect(near('select 1 from person\n  order by id')).toBe(
      'select 1 from person_102 as person\n  order by id',
    )
    expect(near('select * from "person" where "person"."id" = $1')).toBe(
      'select * from person_102 as person where "person"."id" = $1',
    )
    expect(near('select exists (select from person)')).toBe(
      'select exists (select from person_102 as person)',
    )
  })
  it('takes a part of the statement for no table, nor a function or a column', () => {
    expect(near('with person as (select 1 as id) select * from person')).toBeNull()
    expect(near('with "person" as (select 1 as id) select * from "person"')).toBeNull()
    expect(
      near('select extract(epoch from person.at) from jsonb_to_recordset($1) person (at timestamptz)'),
    ).toBe(null)
    expect(near('select * from person($1)')).toBeNull()
    expect(near('select * from "person"($1) join other."session" s on true')).toBeNull()
    expect(near("select 'it''s from person' from session s")).toBe(
      "select 'it''s from person' from session_103 s",
    )
  })
  it('stays as it is where it writes, locks, or asks rows by owner', () => {
    for (const text of [
      'insert into session select * from person',
      'with a as (delete from session returning id) select * from a join person on true',
      'select * from person for update',
      'select * from person for no key update',
      'select * from person where id = 1 for share',
      'select * from person p join revision v on v.by = p.id',
      'select 1',
    ])
      expect(near(text), text).toBeNull()
  })
})

it('tables are replaced wherever a statement asks them, each under the name it has there', () => {
  const text = 'select v.id from revision v, (select 1 from revision where x) o left join person on true'
  expect(withTables(text, (table) => `~${table}~`)).toBe(
    'select v.id from ~revision~ v, (select 1 from ~revision~ as revision where x) o left join ~person~ as person on true',
  )
})

it('tables that are written are replaced, too, and no other word after update or into', () => {
  for (const [text, there] of [
    ['insert into revision (a, b) values (1, 2)', 'insert into ~revision~ as revision (a, b) values (1, 2)'],
    [
      'insert into "rec_x" ("a") select 1 from moved on conflict (a) do update set a = excluded.a where rec_x.b',
      'insert into ~rec_x~ as rec_x ("a") select 1 from ~moved~ as moved on conflict (a) do update set a = excluded.a where rec_x.b',
    ],
    [
      'update "revision" set a = 1 where revision.b',
      'update ~revision~ as revision set a = 1 where revision.b',
    ],
    ['update revision v set a = 1', 'update ~revision~ v set a = 1'],
    ['delete from revision where a', 'delete from ~revision~ as revision where a'],
    ['select 1 from revision for update', 'select 1 from ~revision~ as revision for update'],
  ] as const)
    expect(
      withTables(text, (table) => (['set', 'of'].includes(table) ? undefined : `~${table}~`)),
      text,
    ).toBe(there)
})

it('tells what a statement writes and whether it locks', () => {
  const text = `with a as (update "revision" set b = 1 returning 1), c as (insert into line (d) select 1 from a),
    e as (delete from used where f) select * from a, other for no key update of a`
  expect(targetsOf(text)).toEqual(['revision', 'line', 'used'])
  expect(targetsOf('insert into x (a) values (1) on conflict (a) do update set a = 2')).toEqual(['x'])
  expect(targetsOf('select 1 from x for update')).toEqual([])
  expect(
    ['select 1 from x for update', 'select 1 from x for key share', 'update x set a = 1'].map(locks),
  ).toEqual([true, true, false])
})
