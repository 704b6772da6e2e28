import { afterAll, beforeAll, expect, it } from 'vitest'
import { textbooks } from '../../../catalogue/curriculum/textbooks.ts'
import { openTestDatabase, type TestDatabase } from '../../platform/db/testing/test-database.ts'
import { sql } from '../../platform/db/sql.ts'
import { keepShippedIndex } from './shipped.ts'

let test: TestDatabase
beforeAll(async () => void (test = await openTestDatabase('shipped_index')))
afterAll(() => test.drop())

it('a chapter that a release does not bring any more is ended, never deleted; own chapters are left alone', async () => {
  const { db } = test
  await keepShippedIndex(db)
  await db.execute(sql`
    insert into curriculum_node (id, textbook_id, kind, no, title, place, path)
    select id, ${textbooks[0]?.id ?? 0}::int, 'chapter', '99', '旧章', 99, array[id]
    from unnest(array[999999, 1000000]) id`)
  await keepShippedIndex(db)
  await keepShippedIndex(db)
  const ended = await db.query<{ id: number }>(sql`
    select id from curriculum_node where ended_on is not null order by id`)
  expect(ended).toEqual([{ id: 999_999 }])
  const chapters = textbooks.reduce((sum, book) => sum + book.chapters.length, 0)
  const { many } = await db.one<{ many: number }>(sql`select count(*)::int as many from curriculum_node`)
  expect(many).toBe(chapters + 2)
  const { unchecked } = await db.one<{ unchecked: number }>(
    sql`select count(*)::int as unchecked from textbook where checked_on is null`,
  )
  expect(unchecked).toBe(0)
})
