import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  CourseLine,
  CourseOutline,
  CourseView,
  LearnerLine,
  LearningPage,
  LearningView,
} from '../../../catalogue/contract/courses.ts'
import type { OwnRecord } from '../../../catalogue/contract/teaching/activities.ts'
import type { WhyView } from '../../../catalogue/contract/watch.ts'
import type { TeachingReportAnswer } from '../../../catalogue/contract/teaching/reports.ts'
import { countWatched } from '../../engine/person-facts/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { testRegion, type Region } from '../../app/testing/test-region.ts'
import { upload } from '../../app/testing/test-values.ts'
import { coursesIn, courses, question, type Faulty } from './test-course.ts'

let region: Region
let life: ReturnType<typeof coursesIn>
beforeAll(async () => {
  region = await testRegion('courses')
  life = coursesIn(region)
})
afterAll(() => region.close())

const list = '/api/v1/learning'

describe('the lessons of a course', () => {
  it('have a recording of this institution, as long as the film says, with captions', async () => {
    const { area, siblingSchool } = region.people
    const id = await life.drafted()
    const lesson = await life.addLesson(id, 125)
    expect(lesson.film).toMatchObject({ no: 1, seconds: 125, type: 'video', captions: null })
    const words = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\n请看第一段\n')
    const captionsId = await upload(region, area, '课.vtt', words)
    const saved = await life.saveLesson(id, lesson.id, { captionsId })
    expect(saved.data.lessons[0]?.film).toMatchObject({ no: 1, captionsId })
    const fetched = await region.app.inject({
      method: 'GET',
      url: saved.data.lessons[0]?.film?.captions ?? '',
    })
    expect(fetched.body).toContain('请看第一段')
    const add = (body: object) =>
      area.post<Faulty<CourseView>>(`${courses}/${id}/lessons`, { title: '第二课', ...body })
    const foreign = await life.film(siblingSchool, 60)
    expect((await add({ fileId: foreign })).data.errors).toEqual([
      { field: 'fileId', message: '录像请上传本单位的 mp4、webm 或 mp3 文件' },
    ])
    expect((await add({ fileId: captionsId })).status).toBe(400)
    expect((await add({ fileId: randomUUID() })).status).toBe(400)
    // What stands there stays, whoever of the office uploaded it and where they are now.
    await region.db.execute(sql`
      update file set by_identity = ${siblingSchool.identityId}
      where id in (select unnest(array[file_id, captions_id]) from course_media where lesson_id = ${lesson.id}::uuid)`)
    const renamed = await life.saveLesson(id, lesson.id, { title: '改了名', captionsId })
    expect(renamed.data.lessons[0]).toMatchObject({
      title: '改了名',
      film: { no: 1, captionsId, seconds: 125 },
    })
    expect((await add({ title: ' ' })).data.errors).toEqual([{ field: 'title', message: '请填写课时名称' }])
    const mute = await add({})
    expect(mute.data.lessons[1]).toMatchObject({ title: '第二课', film: null })
  })

  it('have questions, refused by their place; a lost race is 409, and nothing is half written', async () => {
    const id = await life.drafted()
    const { id: lesson } = await life.addLesson(id, 800)
    const save = (questions: readonly object[], more: object = {}) =>
      life.saveLesson(id, lesson, { questions, ...more })
    const faults = async (change: object) =>
      (await save([question, { ...question, ...change }])).data.errors?.map(({ message }) => message)
    expect(await faults({ second: 801 })).toEqual(['第 2 道检查题：录像只有 13:20'])
    expect(await faults({ from: 760 })).toEqual(['第 2 道检查题：片段要在检查题之前开始'])
    expect(await faults({ right: [3] })).toEqual(['第 2 道检查题：正确选项不在选项里'])
    expect(await faults({ right: [0, 1] })).toEqual(['第 2 道检查题：只能有一个正确选项'])
    expect(await faults({ kind: 'judge' })).toEqual(['第 2 道检查题：请写 2 到 6 个选项'])
    expect(await faults({ text: '' })).toEqual(['请填写题目'])
    expect((await save([{ ...question, no: 7 }])).status).toBe(400)
    const two = await save([question, { ...question, second: 790, from: 760 }])
    expect(two.data.lessons[0]?.questions.map(({ no }) => no)).toEqual([1, 2])
    // A number is not used again, so that an answer stays one to its question.
    const kept = two.data.lessons[0]?.questions[0]
    await save(kept ? [kept] : [])
    const next = await save([...(kept ? [kept] : []), question])
    expect(next.data.lessons[0]?.questions.map(({ no }) => no)).toEqual([1, 3])
    const stale = await save([], { version: 1 })
    expect([stale.status, stale.msg]).toEqual([409, '该课时刚被他人改过，请刷新后再改'])
  })

  it('are put in order and taken out', async () => {
    const { area } = region.people
    const id = await life.drafted()
    const [one, two] = [await life.addLesson(id, 60), await life.addLesson(id, 60)]
    const order = (lessons: readonly string[]) => area.put<CourseView>(`${courses}/${id}/order`, { lessons })
    expect((await order([two.id, one.id])).data.lessons.map((lesson) => lesson.id)).toEqual([two.id, one.id])
    expect((await order([two.id])).status).toBe(409)
    expect((await order([two.id, two.id])).status).toBe(409)
    expect((await area.del<CourseView>(`${courses}/${id}/lessons/${one.id}`)).data.lessons).toHaveLength(1)
    expect((await area.del(`${courses}/${id}/lessons/${one.id}`)).status).toBe(404)
  })

  it('are written by the institution of the course alone; others do not find it, authorities read it', async () => {
    const { school, siblingSchool, area, city, teacher, otherArea } = region.people
    const { id, lesson } = await life.course([60], {}, school)
    const one = `${courses}/${id}`
    for (const who of [area, city]) {
      expect((await who.get<CourseView>(one)).data).toMatchObject({ mayEdit: false })
      expect((await who.post(`${one}/lessons`, { title: '他人的课时' })).status).toBe(403)
      expect((await who.del(`${one}/lessons/${lesson}`)).status).toBe(403)
    }
    for (const who of [siblingSchool, otherArea]) {
      expect((await who.get(one)).status).toBe(404)
      expect((await who.post(`${one}/lessons`, { title: '他人的课时' })).status).toBe(404)
      expect((await who.get(`${one}/learners`)).status).toBe(404)
    }
    expect((await teacher.get(one)).status).toBe(403)
    expect((await teacher.get(`${courses}`)).status).toBe(403)
    expect((await area.get(`${courses}/x`)).status).toBe(400)
    expect((await area.get(`${courses}?subject=%00`)).status).toBeLessThan(500)
  })
})

describe('a learner', () => {
  it('finds courses to begin, goes on with the last one, and gets its hours once (35)', async () => {
    const { id, lessons } = await life.course([120, 80])
    const [first = '', second = ''] = lessons
    const who = await life.teacher()
    const fresh = (await who.get<LearningPage>(`${list}?state=new&q=大单元&pageSize=100`)).data
    expect(fresh.list.find((one) => one.id === id)).toMatchObject({ lessons: 2, seconds: 200, hours: 5 })
    expect(fresh.goOn).toBeNull()
    const player = await life.open(who, first, 'phone')
    await player.beat(40, [[0, 40]])
    const going = (await who.get<LearningPage>(list)).data
    expect(going.goOn).toMatchObject({ course: id, lesson: first, at: 40, device: 'phone' })
    expect(going.list[0]).toMatchObject({ id, counted: 40, complete: 0, done: false })
    await player.beat(80, [[40, 120]])
    expect(await life.hours(who, id)).toEqual([])
    await life.whole(who, second, 80)
    expect(await life.hours(who, id)).toMatchObject([{ tenths: 50, category: '2', source: 'online' }])
    // Again, with another offer of it, and from two requests at once.
    await life.whole(who, second, 80)
    await Promise.all([life.open(who, first), life.open(who, second)])
    expect(await life.hours(who, id)).toHaveLength(1)
    const done = (await who.get<LearningView>(`${list}/${id}`)).data
    expect(done).toMatchObject({ given: 5, lessons: [{ complete: true }, { complete: true, counted: 80 }] })
    expect((await who.get<LearningPage>(`${list}?state=complete`)).data.list.map((one) => one.id)).toEqual([
      id,
    ])
    const record = await who.get<OwnRecord>('/api/v1/teaching/record')
    expect(record.data).toMatchObject({
      sums: { courses: 1, hours: 5, activities: 0 },
      courses: [{ id, lessons: 2, complete: 2, hours: 5 }],
    })
    // Statistics of a period count the person's seconds, the course that is complete and its hours, each once.
    for (const _ of [1, 2]) await countWatched(region.db)
    const facts = await region.db.query<{ kind: string; times: number; tenths: number }>(sql`
      select kind, times, tenths from person_fact where owner_id = ${who.teacherId} and kind <> 'signIn' order by kind`)
    expect(facts).toEqual([
      { kind: 'complete', times: 1, tenths: 0 },
      { kind: 'courseHours', times: 1, tenths: 50 },
      { kind: 'watched', times: 200, tenths: 0 },
    ])
    const report = await region.people.area.get<TeachingReportAnswer>('/api/v1/jy/statistics/learning')
    expect(report.data.summary).toMatchObject({ watchHours: 0.1, completeRate: 100, hours: 5 })
    const credit = await who.get<{ list: { title: string; hours: number }[] }>('/api/v1/train/credit')
    expect(credit.data.list).toMatchObject([{ title: expect.stringContaining('大单元教学设计'), hours: 5 }])
  })

  it('gets hours by lesson where the course says so, by length, and the rest with the last one', async () => {
    const { id, lessons } = await life.course([100, 200], { byLesson: true })
    const [first = '', second = ''] = lessons
    const who = await life.teacher()
    await life.whole(who, first, 100)
    expect(await life.hours(who, id)).toMatchObject([{ tenths: 16 }])
    await life.whole(who, second, 200)
    expect((await life.hours(who, id)).map(({ tenths }) => tenths)).toEqual([16, 34])
  })

  it('gets none from a course without hours, and none of one that was taken down', async () => {
    const none = await life.course([60], { hours: null, creditKind: null })
    const who = await life.teacher()
    await life.whole(who, none.lesson, 60)
    expect(await life.hours(who, none.id)).toEqual([])
    const gone = await life.course([60])
    const player = await life.open(who, gone.lesson)
    await life.act(gone.id, 'takeDown')
    expect((await player.beat(60, [[0, 60]])).data).toMatchObject({ seconds: 60, completeAt: null })
    expect((await who.get(`${list}/${gone.id}`)).status).toBe(404)
    await life.act(gone.id, 'publish')
    await life.open(who, gone.lesson)
    expect(await life.hours(who, gone.id)).toHaveLength(1)
  })

  it('must be told what kind of hours a course gives', async () => {
    const { area } = region.people
    const value = await life.valueOf(area, { creditKind: null })
    const made = await area.post<{ id: number }>('/api/v1/contents/course', { value })
    const published = await life.act(made.data.id, 'publish')
    expect([published.status, published.data.errors?.[0]?.message]).toEqual([
      400,
      '给学时的课程，请选学时类别',
    ])
  })
})

describe('an office', () => {
  it('lists its courses with lessons, learners and who completed them, and reads why', async () => {
    const { area, city, otherArea } = region.people
    const { id, lesson } = await life.course([100])
    const [done, half] = [await life.teacher(), await life.teacher()]
    await life.whole(done, lesson, 100)
    const player = await life.open(half, lesson)
    await player.beat(10, [[0, 60]])
    const find = async (who: typeof area, query = '') =>
      (await who.get<{ list: CourseLine[] }>(`${courses}?pageSize=100${query}`)).data.list.find(
        (one) => one.id === id,
      )
    expect(await find(area)).toMatchObject({ lessons: 1, seconds: 100, hours: 5, learners: 2, complete: 1 })
    expect(await find(city, '&subject=13&grants=1&state=published')).toMatchObject({ learners: 2 })
    for (const query of ['&grants=0', '&subject=14', '&state=draft', '&q=没有'])
      expect(await find(area, query)).toBeUndefined()
    expect(await find(otherArea)).toBeUndefined()
    const learners = (await area.get<{ list: LearnerLine[]; total: number }>(`${courses}/${id}/learners`))
      .data
    expect(learners.total).toBe(2)
    expect(learners.list.find(({ name }) => name === done.name)).toMatchObject({
      seconds: 100,
      done: true,
      hours: 5,
    })
    expect(learners.list.find(({ name }) => name === half.name)).toMatchObject({
      seconds: 10,
      done: false,
      hours: 0,
    })
    const complete = await area.get<{ list: LearnerLine[] }>(
      `${courses}/${id}/learners?state=complete&q=${encodeURIComponent(done.name)}`,
    )
    expect(complete.data.list).toHaveLength(1)
    const order = (list: string, query: object, columns: readonly string[]) => ({
      list,
      query,
      columns,
      format: 'csv',
      purpose: '1',
    })
    const people = order('courses/learners', { id: String(id), state: 'complete' }, [
      'name',
      'seconds',
      'hours',
    ])
    expect((await area.post<{ rows: number }>('/api/v1/exports', people)).data.rows).toBe(1)
    expect((await otherArea.post('/api/v1/exports', people)).status).toBe(404)
    const every = order('courses', { grants: '1', state: 'published', q: '大单元' }, ['title', 'lessons'])
    expect((await area.post<{ rows: number }>('/api/v1/exports', every)).data.rows).toBeGreaterThan(0)
    // The file says what it was narrowed by.
    const told = await region.db.query<{ filters: string[] }>(
      sql`select told -> 'filters' as filters from export where list like 'courses%' order by id`,
    )
    expect(told.map(({ filters }) => filters)).toEqual([
      ['状态：已完成'],
      ['关键词：大单元', '状态：已发布', '学时：给学时'],
    ])
    const why = (who: typeof area, teacher: number | null) =>
      who.get<WhyView>(`${courses}/${id}/lessons/${lesson}/learners/${teacher}/why`)
    expect((await why(area, half.teacherId)).data).toMatchObject({
      watch: { seconds: 10 },
      sessions: [{ fresh: 10, fast: 50 }],
    })
    // A lesson that this learner has not begun has nothing to explain.
    const { id: later } = await life.addLesson(id, 60)
    const untouched = await area.get<WhyView>(
      `${courses}/${id}/lessons/${later}/learners/${half.teacherId}/why`,
    )
    expect([untouched.status, untouched.data.sessions]).toEqual([200, []])
    expect((await why(otherArea, half.teacherId)).status).toBe(404)
    expect((await why(area, region.people.teacher.teacherId)).status).toBe(404)
  })

  it('shows visitors how long the lessons are, as far as they may see the course', async () => {
    const outline = async (id: number) => {
      const response = await region.app.inject({ method: 'GET', url: `${courses}/${id}/outline` })
      return { status: response.statusCode, data: response.json().data as CourseOutline }
    }
    const open = await life.course([60, 90], { visibility: '2' })
    expect((await outline(open.id)).data.lessons.map(({ seconds }) => seconds)).toEqual([60, 90])
    const closed = await life.course([60])
    expect((await outline(closed.id)).status).toBe(404)
  })
})
