import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import type { Region } from '../../app/testing/test-region.ts'
import { picture, upload } from '../../app/testing/test-values.ts'
import { sql } from '../../platform/db/sql.ts'
import { createLog } from '../../platform/log/log.ts'
import { providerOf } from '../../platform/live-servers/index.ts'
import { testFilm } from '../../platform/recordings/test-film.ts'
import { fileStore } from '../../platform/storage/file-store.ts'
import { fileFor, keepFilm } from '../files/index.ts'
import { notify } from '../messages/index.ts'
import { sumUp } from './sum-up.ts'
import { takeOver } from './take-over.ts'
import { earlier, liveBench, settingsOf, url, type LiveBench } from './test-live.ts'

let bench: LiveBench
let region: Region
beforeAll(async () => {
  bench = await liveBench('live-records')
  region = bench.region
})
afterAll(() => bench.close())
beforeEach(async () => {
  await region.db.execute(sql`update content set take_down_at = now() where type = 'liveBroadcast'`)
})

const film = (seconds = 5_400, more: Parameters<typeof testFilm>[0] = {}) =>
  testFilm({ seconds, chunks: [Buffer.from(`${Math.random()}`)], ...more })

/** The job looks for recordings that are due. */
const look = () => {
  const { db, folder } = region
  const store = fileStore(join(folder, 'files'))
  const needs = {
    db,
    notify,
    log: createLog('silent'),
    liveProvider: providerOf(settingsOf(bench.server)),
    fileFor,
    keepFilm: (identity: number, name: string, coming: Parameters<typeof keepFilm>[3]) =>
      keepFilm({ db, store }, identity, name, coming),
  }
  return takeOver(needs).run(new AbortController().signal)
}

/** A broadcast that was on air and was ended, with the name of its stream. */
async function ended(more: object = {}): Promise<{ id: number; path: string }> {
  const id = await bench.published({ more })
  const { path } = await bench.opened(id)
  bench.server.publish(path)
  await bench.ask()
  bench.server.lose(path)
  expect((await region.people.school.post(url(id, '/end'), {})).status).toBe(200)
  return { id, path }
}

/** The server finishes a recording and tells so. */
const recorded = (path: string, startedAt: Date, bytes: Buffer) => {
  const file = bench.server.record(path, startedAt, 5_400, bytes)
  return bench.hook({ action: 'on_dvr', app: 'live', stream: path, file })
}

const drafts = (id: number) =>
  region.db.query<{ by: number; value: Record<string, unknown>; state: string }>(sql`
    select c.by_identity as by, c.value, c.state from live_record r join content c on c.id = r.draft_id
    where r.live_id = ${id} order by r.no`)

describe('recordings of a broadcast', () => {
  it('come three hours late and twice: one draft with captions, and its owner is told (49)', async () => {
    const { school, teacher } = region.people
    const captions = await upload(
      region,
      school,
      '字幕.vtt',
      Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n好\n'),
    )
    const { id, path } = await ended({ captions, schoolStage: '3', subject: '13' })
    await bench.askedFor(id)
    await look()
    expect(await drafts(id)).toEqual([])
    await region.db.execute(sql`
      update content_signal set heard_at = ${earlier('heard_at', 10_800)}, ended_at = ${earlier('ended_at', 10_800)}
      where content_id = ${id}`)
    const startedAt = new Date(Date.now() - 3 * 3_600_000)
    const bytes = film()
    for (const _ of [1, 2]) expect((await recorded(path, startedAt, bytes)).json()).toEqual({ code: 0 })
    for (const _ of [1, 2, 3]) {
      await region.db.execute(sql`update live_room set looked_at = null where live_id = ${id}`)
      await look()
    }
    const [draft, ...more] = await drafts(id)
    expect([draft?.by, draft?.state, more]).toEqual([teacher.identityId, 'draft', []])
    expect(draft?.value).toMatchObject({
      title: '大单元教学怎样起步（直播录像）',
      subject: '13',
      author: '林疏影',
    })
    const own = await region.db.query<{ by: number }>(sql`
      select by_identity as by from file
      where id = any(${[draft?.value['file'], draft?.value['captions']]}::uuid[])`)
    expect(own.map(({ by }) => by)).toEqual([teacher.identityId, teacher.identityId])
    const { list } = (
      await teacher.get<{ list: { title: string; content: string }[] }>('/api/v1/userSystemMessage')
    ).data
    expect(list.filter(({ title }) => title === '直播录像已转存').map(({ content }) => content)).toEqual([
      '《大单元教学怎样起步》的录像（90 分钟）已存为资源草稿，补齐后可以提交；也可以到直播间发布回放。',
    ])
  })

  it('that browsers cannot play are refused with what is wrong; the others are taken over', async () => {
    const { id, path } = await ended()
    await recorded(path, new Date(Date.now() - 60_000), film(60, { video: 'hvc1' }))
    await look()
    expect((await bench.viewed(region.people.school, id)).room?.lookFault).toContain('H.265')
    await recorded(path, new Date(), film(60))
    await look()
    expect((await bench.viewed(region.people.school, id)).records).toMatchObject([{ no: 1, seconds: 60 }])
  })

  it('are drafted without what is no code any more, and fetched once', async () => {
    const { id, path } = await ended({ subject: '9999', schoolStage: '3' })
    await recorded(path, new Date(), film())
    for (const _ of [1, 2]) {
      await region.db.execute(sql`update live_room set looked_at = null where live_id = ${id}`)
      await look()
    }
    const [draft, ...more] = await drafts(id)
    expect([draft?.value['subject'], draft?.value['author'], more]).toEqual([null, '林疏影', []])
  })

  it('of another stream, or that nobody told of, are none', async () => {
    const [one, other] = [await ended(), await ended()]
    const file = bench.server.record(other.path, new Date(), 60, film())
    await bench.hook({ action: 'on_dvr', app: 'live', stream: one.path, file })
    await bench.hook({ action: 'on_dvr', app: 'live', stream: one.path, file: '/etc/passwd' })
    await look()
    expect([await drafts(one.id), await drafts(other.id)]).toEqual([[], []])
  })

  it('belong to whoever published it where no teacher asked, and to the office where that account is closed', async () => {
    const { school } = region.people
    const first = await ended()
    await recorded(first.path, new Date(), film())
    await look()
    expect((await drafts(first.id)).map(({ by }) => by)).toEqual([school.identityId])
    const second = await ended()
    const { identity } = await region.db.one<{ identity: number }>(
      sql`select id as identity from identity where role = 2 and state = 'enabled' order by id limit 1`,
    )
    await region.db.execute(sql`update content set by_identity = ${identity} where id = ${second.id}`)
    await region.db.execute(sql`update identity set state = 'disabled' where id = ${identity}`)
    await recorded(second.path, new Date(), film())
    await look()
    await region.db.execute(sql`update identity set state = 'enabled' where id = ${identity}`)
    expect((await drafts(second.id)).map(({ by }) => by)).toEqual([school.identityId])
  })
})

describe('the replay', () => {
  it('is the host’s until it is released; then it is for whoever may see the broadcast', async () => {
    const { school, teacher, siblingSchool } = region.people
    const { id, path } = await ended()
    const released = (who = school, on = true) => who.put(url(id, '/replay'), { on })
    expect((await released()).msg).toBe('该直播暂无录像；直播服务器交来录像以后再发布回放')
    await recorded(path, new Date(Date.now() - 60_000), film(1_500))
    await recorded(path, new Date(), film(1_200))
    await look()
    const view = async (who = teacher) => (await bench.viewed(who, id)) as LiveView
    expect([(await view()).phase, (await view()).records]).toEqual(['over', []])
    expect((await view(school)).records.map(({ no, seconds }) => [no, seconds])).toEqual([
      [1, 1_500],
      [2, 1_200],
    ])
    for (const who of [teacher, siblingSchool]) expect((await released(who)).status).toBe(403)
    for (const _ of [1, 2]) expect((await released()).status).toBe(200)
    expect(await view()).toMatchObject({ phase: 'replay', released: true })
    const { list } = (await teacher.get<{ list: { id: number; liveStatus: string }[] }>('/api/v1/jy/live'))
      .data
    expect(list.find((one) => one.id === id)?.liveStatus).toBe('3')
    // The address is one that plays, by parts.
    const [record] = (await view()).records
    const answer = await region.app.inject({ url: record?.url ?? '', headers: { range: 'bytes=0-15' } })
    expect([answer.statusCode, answer.rawPayload.subarray(4, 8).toString()]).toEqual([206, 'ftyp'])
    // Who watches it now is counted apart, and was not at the broadcast.
    await teacher.post(url(id, '/beat'), { device: 'desk-0001' })
    expect((await view(school)).viewers).toEqual({ live: 0, replay: 1 })
    await released(school, false)
    expect(await view()).toMatchObject({ phase: 'over', records: [] })
  })

  it('waits for the end of the broadcast', async () => {
    const id = await bench.published()
    expect((await region.people.school.put(url(id, '/replay'), { on: true })).msg).toBe(
      '该直播尚未结束，结束后再发布回放',
    )
  })

  it('is open to visitors where the broadcast is, and nothing else of it', async () => {
    const visit = async (id: number) => region.app.inject({ url: url(id) })
    const open = await ended()
    await recorded(open.path, new Date(), film())
    await look()
    await region.people.school.put(url(open.id, '/replay'), { on: true })
    const { data } = (await visit(open.id)).json<{ data: LiveView }>()
    expect(data).toMatchObject({ phase: 'replay', host: false, counted: false, room: null, viewers: null })
    expect(data.records).toMatchObject([{ draftId: null }])
    const closed = await bench.published({ openness: '1' })
    expect((await visit(closed)).statusCode).toBe(404)
  })

  it('becomes a lesson of a course that the office keeps, and of no other', async () => {
    const { school, teacher, siblingSchool, area } = region.people
    const { id, path } = await ended()
    await bench.askedFor(id)
    await recorded(path, new Date(), film(2_700))
    await look()
    const course = async (host: typeof school) => {
      const value = {
        title: '大单元教学设计',
        schoolStage: '4',
        subject: '13',
        lecturer: '苏慕清',
        hours: '5.0',
        creditKind: '2',
        introduction: '<p>从单元到任务群。</p>',
        cover: await picture(region, host),
        visibility: '1',
      }
      return (await host.post<{ id: number }>('/api/v1/contents/course', { value })).data.id
    }
    const [own, others] = [await course(school), await course(area)]
    const add = (who: typeof school, courseId: number, no = 1) =>
      who.post(url(id, `/records/${no}/lesson`), { courseId, title: '起步' })
    expect((await add(teacher, own)).status).toBe(403)
    expect((await add(siblingSchool, own)).status).toBe(403)
    expect((await add(school, others)).status).toBeGreaterThanOrEqual(403)
    expect((await add(school, own, 2)).status).toBe(404)
    expect((await add(school, own)).status).toBe(200)
    const { data } = await school.get<{ lessons: { title: string; film: { seconds: number } }[] }>(
      `/api/v1/courses/${own}`,
    )
    expect(data.lessons.map(({ title, film: { seconds } }) => [title, seconds])).toEqual([['起步', 2_700]])
  })
})

it('who was there becomes a fact of the day, once', async () => {
  const { teacher, colleague, area } = region.people
  const { id } = await ended()
  await region.db.execute(sql`
    insert into live_air values (${id}, now() - interval '9 minutes', now() - interval '1 minute')`)
  for (const { teacherId } of [teacher, colleague])
    await region.db.execute(sql`
      insert into stay values (${teacherId}, ${id}, 'desk-0001', now() - interval '5 minutes', now() - interval '2 minutes')`)
  const facts = () =>
    region.db.query<{ owner: number; times: number }>(sql`
      select owner_id as owner, times from person_fact where kind = 'liveSeen' and ref = ${`live-${id}`} order by 1`)
  for (const _ of [1, 2]) {
    await sumUp({ db: region.db }).run(new AbortController().signal)
    expect((await facts()).map(({ times }) => times)).toEqual([180, 180])
    await region.db.execute(sql`update live_room set counted_at = null where live_id = ${id}`)
  }
  const asked = '/api/v1/jy/statistics/learning'
  const { data } = await area.get<{ summary: Record<string, number> }>(asked)
  expect(data.summary).toMatchObject({ liveTimes: 2, watchHours: 0.1 })
  const list = await area.get<{ total: number; list: { values: string[] }[] }>(
    `${asked}/list?row=all&column=liveTimes`,
  )
  expect([list.data.total, list.data.list[0]?.values.at(-1)]).toEqual([2, '3'])
})
