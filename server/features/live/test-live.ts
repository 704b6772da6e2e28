import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { minuteIn } from '../../app/testing/test-research.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { liveView, type PushAccess } from '../../../catalogue/contract/teaching/live-rooms.ts'
import type { LiveSettings } from '../../platform/config/live.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { providerOf } from '../../platform/live-servers/index.ts'
import { testSrs, type TestServer } from '../../platform/live-servers/test-servers.ts'
import { askRooms } from './ask-rooms.ts'

export const secret = 'a-secret-of-the-test'
export const url = (id: number, act = '') => `/api/v1/lives/${id}${act}`

export interface BroadcastDraft {
  /** Minutes from now at which it begins. */
  readonly from?: number
  readonly minutes?: number
  readonly way?: string
  readonly openness?: string
  readonly more?: object
}

/** A moment of a column so many seconds earlier; Citus takes no function of the session's time zone in an update. */
export const earlier = (column: string, seconds: number): Sql =>
  sql`(${sql.id(column)} at time zone 'UTC' - make_interval(secs => ${seconds})) at time zone 'UTC'`

/** A region whose live server is a small SRS in this process, and what is done with it. */
export interface LiveBench {
  readonly region: Region
  readonly server: TestServer
  /** A broadcast on show, of the school; for everybody and on now unless it is said. */
  published(asked?: BroadcastDraft): Promise<number>
  /** Its room, opened by the school. */
  opened(id: number): Promise<PushAccess & { readonly path: string }>
  /** The teacher asked the school for this broadcast, and the school agreed. Answers the request. */
  askedFor(id: number): Promise<string>
  viewed(who: Person, id: number): Promise<ReturnType<typeof liveView.parse>>
  /** A call of the live server. */
  hook(
    body: object,
    given?: string,
    name?: string,
  ): Promise<{ readonly statusCode: number; json<T = unknown>(): T }>
  /** Whether an encoder with this key is let in. */
  sends(path: string, key: string): Promise<boolean>
  /** The job asks every room. */
  ask(): Promise<unknown>
  /** Lets so many seconds pass since what was heard of a broadcast. */
  pass(id: number, seconds: number): Promise<void>
  close(): Promise<void>
}

export const settingsOf = ({ url: address }: TestServer): LiveSettings => ({
  provider: 'srs',
  api: address,
  pushUrl: 'rtmp://live.example.cn/live',
  playUrl: address,
  recordsUrl: address,
  secret,
})

export async function liveBench(name: string): Promise<LiveBench> {
  const server = await testSrs()
  const settings = settingsOf(server)
  const region = await testRegion(name, undefined, { live: settings })
  const { db } = region
  const hook: LiveBench['hook'] = async (body, given = secret, provider = 'srs') =>
    region.app.inject({ method: 'POST', url: `/live-hook/${provider}?secret=${given}`, payload: body })
  return {
    region,
    server,
    published: (asked) => publish(region, asked),
    opened: async (id) => {
      const { status, msg, data } = await region.people.school.post<PushAccess>(url(id, '/room'), {})
      if (status !== 200) throw new Error(msg)
      const { path } = await db.one<{ path: string }>(sql`select path from live_room where live_id = ${id}`)
      return { ...data, path }
    },
    askedFor: (id) => askFor(region, id),
    viewed: async (who, id) => liveView.parse((await who.get(url(id))).data),
    hook,
    sends: async (path, key) => {
      const asked = { action: 'on_publish', app: 'live', stream: path, param: `?key=${key}` }
      return (await hook(asked)).json<{ code: number }>().code === 0
    },
    ask: () => askRooms({ db, liveProvider: providerOf(settings) }).run(new AbortController().signal),
    pass: async (id, seconds) => {
      await db.execute(
        sql`update content_signal set heard_at = ${earlier('heard_at', seconds)} where content_id = ${id}`,
      )
      await db.execute(sql`
        update live_air set from_at = ${earlier('from_at', seconds)}, to_at = ${earlier('to_at', seconds)}
        where live_id = ${id}`)
    },
    close: async () => {
      await region.close()
      await server.close()
    },
  }
}

async function publish(
  { db, people, places }: Region,
  { from = -10, minutes = 60, way = '1', openness = '2', more = {} }: BroadcastDraft = {},
): Promise<number> {
  const value = {
    title: '大单元教学怎样起步',
    liveKind: '1',
    lecturer: '林疏影',
    org: '听潮中学',
    startTime: minuteIn(from),
    endTime: minuteIn(from + minutes),
    way,
    visibility: openness,
    pupilsSeen: false,
    ...more,
  }
  const { id } = await db.one<{ id: number }>(sql`
    insert into content (type, value, live, by_identity, institution_id, district_id, city_id, province_id, state, publish_at)
    select 'liveBroadcast', ${sql.json(value)}, ${sql.json(value)}, ${people.school.identityId}, i.id, i.district_id,
      i.city_id, i.province_id, 'published', now() - interval '1 day'
    from institution i where i.id = ${places.school}
    returning id`)
  return id
}

async function askFor({ db, people: { teacher, school } }: Region, id: number): Promise<string> {
  const requests = '/api/v1/broadcastRequest'
  const wish = {
    title: '大单元教学怎样起步',
    liveKind: '1',
    lecturer: '林疏影',
    startTime: minuteIn(1440),
    endTime: minuteIn(1500),
    introduction: '<p>讲三个起步课例。</p>',
    pupilsSeen: false,
    visibility: '1',
  }
  const { data: made } = await teacher.post<CaseView>(requests, { about: {}, value: wish })
  for (const [who, act] of [
    [teacher, 'submit'],
    [school, 'agree'],
  ] as const) {
    const { data } = await who.get<CaseView>(`${requests}/${made.id}`)
    const answer = await who.post(`${requests}/${made.id}/${act}`, { version: data.version })
    if (answer.status !== 200) throw new Error(answer.msg)
  }
  await db.execute(sql`
    update process_case set value = value || ${sql.json({ contentId: id })} where id = ${made.id}::uuid`)
  return made.id
}
