import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LessonView } from '../../../catalogue/contract/teaching/lessons.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { upload } from '../../app/testing/test-values.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import { sql } from '../../platform/db/sql.ts'
import { testFilm } from '../../platform/recordings/test-film.ts'
import { activityIn, lessons, type Faulty } from './test-activity.ts'

let region: Region
let life: ReturnType<typeof activityIn>
beforeAll(async () => {
  region = await testRegion('teaching-lessons')
  life = activityIn(region)
})
afterAll(() => region.close())

const summing = '两个问题问得好，学生有时间想；结尾略快，没有回到开头的问题。'
const scores = [12, 18, 'unseen', 20.25, 10]

/** An activity that goes on, with a lesson and so many who observe it. */
async function lesson(observers: number, more: object = {}) {
  const { school } = region.people
  const lecturer = await life.teacher()
  const others = []
  for (let n = 0; n < observers; n += 1) others.push(await life.teacher())
  const activity = await life.opened({ signupEnd: minuteIn(-181), ...more })
  const task = { lessonTitle: '背影', lessonSubject: '13' }
  const made = await life.invited(activity, { teachers: [lecturer.teacherId], ...task })
  const id = made.data.done[0]?.id ?? ''
  await life.act(lecturer, id, 'accept')
  const rest = await life.invited(activity, { teachers: others.map(({ teacherId }) => teacherId) })
  for (const [n, who] of others.entries()) await life.act(who, rest.data.done[n]?.id ?? '', 'accept')
  await life.actOn(activity, 'start')
  await life.swept()
  return { school, lecturer, others, activity, id }
}

const read = (who: Person, id: string) => who.get<LessonView>(`${lessons}/${id}`)
const write = (who: Person, id: string, body: object) =>
  who.put<Faulty<LessonView>>(`${lessons}/${id}/sheet`, body)
const handIn = async (who: Person, id: string, points: readonly unknown[] = scores) => {
  const saved = await write(who, id, { version: 0, scores: points, summary: summing })
  return who.post<Faulty<LessonView>>(`${lessons}/${id}/sheet/hand-in`, {
    version: saved.data.own?.version ?? 0,
  })
}

describe('a sheet', () => {
  it('is whole when it is handed in, and the own one until then; the rubric is frozen with the first', async () => {
    const { school, lecturer, others, id } = await lesson(2)
    const [one, two] = others
    if (!one || !two) throw new Error('nobody')
    const over = await write(one, id, { version: 0, scores: [16, 0, 0, 0, 0], summary: '' })
    expect([over.status, over.data.errors]).toEqual([
      400,
      [{ field: 'scores.0', message: '“目标”满分 15 分' }],
    ])
    expect((await write(one, id, { version: 0, scores: [1], summary: '' })).status).toBe(400)
    const saved = await write(one, id, { version: 0, scores: [12, 18, null, 20, 10], summary: '短' })
    expect(saved.data.own).toMatchObject({ version: 1, total: 80, handedInAt: null })
    expect((await write(one, id, { version: 0, scores, summary: '' })).status).toBe(409)
    const early = await one.post<Faulty<LessonView>>(`${lessons}/${id}/sheet/hand-in`, { version: 1 })
    expect([early.status, early.data.errors]).toEqual([
      400,
      [
        { field: 'scores.2', message: '“过程”请评分，或者选未观察' },
        { field: 'summary', message: '总评不少于 20 个字，现有 1 个' },
      ],
    ])
    // The host learns that nothing was handed in, and no word of it; the lecturer waits.
    expect((await read(school, id)).data).toMatchObject({ counts: { observers: 2, handedIn: 0 }, sheets: [] })
    expect((await read(lecturer, id)).data.closedBecause).toContain('都提交以后')
    const written = await write(one, id, { version: 1, scores, summary: summing })
    expect(written.data.own?.total).toBe(80.33)
    const done = await one.post<LessonView>(`${lessons}/${id}/sheet/hand-in`, { version: 2 })
    expect(done.data.own?.handedInAt).not.toBeNull()
    expect((await write(one, id, { version: 3, scores, summary: summing })).status).toBe(409)
    expect((await read(school, id)).data.sheets).toEqual([{ observer: one.name, summary: summing }])
    expect((await read(lecturer, id)).data.sheets).toEqual([])
    expect((await handIn(two, id)).status).toBe(200)
    const opened = (await read(lecturer, id)).data
    expect([opened.closedBecause, opened.sheets.length, opened.means?.total]).toEqual([null, 2, null])
    expect((await read(one, id)).data).toMatchObject({ means: null, sheets: [] })
  })

  it('gives a mean from three on, and is taken back within a day, which the host sees (42, 45)', async () => {
    const { school, lecturer, others, id } = await lesson(3)
    const [first] = others
    if (!first) throw new Error('nobody')
    const full = [15, 20, 25, 25]
    const points = [1.5, 5, -0.75].map((last) => [...full, 15 - 15 + Math.max(0, last)])
    for (const [n, who] of others.entries()) await handIn(who, id, points[n])
    const seen = (await read(lecturer, id)).data
    expect(seen.means?.total).toBe(87.17)
    const own = (await read(first, id)).data.own
    const back = await first.post<LessonView>(`${lessons}/${id}/sheet/withdraw`, { version: own?.version })
    expect(back.data.own).toMatchObject({ handedInAt: null })
    expect((await read(school, id)).data.counts).toEqual({ observers: 3, handedIn: 2, withdrawn: 1 })
    const again = await first.post<LessonView>(`${lessons}/${id}/sheet/hand-in`, {
      version: back.data.own?.version,
    })
    await region.db.execute(sql`
      update observation_sheet set handed_in_at = now() - interval '25 hours'
      where lesson_id = ${id}::uuid and teacher_id = ${first.teacherId}`)
    const late = await first.post(`${lessons}/${id}/sheet/withdraw`, { version: again.data.own?.version })
    expect(late.status).toBe(409)
  })

  it('is for who observes; nobody outside the activity learns of the lesson', async () => {
    const { school, lecturer, others, id } = await lesson(1)
    const [observer] = others
    const { area, siblingSchool, teacher } = region.people
    if (!observer) throw new Error('nobody')
    const body = { version: 0, scores, summary: summing }
    expect((await write(lecturer, id, body)).status).toBe(403)
    expect((await write(school, id, body)).status).toBe(403)
    for (const who of [area, siblingSchool, teacher]) expect((await read(who, id)).status).toBe(404)
    expect((await write(teacher, id, body)).status).toBe(404)
    expect((await observer.get(`${lessons}/x`)).status).toBe(400)
  })
})

describe('remarks', () => {
  it('stand at a second or at a moment of the class, arrive once, and are answered (44)', async () => {
    const { school, lecturer, others, id } = await lesson(1)
    const [one] = others
    if (!one) throw new Error('nobody')
    const remark = (who: Person, number: string, body: object) =>
      who.put<Faulty<LessonView>>(`${lessons}/${id}/remarks/${number}`, body)
    const [first, second] = [randomUUID(), randomUUID()]
    const wallAt = '2026-10-15T10:12:40+08:00'
    expect((await remark(one, first, { kind: 'good', text: '追问得好', wallAt })).status).toBe(200)
    const twice = await remark(one, first, { kind: 'good', text: '追问得好', wallAt })
    expect(twice.data.remarks).toMatchObject([{ text: '追问得好', second: null, own: true }])
    await remark(one, second, { kind: 'evidence', text: '七人举手', atS: 62, item: 3 })
    expect((await remark(one, randomUUID(), { kind: 'good', text: '哪里' })).status).toBe(400)
    expect((await remark(one, randomUUID(), { kind: 'odd', text: '哪里', atS: 1 })).status).toBe(400)
    expect((await remark(one, randomUUID(), { kind: 'good', text: '量表外', atS: 1, item: 9 })).status).toBe(
      400,
    )
    expect((await remark(school, randomUUID(), { kind: 'good', text: '旁人', atS: 1 })).status).toBe(403)

    const set = (who: Person, body: object) => who.put<Faulty<LessonView>>(`${lessons}/${id}/recording`, body)
    const { version } = (await read(school, id)).data
    const startedAt = '2026-10-15T10:05:10+08:00'
    const wrong = await set(school, { version, fileId: randomUUID(), startedAt, offset: 0 })
    expect(wrong.data.errors).toEqual([{ field: 'fileId', message: '请选择活动里上传的录像' }])
    expect((await set(one, { version, fileId: null, startedAt, offset: 0 })).status).toBe(403)
    expect((await set(school, { version, fileId: null, startedAt, offset: -3 })).status).toBe(200)
    expect((await set(school, { version, fileId: null, startedAt, offset: -3 })).status).toBe(409)
    const seen = (await read(one, id)).data.remarks
    expect(seen.find(({ id: number }) => number === first)?.second).toBe(447)

    // The lecturer sees what was said once the sheets are in, and answers it.
    expect((await read(lecturer, id)).data.remarks).toEqual([])
    await handIn(one, id)
    expect((await read(lecturer, id)).data.remarks).toHaveLength(2)
    const answer = { kind: 'good', text: '是跟学生的话走的', replyTo: first }
    expect((await remark(lecturer, randomUUID(), answer)).status).toBe(200)
    expect((await remark(lecturer, randomUUID(), { kind: 'good', text: '自己说', atS: 3 })).status).toBe(400)
    expect((await read(one, id)).data.remarks.map(({ text }) => text)).toContain('是跟学生的话走的')
    expect((await lecturer.del(`${lessons}/${id}/remarks/${second}`)).status).toBe(404)
    expect((await one.del(`${lessons}/${id}/remarks/${second}`)).status).toBe(200)
    const reflection = (who: Person, at: number) =>
      who.put(`${lessons}/${id}/reflection`, { version: at, reflection: '下次先让学生说。' })
    const now = (await read(lecturer, id)).data.version
    expect((await reflection(one, now)).status).toBe(403)
    expect((await reflection(lecturer, now)).status).toBe(200)
    expect((await read(one, id)).data.reflection).toBe('')
  })
})

describe('a recording', () => {
  it('is one of the activity’s, by its name, with the captions of the same name; its watchers may fetch both', async () => {
    const { school, others, activity, id } = await lesson(1)
    const [observer] = others
    if (!observer) throw new Error('nobody')
    const words = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\n请看第一段\n')
    const recordings = [
      await upload(region, school, '背影.mp4', testFilm({ seconds: 1 })),
      await upload(region, school, '背影.vtt', words),
      await upload(region, school, '其他课.vtt', words),
    ]
    expect((await life.edit(activity, { recordings })).status).toBe(200)
    const seen = (await read(school, id)).data
    expect(seen.recordings).toEqual([{ id: recordings[0], name: '背影.mp4' }])
    const set = (fileId: string | undefined) =>
      school.put<Faulty<LessonView>>(`${lessons}/${id}/recording`, {
        version: seen.version,
        fileId,
        startedAt: null,
        offset: 0,
      })
    expect((await set(recordings[1])).status).toBe(400)
    expect((await set(recordings[0])).status).toBe(200)
    const { recording, recordings: none } = (await read(observer, id)).data
    expect([recording?.captionsId, none]).toEqual([recordings[1], []])
    for (const file of recordings.slice(0, 2))
      expect((await observer.get(`/api/v1/upload/file?key=${file}&action=preview`)).status).toBe(200)
  })
})
