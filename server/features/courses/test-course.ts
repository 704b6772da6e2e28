import { expect } from 'vitest'
import type { CourseView } from '../../../catalogue/contract/courses.ts'
import type { BeatHeard, WatchView } from '../../../catalogue/contract/watch.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'
import { picture, upload } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { testFilm } from '../../platform/recordings/test-film.ts'

export type Faulty<T> = T & {
  readonly errors?: readonly { readonly field: string; readonly message: string }[]
}
interface Content {
  readonly id: number
  readonly version: number
}

const contents = '/api/v1/contents/course'
export const courses = '/api/v1/courses'
export const watch = '/api/v1/watch'

/** A question at 12:40 about the minute before it. */
export const question = {
  no: null,
  second: 760,
  from: 700,
  kind: 'single',
  text: '下面哪一项是“比较”级任务？',
  choices: ['画出时间线', '把两篇放在一起', '写推荐语'],
  right: [1],
  hint: '看两篇怎样放在一起',
  required: true,
}

let counter = 0

/** Courses of a region, those who learn them, and what they play. */
export function coursesIn(region: Region) {
  const { area } = region.people
  const valueOf = async (host: Person, more: object) => ({
    title: `大单元教学设计${(counter += 1)}`,
    schoolStage: '4',
    subject: '13',
    lecturer: '苏慕清',
    hours: '5.0',
    creditKind: '2',
    introduction: '<p>从单元到任务群。</p>',
    cover: await picture(region, host),
    visibility: '1',
    ...more,
  })
  const film = (host: Person, seconds: number, name = '课.mp4') =>
    upload(region, host, name, testFilm({ seconds, chunks: [Buffer.from(`${(counter += 1)}`)] }))
  const tools = {
    valueOf,
    film,
    async teacher(where = region.places.school) {
      const name = `学员${(counter += 1)}`
      return { ...(await region.add(2, where, name)), name }
    },
    async drafted(more: object = {}, host: Person = area): Promise<number> {
      const made = await host.post<Content>(contents, { value: await valueOf(host, more) })
      expect(made.status, JSON.stringify(made)).toBe(200)
      return made.data.id
    },
    async act(id: number, action: string, host: Person = area) {
      const { data } = await host.get<Content>(`${contents}/${id}`)
      return host.post<Faulty<Content>>(`${contents}/${id}/${action}`, { version: data.version })
    },
    async addLesson(id: number, seconds = 2_700, host: Person = area) {
      const body = { title: `任务群的梯度${(counter += 1)}`, fileId: await film(host, seconds) }
      const made = await host.post<Faulty<CourseView>>(`${courses}/${id}/lessons`, body)
      expect(made.status, JSON.stringify(made)).toBe(200)
      const lesson = made.data.lessons.at(-1)
      if (!lesson) throw new Error('no lesson')
      return lesson
    },
    /** A published course with lessons of so many seconds. */
    async course(lengths: readonly number[] = [2_700], more: object = {}, host: Person = area) {
      const id = await tools.drafted(more, host)
      const lessons: string[] = []
      for (const seconds of lengths) lessons.push((await tools.addLesson(id, seconds, host)).id)
      const published = await tools.act(id, 'publish', host)
      expect(published.status, JSON.stringify(published)).toBe(200)
      return { id, lessons, lesson: lessons[0] ?? '' }
    },
    async saveLesson(id: number, lesson: string, more: object, host: Person = area) {
      const { data } = await host.get<CourseView>(`${courses}/${id}`)
      const known = data.lessons.find((one) => one.id === lesson)
      return host.put<Faulty<CourseView>>(`${courses}/${id}/lessons/${lesson}`, {
        version: known?.version,
        title: known?.title,
        fileId: known?.film?.fileId ?? null,
        questions: known?.questions ?? [],
        ...more,
      })
    },
    /** Time goes on for one person: what was kept of it is as much older. */
    async pass({ teacherId }: Person, seconds: number) {
      // By values: an update of spread tables takes no function of a column.
      const { db } = region
      const older = (at: string) => new Date(Date.parse(at) - 1_000 * seconds).toISOString()
      const clocks = await db.query<{ spent: string; heard: string }>(sql`
        select spent_until as spent, holder_heard as heard from watch_clock where owner_id = ${teacherId}`)
      for (const { spent, heard } of clocks)
        await db.execute(sql`
          update watch_clock set spent_until = ${older(spent)}, holder_heard = ${older(heard)}
          where owner_id = ${teacherId}`)
      const sessions = await db.query<{ id: string; opened: string; heard: string }>(sql`
        select id, opened_at as opened, heard_at as heard from watch_session where owner_id = ${teacherId}`)
      for (const { id, opened, heard } of sessions)
        await db.execute(sql`
          update watch_session set opened_at = ${older(opened)}, heard_at = ${older(heard)}
          where owner_id = ${teacherId} and id = ${id}::uuid`)
      const answers = await db.query<{ lesson: string; no: number; tried: string }>(sql`
        select lesson_id as lesson, no, tried_at as tried from watch_answer where owner_id = ${teacherId}`)
      for (const { lesson, no, tried } of answers)
        await db.execute(sql`
          update watch_answer set tried_at = ${older(tried)}
          where owner_id = ${teacherId} and lesson_id = ${lesson}::uuid and no = ${no}`)
    },
    async open(who: Person, lesson: string, device = 'desk') {
      const answer = await who.post<Faulty<{ session: string; view: WatchView }>>(
        `${watch}/course/${lesson}/sessions`,
        { device },
      )
      let seq = 0
      return {
        answer,
        /** What was played, after so many seconds. */
        async beat(
          after: number,
          claims: readonly (readonly [number, number, number?])[],
          more: object = {},
        ) {
          if (after > 0) await tools.pass(who, after)
          const body = {
            session: answer.data.session,
            seq: (seq += 1),
            claims: claims.map(([from, to, rate = 1]) => [from, to, rate]),
            at: claims.at(-1)?.[1] ?? 0,
            ...more,
          }
          return who.post<Faulty<BeatHeard>>(`${watch}/beat`, body)
        },
      }
    },
    /** Watches a lesson whole, within the time that it takes. */
    async whole(who: Person, lesson: string, length: number) {
      const player = await tools.open(who, lesson)
      const step = 1_500
      let last
      for (let from = 0; from < length; from += step) {
        const to = Math.min(length, from + step)
        last = await player.beat(to - from, [[from, to]])
      }
      return last
    },
    view: (who: Person, lesson: string) => who.get<WatchView>(`${watch}/course/${lesson}`),
    answer: (who: Person, lesson: string, no: number, choice: readonly number[]) =>
      who.post<Faulty<{ right: boolean; view: WatchView }>>(`${watch}/course/${lesson}/answers`, {
        no,
        choice,
      }),
    /** Hours in tenths that the course gave, by entry. */
    hours: ({ teacherId }: Person, id: number) =>
      region.db.query<{ tenths: number; year: number; category: string; source: string }>(sql`
        select tenths, year, category, source from ledger_entry
        where owner_id = ${teacherId} and source_type = 'course' and source_id = ${String(id)}
        order by id`),
  }
  return tools
}
