import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { LiveSettings } from '../config/live.ts'
import { elsewhere, keyWithin, LiveServerError, providerOf, standIn, type LiveProvider } from './index.ts'
import { testMediamtx, testServer, testSrs } from './test-servers.ts'

const secret = 'a-secret-of-the-test'
const path = 'room-7'
const settings = (provider: LiveSettings['provider'], url: string): LiveSettings => ({
  provider,
  api: url,
  pushUrl: 'rtmp://live.example.cn/live',
  playUrl: 'https://play.example.cn',
  recordsUrl: url,
  secret,
})

/** A provider with whoever sends to it. */
interface Bench {
  readonly provider: LiveProvider
  publish(path: string): void
  lose(path: string): void
  /** Returns what the server tells of the file. */
  record(path: string, startedAt: Date, seconds: number, bytes: Buffer): string
  /** Bodies of this server's calls: an encoder asks, a viewer asks. */
  readonly asks: (path: string, key: string) => unknown
  readonly plays: (path: string, ticket: string) => unknown
}

const made = (given: LiveSettings): LiveProvider => {
  const provider = providerOf(given)
  if (!provider) throw new Error('no provider')
  return provider
}

const benches: Readonly<Record<string, () => Promise<Bench>>> = {
  'stand-in': async () => {
    const provider = standIn(settings('stand-in', 'http://x'))
    return {
      provider,
      publish: provider.publish,
      lose: provider.lose,
      record: (stream, startedAt, seconds, bytes) => {
        provider.record(stream, { startedAt, seconds, bytes })
        return ''
      },
      asks: (stream, key) => ({ action: 'publish', path: stream, key }),
      plays: (stream, key) => ({ action: 'play', path: stream, key }),
    }
  },
  srs: async () => {
    const server = await testSrs()
    onTestFinished(() => server.close())
    const told = { ip: '1.2.3.4', vhost: '__defaultVhost__', client_id: '9', tcUrl: 'rtmp://x/live' }
    const said = (action: string, stream: string, param: string) => ({
      ...told,
      action,
      app: 'live',
      stream,
      param,
    })
    return {
      ...server,
      provider: made(settings('srs', server.url)),
      asks: (stream, key) => said('on_publish', stream, `?key=${key}`),
      plays: (stream, ticket) => said('on_play', stream, `?ticket=${ticket}`),
    }
  },
  mediamtx: async () => {
    const server = await testMediamtx(secret)
    onTestFinished(() => server.close())
    const said = (action: string, stream: string, query: string) => ({
      user: '',
      password: '',
      token: '',
      ip: '1.2.3.4',
      protocol: 'rtmp',
      id: '9',
      action,
      path: `live/${stream}`,
      query,
    })
    return {
      ...server,
      provider: made(settings('mediamtx', server.url)),
      asks: (stream, key) => said('publish', stream, `key=${key}`),
      plays: (stream, ticket) => said('read', stream, `ticket=${ticket}`),
    }
  },
}

describe.each(Object.entries(benches))('the live server %s', (name, bench) => {
  it('opens a stream: the key is a new one each time and stands in no address of the viewers', async () => {
    const { provider } = await bench()
    const [one, other] = [await provider.open({ path }), await provider.open({ path })]
    expect([provider.name, one.pushUrl]).toEqual([name, 'rtmp://live.example.cn/live'])
    expect(one.pushKey).toMatch(/^room-7\?key=[\w-]{24}$/)
    expect(keyWithin(one.pushKey)).not.toBe(keyWithin(other.pushKey))
    expect(one.playUrl).toMatch(/^https:\/\/play\.example\.cn\/live\/room-7(\/index)?\.m3u8$/)
  })

  it('says whether pictures arrive, of this stream alone', async () => {
    const { provider, publish, lose } = await bench()
    expect(await provider.signal({ path })).toMatchObject({ on: false, since: null })
    publish('room-8')
    expect((await provider.signal({ path })).on).toBe(false)
    publish(path)
    expect((await provider.signal({ path })).on).toBe(true)
    lose(path)
    expect((await provider.signal({ path })).on).toBe(false)
  })

  it('goes on sending while a new key is made, and is cut off when the stream is closed (46)', async () => {
    const { provider, publish } = await bench()
    publish(path)
    await provider.open({ path })
    expect((await provider.signal({ path })).on).toBe(true)
    await provider.close({ path })
    expect((await provider.signal({ path })).on).toBe(false)
    // Nobody sends: nothing to cut.
    await provider.close({ path })
  })

  it('lists recordings in the order in which they began, each with its bytes', async () => {
    const { provider, record } = await bench()
    expect(await provider.recordings({ path }, [])).toEqual([])
    const [first, second] = [new Date('2026-11-30T11:00:00.000Z'), new Date('2026-11-30T11:20:25.000Z')]
    const files = [
      record(path, second, 30, Buffer.from('second')),
      record(path, first, 20, Buffer.from('first')),
      record('room-8', first, 20, Buffer.from('of another room')),
    ]
    const list = await provider.recordings({ path }, files)
    expect(list.map(({ startedAt }) => startedAt)).toEqual([first, second])
    const bytes = await Promise.all(list.map(async (one) => (await buffer(await one.read())).toString()))
    expect(bytes).toEqual(['first', 'second'])
    expect(new Set(list.map((one) => one.name)).size).toBe(2)
  })

  it('asks the portal before an encoder sends and before somebody plays', async () => {
    const { provider, asks, plays } = await bench()
    expect(provider.read(asks(path, 'k1'))).toEqual({ kind: 'publish', path, key: 'k1' })
    expect(provider.read(plays(path, 't1'))).toEqual({ kind: 'play', path, ticket: 't1' })
    for (const body of [null, 'x', 7, [], {}, { action: 9 }]) expect(provider.read(body)).toBe(null)
    const [agreed, refused] = [provider.verdict(true), provider.verdict(false)]
    expect(agreed.status).toBe(200)
    expect(refused).not.toEqual(agreed)
  })
})

describe('a server that is away or answers something else', () => {
  it.each(['srs', 'mediamtx'] as const)('%s: a sentence for the host', async (name) => {
    const away = made(settings(name, 'http://127.0.0.1:9'))
    await expect(away.open({ path })).rejects.toThrow(LiveServerError)
    await expect(away.signal({ path })).rejects.toThrow('连不上直播服务器')
    const other = await testServer({})
    onTestFinished(() => other.close())
    await expect(made(settings(name, other.url)).signal({ path })).rejects.toThrow('答复读不懂')
  })
})

it('SRS: a told file outside the served folder, or of another stream, is never fetched', async () => {
  const server = await testSrs()
  onTestFinished(() => server.close())
  const provider = made(settings('srs', server.url))
  const files = [
    '/etc/passwd',
    './objs/nginx/html/../../../etc/1764500000000.mp4',
    './objs/nginx/html/live/room-8/1764500000000.mp4',
    './objs/nginx/html/live/room-7/x.mp4',
  ]
  expect(await provider.recordings({ path }, files)).toEqual([])
})

it('MediaMTX: recordings are for the portal alone', () => {
  const provider = made(settings('mediamtx', 'http://x'))
  const ask = (password: string) => provider.read({ action: 'playback', path: `live/${path}`, password })
  expect([ask(secret), ask('guess')]).toEqual([{ kind: 'own' }, { kind: 'other' }])
})

it('a link and a relay have no room: nothing is opened, heard or recorded', async () => {
  for (const provider of [elsewhere('link'), elsewhere('relay')]) {
    expect(provider.can).toEqual({ push: false, record: false, count: false })
    await expect(provider.open({ path })).rejects.toThrow('该直播在本平台以外进行')
    expect(await provider.signal({ path })).toMatchObject({ on: false })
    expect(await provider.recordings({ path }, [])).toEqual([])
  }
})

describe('the stand-in', () => {
  it('has a playlist that moves with its clock, loses its signal, and brings a recording late', async () => {
    let now = 1_764_500_000_000
    const provider = standIn(settings('stand-in', 'http://x'), () => now)
    expect(provider.playlist(path)).toBe(null)
    provider.publish(path)
    expect(provider.playlist(path)).toContain('segment-0.ts')
    now += 7_000
    expect(provider.playlist(path)).toContain('#EXT-X-MEDIA-SEQUENCE:1\n')
    expect(provider.playlist(path)).not.toContain('segment-0.ts')
    provider.lose(path)
    expect(provider.playlist(path)).toBe(null)
    const recording = { startedAt: new Date(now), seconds: 7, bytes: Buffer.from('x') }
    provider.record(path, { ...recording, lateMs: 3 * 3_600_000 })
    expect(await provider.recordings({ path }, [])).toEqual([])
    now += 3 * 3_600_000
    expect(await provider.recordings({ path }, [])).toHaveLength(1)
  })
})

/** A real server, where the operator has one: LIVE_PROVIDER and its settings, and LIVE_TEST_URL as its API. */
describe.runIf(process.env['LIVE_TEST_URL'])('the real server', () => {
  it('answers whether a stream that nobody sends is on, and has no recording of it', async () => {
    const name = process.env['LIVE_PROVIDER'] === 'srs' ? 'srs' : 'mediamtx'
    const url = process.env['LIVE_TEST_URL'] ?? ''
    const provider = made({
      ...settings(name, url),
      recordsUrl: process.env['LIVE_RECORDS_URL'] ?? url.replace(/:\d+$/, ':9996'),
      secret: process.env['LIVE_SECRET'] ?? secret,
    })
    await provider.open({ path: 'xingtan-test' })
    expect((await provider.signal({ path: 'xingtan-test' })).on).toBe(false)
    expect(await provider.recordings({ path: 'xingtan-test' }, [])).toEqual([])
  })
})
