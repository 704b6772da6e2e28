import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { passWatched } from './pass.ts'
import { stateOf, writeStates } from './state-rows.ts'

let region: Region
beforeAll(async () => void (region = await testRegion('watch-pass')))
afterAll(() => region.close())

it('unites what two numbers of one human have seen, and keeps a lesson complete that one of them completed', async () => {
  const { db, people } = region
  const from = people.teacher.teacherId ?? 0
  const to = (await region.add(2, region.places.school, '留用')).teacherId ?? 0
  const [both, own] = [uuidv7(), uuidv7()]
  const state = (ownerId: number, lessonId: string, seen: readonly (readonly [number, number])[]) => ({
    ownerId,
    kind: 'course',
    lessonId,
    mediaNo: 1,
    seen,
    played: seen,
    again: [],
    resumeAt: seen.at(-1)?.[1] ?? 0,
    device: 'desk',
    completeAt: null,
  })
  await db.transaction(async (tx) => {
    await writeStates(tx, [
      state(from, both, [[0, 40]]),
      state(from, own, [[10, 20]]),
      state(to, both, [
        [30, 60],
        [90, 100],
      ]),
    ])
    await tx.execute(sql`
      update watch_state set complete_at = '2026-11-01T00:00:00Z'
      where owner_id = ${from} and lesson_id = ${own}::uuid`)
    await tx.execute(sql`
      insert into watch_answer (owner_id, kind, lesson_id, media_no, no, tries, tried_at, right_at)
      values (${from}, 'course', ${own}::uuid, 1, 1, 2, '2026-11-01T00:00:00Z', '2026-11-01T00:00:00Z')`)
  })
  // Carried over twice, it is the same.
  for (const _ of [1, 2]) await db.transaction((tx) => passWatched(tx, { from, to }))
  const read = (ownerId: number, lessonId: string) =>
    stateOf(db, { ownerId, kind: 'course', lessonId, mediaNo: 1 })
  expect(await read(to, both)).toMatchObject({
    seen: [
      [0, 60],
      [90, 100],
    ],
    resumeAt: 100,
    completeAt: null,
  })
  expect((await read(to, own)).completeAt).not.toBeNull()
  expect((await read(from, both)).seen).toEqual([])
  const answers = await db.query<{ owner: number }>(
    sql`select owner_id as owner from watch_answer where lesson_id = ${own}::uuid`,
  )
  expect(answers).toEqual([{ owner: to }])
})
