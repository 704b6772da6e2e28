import { z } from 'zod'
import type { LiveSettings } from '../config/live.ts'
import { askAct, askBytes, askJson, isThere } from './asking.ts'
import {
  applicationOf,
  keyParameter,
  newKey,
  pathWithin,
  ticketParameter,
  typedKey,
  type LiveProvider,
  type KeptRecord,
  type ServerCall,
  type Stream,
} from './provider.ts'

/** The list answers ten streams unless it is asked for more (SRS, HTTP API). */
const mostStreams = 1_000

const stream = z.object({
  name: z.string(),
  app: z.string(),
  kbps: z.object({ recv_30s: z.number() }).optional(),
  publish: z.object({ active: z.boolean(), cid: z.union([z.string(), z.number()]).optional() }),
  video: z.object({ width: z.number().optional(), height: z.number().optional() }).nullish(),
})
const streams = z.object({ code: z.literal(0), streams: z.array(stream) })

/** Callbacks of SRS (http_hooks): on_publish, on_play, on_unpublish, on_dvr. */
const call = z.object({
  action: z.string(),
  app: z.string().optional(),
  stream: z.string().optional(),
  param: z.string().optional(),
  file: z.string().max(500).optional(),
})

/**
 * SRS (ossrs.io). The key is a parameter of the stream and is judged by on_publish. There is no list of
 * recordings: on_dvr tells each file, which SRS itself serves from its folder `html`.
 */
export function srsProvider({ api, pushUrl, playUrl, recordsUrl }: LiveSettings): LiveProvider {
  const app = applicationOf(pushUrl)
  const find = async ({ path }: Stream) => {
    const answer = await askJson(`${api}/api/v1/streams/?start=0&count=${mostStreams}`, streams)
    return answer?.streams.find((one) => one.app === app && one.name === path && one.publish.active) ?? null
  }
  const close = async (room: Stream) => {
    const cid = (await find(room))?.publish.cid
    if (cid !== undefined)
      await askAct(`${api}/api/v1/clients/${encodeURIComponent(cid)}`, { method: 'DELETE', absent: [404] })
  }
  return {
    name: 'srs',
    can: { push: true, record: true, count: false },
    open: async ({ path }) => {
      // A server that is away is said now, and not when the audience waits.
      await find({ path })
      return { pushUrl, pushKey: typedKey(path, newKey()), playUrl: `${playUrl}/${app}/${path}.m3u8` }
    },
    signal: async (room) => {
      const found = await find(room)
      const { width, height } = found?.video ?? {}
      return {
        on: found !== null,
        since: null,
        kbps: found?.kbps?.recv_30s ?? null,
        size: width && height ? { width, height } : null,
      }
    },
    recordings: async (room, files) => {
      const told = files.flatMap((file) => recordingAt(file, room, recordsUrl) ?? [])
      const there = await Promise.all(told.map(async (one) => ((await isThere(one.url)) ? [one] : [])))
      return there
        .flat()
        .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime())
        .map(({ url, ...one }): KeptRecord => ({ ...one, seconds: null, read: () => askBytes(url) }))
    },
    close,
    read: (body) => callOf(app, body),
    verdict: (agreed) => ({ status: 200, body: { code: agreed ? 0 : 1 } }),
  }
}

/**
 * Where a recording of `dvr_path ./objs/nginx/html/[app]/[stream]/[timestamp].mp4` is fetched. A file of
 * another stream, or outside the served folder, is none.
 */
function recordingAt(file: string, { path }: Stream, recordsUrl: string) {
  const within = /\/html\/([a-z0-9/-]+\/(\d{13})\.mp4)$/.exec(file)
  const [, below, started] = within ?? []
  if (below === undefined || !below.split('/').includes(path)) return null
  return { name: below, url: `${recordsUrl}/${below}`, startedAt: new Date(Number(started)) }
}

function callOf(app: string, body: unknown): ServerCall | null {
  const read = call.safeParse(body)
  if (!read.success) return null
  const { action, param = '', file } = read.data
  const path = pathWithin(app, `${read.data.app}/${read.data.stream}`)
  const given = new URLSearchParams(param.replace(/^\?/, ''))
  // A stream of another name is refused: nobody opened a room for it.
  if (action === 'on_publish')
    return { kind: 'publish', path: path ?? '', key: given.get(keyParameter) ?? '' }
  if (action === 'on_play')
    return { kind: 'play', path: path ?? '', ticket: given.get(ticketParameter) ?? '' }
  if (path === null) return { kind: 'other' }
  if (action === 'on_unpublish') return { kind: 'stopped', path }
  return action === 'on_dvr' && file !== undefined ? { kind: 'recorded', path, file } : { kind: 'other' }
}
