import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { courseCompletions } from '../courses/index.ts'
import { coursesIn } from '../courses/test-course.ts'
import { addDays, today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { courseIn, projects } from './test-course.ts'
import { markWatched } from './watched-sessions.ts'

let region: Region
let training: ReturnType<typeof courseIn>
let films: ReturnType<typeof coursesIn>
beforeAll(async () => {
  region = await testRegion('training-watched')
  training = courseIn(region)
  films = coursesIn(region)
})
afterAll(() => region.close())

const watched = (course: number, more: object = {}) => ({
  title: '大单元设计（网络）',
  lecturer: '苏慕清',
  startsAt: minuteIn(-60),
  endsAt: minuteIn(600),
  hours: 0,
  mode: '3',
  course,
  ...more,
})
const marksOf = (session: string, { teacherId }: Person) =>
  region.db.query<{ status: string; means: string }>(sql`
    select status, means from presence_mark where session_id = ${session}::uuid and teacher_id = ${teacherId}`)
const look = () => markWatched(region.db, courseCompletions)

describe('a session that is watched', () => {
  it('is attended with the last second that counts: 40 minutes in 12 are 18 at most (27)', async () => {
    const { id: course, lesson } = await films.course([2_400], { creditKind: null, hours: null })
    const { id } = await training.opened({ sessions: [watched(course)] })
    const [fast, whole] = [await training.teacher(), await training.teacher()]
    for (const who of [fast, whole]) await training.enrolled(id, who)
    await training.begun(id)
    const [session = ''] = await training.sessionsOf(id)

    // Twelve minutes in which a script tells all of the forty, again and again.
    const player = await films.open(fast, lesson)
    const began = Date.now()
    for (let minute = 0; minute < 12; minute += 1)
      await player.beat(60, [[200 * minute, 200 * minute + 200, 1.5]])
    const seen = (await films.view(fast, lesson)).data
    expect(seen.seconds).toBeGreaterThan(600)
    // The test itself takes some seconds, in which the clock goes on, too.
    const beside = Math.ceil((1.5 * (Date.now() - began)) / 1000)
    expect(seen.seconds).toBeLessThanOrEqual(18 * 60 + beside)
    expect(seen.completeAt).toBeNull()
    expect([await look(), await marksOf(session, fast)]).toEqual([0, []])

    await films.whole(whole, lesson, 2_400)
    expect([await look(), await look()]).toEqual([1, 0])
    expect(await marksOf(session, whole)).toEqual([{ status: '1', means: 'online' }])
    expect(await marksOf(session, fast)).toEqual([])
  })

  it('counts as missed for who has not watched it by its end', async () => {
    const { id: course } = await films.course([600], { creditKind: null, hours: null })
    const over = watched(course, {
      startsAt: `${addDays(today(), -1)}T08:00`,
      endsAt: `${addDays(today(), -1)}T22:00`,
    })
    const { id } = await training.opened({ sessions: [over] })
    const who = await training.teacher()
    const entry = await training.enrolled(id, who)
    await training.begun(id)
    await training.actOn(id, 'assess')
    await training.actOn(id, 'finish')
    await training.swept()
    expect(await training.stateOf(entry)).toBe('unqualified')
  })

  it('names a course that is on show, and states no hours of its own', async () => {
    const { school } = region.people
    const { id: course } = await films.course([600])
    const { id, version, title, value } = await training.opened()
    const put = (sessions: object[]) =>
      school.put<CampaignView & { errors: { field: string; message: string }[] }>(`${projects}/${id}`, {
        version,
        title,
        value: { ...value, sessions },
      })
    const draft = await films.drafted()
    for (const wrong of [[watched(draft)], [watched(999_999)], [watched(course, { hours: 4 })]]) {
      const refused = await put(wrong)
      expect([refused.status, refused.data.errors[0]?.field]).toEqual([400, 'sessions'])
    }
    expect((await put([watched(course)])).status).toBe(200)
  })
})
