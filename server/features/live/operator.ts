import { randomBytes } from 'node:crypto'
import {
  liveServer,
  liveTrial,
  trialAsked,
  trialSteps,
  type TrialSteps,
} from '../../../catalogue/contract/teaching/live-rooms.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { LiveServerError, type LiveProvider } from '../../platform/live-servers/index.ts'
import { asAnswer } from './conduct.ts'
import { hookPath } from './hook.ts'
import { definition, type RoomNeeds } from './room.ts'
import { isTrial, ticketed, trialKey, trialPath } from './ticket.ts'

interface OnCall {
  readonly id: number
  readonly title: string
  readonly askedAt: Date | null
  readonly heardAt: Date | null
  readonly fault: string | null
}

const isoOf = (at: Date | null): string | null => (at === null ? null : new Date(at).toISOString())

/** The live server as the operator set it up, and a trial of it. Secrets are not told. */
export function operatorRoutes(server: Server, needs: RoomNeeds): void {
  settingsRoute(server, needs)
  trialRoutes(server, needs)
}

const shared = { access: [1], tag: '直播' } as const
const url = '/api/v1/liveServer'

function settingsRoute(server: Server, needs: RoomNeeds): void {
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '直播服务器的设置，和最近的直播间',
    answer: liveServer,
    handle: async () => {
      const { live } = needs.config
      const rooms = await needs.db.query<OnCall>(sql`
        select c.id, c.live ->> 'title' as title, r.asked_at as "askedAt", s.heard_at as "heardAt", r.fault
        from live_room r join content c on c.id = r.live_id join content_signal s on s.content_id = c.id
        where c.type = ${definition.name} and c.live is not null
        order by r.opened_at desc limit 20`)
      return {
        provider: live?.provider ?? null,
        settings: live
          ? [
              { name: '接口 LIVE_API', value: live.api },
              { name: '推流 LIVE_PUSH_URL', value: live.pushUrl },
              { name: '播放 LIVE_PLAY_URL', value: live.playUrl },
              { name: '录像 LIVE_RECORDS_URL', value: live.recordsUrl },
            ]
          : [],
        hook: live
          ? `${needs.config.publicOrigin ?? ''}${hookPath}/${live.provider}?secret=（LIVE_SECRET）`
          : null,
        rooms: rooms.map(({ askedAt, heardAt, ...one }) => ({
          ...one,
          askedAt: isoOf(askedAt),
          heardAt: isoOf(heardAt),
        })),
      }
    },
  })
}

function trialRoutes(server: Server, needs: RoomNeeds): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/trial`,
    summary: '开一个测试直播间，密钥一小时内有效',
    answer: liveTrial,
    perMinute: 10,
    handle: async (_input, request) => {
      const { liveProvider, keys, db } = needs
      if (!liveProvider) throw new AppError('wrongState', { message: '尚未设置直播服务器（LIVE_PROVIDER）' })
      const path = trialPath(Date.now(), randomBytes(4).toString('hex'))
      const { pushUrl } = await liveProvider.open({ path }).catch(asAnswer)
      await note(db, { by: needs.actorOn(request).identityId, action: 'live.tried' })
      return { path, pushUrl, pushKey: trialKey(keys, path) }
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/trial/:path`,
    summary: '测试到哪一步：信号、播放两段、录像；哪一步不成说哪一步',
    params: trialAsked,
    answer: trialSteps,
    perMinute: 60,
    handle: async ({ params: { path } }) => {
      const { liveProvider, keys } = needs
      if (!liveProvider || !isTrial(path, Date.now())) throw new AppError('missing')
      const { playUrl } = await liveProvider.open({ path }).catch(asAnswer)
      return stepsOf(liveProvider, path, ticketed(keys, { path, playUrl }, Date.now()).url)
    },
  })
}

type Step = TrialSteps[number]
const step = (key: Step['key'], state: Step['state'], words: string): Step => ({ key, state, words })

/** How far a trial came; a step that cannot be looked at yet waits. */
async function stepsOf(provider: LiveProvider, path: string, playlist: string): Promise<TrialSteps> {
  const room = step('room', 'done', '测试直播间已经打开')
  const signal = await provider.signal({ path }).catch(sentenceOf)
  if (typeof signal === 'string') return [room, step('signal', 'failed', signal)]
  const recorded = await provider.recordings({ path }, []).catch(sentenceOf)
  const recording =
    typeof recorded === 'string'
      ? step('recording', 'failed', `录像：${recorded}`)
      : recorded.length > 0
        ? step('recording', 'done', '录像可以读取')
        : step('recording', 'waiting', '停止推流后一分钟内可以读取录像；用 SRS 的请看是否设置了 on_dvr')
  if (!signal.on) return [room, step('signal', 'waiting', '等待推流：请用编码软件推到上面的地址'), recording]
  return [room, step('signal', 'done', '已收到信号'), await playingStep(playlist), recording]
}

const sentenceOf = (error: unknown): string => {
  if (error instanceof LiveServerError) return error.message
  throw error
}

/** Milliseconds for one request as a viewer makes it. */
const patienceMs = 5_000

const fetched = (url: string) =>
  fetch(url, { redirect: 'error', signal: AbortSignal.timeout(patienceMs) }).catch(() => null)

/** Plays as a viewer does: the playlist, the one that it may name, and two segments. */
async function playingStep(playlist: string): Promise<Step> {
  const failed = (words: string) => step('playing', 'failed', words)
  let [url, text] = [playlist, await textAt(playlist)]
  if (text === null)
    return failed('播放列表取不到，请核对 LIVE_PLAY_URL，并看播放是否要门户同意（on_play、authHTTPAddress）')
  const [first] = linesOf(text)
  if (first !== undefined && /\.m3u8/.test(first)) {
    url = within(url, first)
    text = (await textAt(url)) ?? ''
  }
  const segments = linesOf(text).slice(-2)
  if (segments.length < 2) return step('playing', 'waiting', '信号刚到，等第二段画面')
  const answers = await Promise.all(segments.map((one) => fetched(within(url, one))))
  for (const answer of answers) await answer?.body?.cancel()
  return answers.every((answer) => answer?.ok)
    ? step('playing', 'done', '播放了两段')
    : failed('画面取不到，请看直播服务器的播放目录')
}

const textAt = async (url: string): Promise<string | null> => {
  const answer = await fetched(url)
  if (answer?.ok) return answer.text()
  await answer?.body?.cancel()
  return null
}
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** An address of a playlist, with the ticket of the playlist that names it. */
function within(playlist: string, named: string): string {
  const url = new URL(named, playlist)
  if (url.search === '') url.search = new URL(playlist).search
  return url.href
}
