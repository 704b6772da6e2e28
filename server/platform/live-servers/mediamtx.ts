import { z } from 'zod'
import type { LiveSettings } from '../config/live.ts'
import { askAct, askBytes, askJson } from './asking.ts'
import {
  applicationOf,
  keyParameter,
  LiveServerError,
  newKey,
  pathWithin,
  ticketParameter,
  typedKey,
  type LiveProvider,
  type ServerCall,
  type Stream,
} from './provider.ts'

const path = z.object({
  ready: z.boolean(),
  readyTime: z.iso.datetime({ offset: true }).nullish(),
  source: z.object({ type: z.string(), id: z.string() }).nullish(),
})
const spans = z.array(z.object({ start: z.iso.datetime({ offset: true }), duration: z.number() }))

/** Requests of HTTP authentication (MediaMTX, authMethod: http). */
const request = z.object({
  action: z.string(),
  path: z.string().nullish(),
  query: z.string().nullish(),
  password: z.string().nullish(),
})

/** The lists of connections, by the kind of source that a path names. */
const connections: Readonly<Record<string, string>> = {
  rtmpConn: 'rtmpconns',
  rtmpsConn: 'rtmpsconns',
  srtConn: 'srtconns',
  rtspSession: 'rtspsessions',
  rtspsSession: 'rtspssessions',
  webRTCSession: 'webrtcsessions',
}

/**
 * MediaMTX (github.com/bluenviron/mediamtx). Its HTTP authentication asks the portal before anybody publishes,
 * plays or fetches a recording. Recordings are listed and joined by its playback server.
 */
export function mediamtxProvider({ api, pushUrl, playUrl, recordsUrl, secret }: LiveSettings): LiveProvider {
  const app = applicationOf(pushUrl)
  const find = (room: Stream) => askJson(`${api}/v3/paths/get/${app}/${room.path}`, path, { absent: [404] })
  const own = { authorization: `Basic ${Buffer.from(`xingtan:${secret}`).toString('base64')}` }
  const close = async (room: Stream) => {
    const source = (await find(room))?.source
    if (!source) return
    const list = connections[source.type]
    if (list === undefined) throw new LiveServerError('推流的方式不能由本平台断开，请在直播服务器上处理')
    await askAct(`${api}/v3/${list}/kick/${encodeURIComponent(source.id)}`, { method: 'POST', absent: [404] })
  }
  return {
    name: 'mediamtx',
    can: { push: true, record: true, count: false },
    open: async (room) => {
      await find(room)
      return {
        pushUrl,
        pushKey: typedKey(room.path, newKey()),
        playUrl: `${playUrl}/${app}/${room.path}/index.m3u8`,
      }
    },
    signal: async (room) => {
      const found = await find(room)
      const on = found?.ready === true
      return { on, since: on && found.readyTime ? new Date(found.readyTime) : null, kbps: null, size: null }
    },
    recordings: async (room) => {
      const whole = `${app}/${room.path}`
      const list = await askJson(`${recordsUrl}/list?${new URLSearchParams({ path: whole })}`, spans, {
        headers: own,
        absent: [404],
      })
      return (list ?? [])
        .map(({ start, duration }) => {
          const asked = { path: whole, start, duration: String(duration), format: 'mp4' }
          return {
            name: start,
            startedAt: new Date(start),
            seconds: duration,
            read: () => askBytes(`${recordsUrl}/get?${new URLSearchParams(asked)}`, { headers: own }),
          }
        })
        .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
    },
    close,
    read: (body) => callOf({ app, secret }, body),
    verdict: (agreed) => ({ status: agreed ? 200 : 401, body: {} }),
  }
}

function callOf({ app, secret }: { app: string; secret: string }, body: unknown): ServerCall | null {
  const read = request.safeParse(body)
  if (!read.success) return null
  const { action, query, password } = read.data
  const name = pathWithin(app, read.data.path ?? '') ?? ''
  const given = new URLSearchParams(query ?? '')
  if (action === 'publish') return { kind: 'publish', path: name, key: given.get(keyParameter) ?? '' }
  if (action === 'read') return { kind: 'play', path: name, ticket: given.get(ticketParameter) ?? '' }
  // Recordings are fetched by the portal alone.
  if (action === 'playback' && password === secret) return { kind: 'own' }
  return { kind: 'other' }
}
