import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Small servers that answer what the documentation of SRS (HTTP API, http_hooks) and of MediaMTX (API v3,
 * playback) says. They hold one application, `live`.
 */
export interface TestServer {
  readonly url: string
  /** An encoder sends to this stream. */
  publish(path: string): void
  lose(path: string): void
  /** A recording of this stream is finished; returns what the server tells of it by a call. */
  record(path: string, startedAt: Date, seconds: number, bytes: Buffer): string
  /** Ids of connections that were cut. */
  readonly kicked: readonly string[]
  close(): Promise<void>
}

interface KeptFilm {
  readonly path: string
  readonly startedAt: Date
  readonly seconds: number
  readonly bytes: Buffer
}

type Answerer = (request: IncomingMessage, url: URL, answer: (status: number, body: unknown) => void) => void

async function serve(answerer: Answerer) {
  const server = createServer((request: IncomingMessage, response: ServerResponse) =>
    answerer(request, new URL(request.url ?? '/', 'http://x'), (status, body) => {
      response.statusCode = status
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
    }),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((done) => {
      server.closeAllConnections()
      server.close(() => done())
    })
  return { url: `http://127.0.0.1:${port}`, close }
}

/** A server that answers every question alike. */
export const testServer = (body: object) => serve((_request, _url, answer) => answer(200, body))

export async function testSrs(): Promise<TestServer> {
  const [sending, files, kicked] = [new Map<string, string>(), new Map<string, KeptFilm>(), [] as string[]]
  const { url, close } = await serve((request, { pathname, searchParams }, answer) => {
    const cut = /^\/api\/v1\/clients\/(.+)$/.exec(pathname)?.[1]
    if (request.method === 'DELETE' && cut) {
      const path = [...sending].find(([, cid]) => cid === cut)?.[0]
      if (path !== undefined) sending.delete(path)
      kicked.push(cut)
      return answer(200, { code: 0 })
    }
    if (pathname === '/api/v1/streams/') {
      const list = [...sending].map(([name, cid]) => ({
        id: `vid-${name}`,
        name,
        app: 'live',
        live_ms: Date.now(),
        clients: 1,
        kbps: { recv_30s: 1_150, send_30s: 0 },
        publish: { active: true, cid },
        video: { codec: 'H264', profile: 'High', width: 1280, height: 720 },
        audio: null,
      }))
      const others = Array.from({ length: 30 }, (_, n) => ({
        name: `other-${n}`,
        app: 'live',
        publish: { active: false },
      }))
      const most = Number(searchParams.get('count') ?? 10)
      return answer(200, { code: 0, server: 's', streams: [...others, ...list].slice(0, most) })
    }
    const played = /^\/live\/([a-z0-9-]+)\.m3u8$/.exec(pathname)?.[1]
    if (played !== undefined)
      return sending.has(played) && searchParams.has('ticket')
        ? answer(200, Buffer.from('#EXTM3U\n#EXTINF:2,\na-1.ts\n#EXTINF:2,\na-2.ts\n'))
        : answer(404, {})
    if (/^\/live\/a-\d\.ts$/.test(pathname)) return answer(200, Buffer.from('segment'))
    const file = files.get(pathname.slice(1))
    return file ? answer(200, file.bytes) : answer(404, {})
  })
  return {
    url,
    kicked,
    publish: (path) => void sending.set(path, `cid-${path}-${sending.size}`),
    lose: (path) => void sending.delete(path),
    record: (path, startedAt, seconds, bytes) => {
      const below = `live/${path}/${startedAt.getTime()}.mp4`
      files.set(below, { path, startedAt, seconds, bytes })
      return `./objs/nginx/html/${below}`
    },
    close,
  }
}

export async function testMediamtx(secret: string): Promise<TestServer> {
  const [sending, kept, kicked] = [new Map<string, Date>(), [] as KeptFilm[], [] as string[]]
  const own = `Basic ${Buffer.from(`xingtan:${secret}`).toString('base64')}`
  const { url, close } = await serve((request, { pathname, searchParams }, answer) => {
    const cut = /^\/v3\/rtmpconns\/kick\/conn-(.+)$/.exec(pathname)?.[1]
    if (request.method === 'POST' && cut) {
      sending.delete(cut)
      kicked.push(`conn-${cut}`)
      return answer(200, { status: 'ok' })
    }
    const path = /^\/v3\/paths\/get\/live\/(.+)$/.exec(pathname)?.[1]
    if (path !== undefined) {
      const since = sending.get(path)
      if (!since) return answer(404, { status: 'error', error: 'path not found' })
      const source = { type: 'rtmpConn', id: `conn-${path}` }
      return answer(200, { name: `live/${path}`, ready: true, readyTime: since.toISOString(), source })
    }
    if (request.headers.authorization !== own) return answer(401, { error: 'authentication error' })
    const mine = kept.filter((one) => `live/${one.path}` === searchParams.get('path'))
    if (pathname === '/list')
      return mine.length === 0
        ? answer(404, {})
        : answer(
            200,
            mine.map(({ startedAt, seconds }) => ({ start: startedAt.toISOString(), duration: seconds })),
          )
    const asked = mine.find(({ startedAt }) => startedAt.toISOString() === searchParams.get('start'))
    return pathname === '/get' && asked ? answer(200, asked.bytes) : answer(404, {})
  })
  return {
    url,
    kicked,
    publish: (path) => void sending.set(path, new Date()),
    lose: (path) => void sending.delete(path),
    record: (path, startedAt, seconds, bytes) => {
      kept.push({ path, startedAt, seconds, bytes })
      return ''
    },
    close,
  }
}
