import type { Actor } from '../../../catalogue/access/access.ts'
import type { LiveChecks, LiveView } from '../../../catalogue/contract/teaching/live-rooms.ts'
import { hostsOf } from '../../engine/publishing/index.ts'
import { LiveServerError, type LiveProvider } from '../../platform/live-servers/index.ts'
import { noViewers, ownAttendance, viewersOf } from './attendance.ts'
import type { LiveNeeds } from './needs.ts'
import { recordsFor } from './replay.ts'
import { safeOf } from './lives.ts'
import type { Broadcast, Room } from './room.ts'
import { ticketed } from './ticket.ts'

/** Whether pictures are shown to this reader; the host sees the rehearsal, too. */
const isPlayed = (live: Broadcast): boolean =>
  live.way === 'push' && (isOn(live) || (live.host && live.phase === 'lobby'))

/** Where it is watched outside of this portal now: a link or relay while it runs, a recording elsewhere. */
function addressOf(live: Broadcast, hasRecords: boolean): string | null {
  if (live.phase === 'replay') return hasRecords ? null : live.replayUrl
  return live.way !== 'push' && isOn(live) ? live.watchUrl : null
}

const isOn = ({ phase }: Broadcast) => phase === 'onAir' || phase === 'broken'

/** The page of a broadcast, as this reader sees it. */
export async function viewOf(needs: LiveNeeds, actor: Actor | null, live: Broadcast): Promise<LiveView> {
  const { db, keys, liveProvider, publishing } = needs
  const { room, host, captionsId, released } = live
  const [hosts, viewers, own, records] = await Promise.all([
    hostsOf(db),
    host ? viewersOf(db, [live]) : null,
    ownAttendance(db, actor, live),
    recordsFor(publishing, actor, live),
  ])
  const ticket = room !== null && isPlayed(live) ? ticketed(keys, room, live.now) : null
  const { id, title, lecturer, org, startTime, endTime, way, phase } = live
  return {
    id,
    title,
    lecturer,
    org,
    startTime,
    endTime,
    way,
    phase,
    host,
    address: safeOf(addressOf(live, records.length > 0), hosts),
    playUrl: ticket?.url ?? null,
    playUntil: ticket?.until ?? null,
    room: host && room ? shownRoom(room) : null,
    records,
    captions:
      captionsId !== null && records.length > 0 ? publishing.fileAddress(captionsId, 'preview') : null,
    released,
    counted: isCounted(actor, live),
    chat: live.chat !== 'off' && actor !== null,
    served: liveProvider !== null,
    viewers: viewers === null ? null : (viewers.get(live.id) ?? noViewers),
    own,
  }
}

/** Whether this reader's time at the broadcast is kept. */
const isCounted = (actor: Actor | null, { way, host }: Broadcast): boolean =>
  way === 'push' && !host && actor?.role === 2 && actor.teacherId !== null

const shownRoom = ({ openedAt, askedAt, kbps, width, height, fault, lookFault }: Room): LiveView['room'] => ({
  openedAt,
  askedAt,
  kbps,
  size: width === null || height === null ? null : `${width}×${height}`,
  fault,
  lookFault,
})

/** Bits that a picture of a lesson takes at least, in kbit/s. */
const enoughKbps = 800
/**
 * What a lecturer looks at before it begins; each with what to do. The server is asked now, for the ten seconds
 * of the job are long to somebody who turns a knob.
 */
export async function checksOf(provider: LiveProvider, room: Room): Promise<LiveChecks> {
  const signal = await provider.signal(room).catch((error: unknown) => {
    if (error instanceof LiveServerError) return error
    throw error
  })
  if (signal instanceof LiveServerError) return [{ key: 'server', state: 'bad', words: signal.message }]
  const line = (key: LiveChecks[number]['key'], state: LiveChecks[number]['state'], words: string) => ({
    key,
    state,
    words,
  })
  const { on, size, kbps } = signal
  return [
    line('server', 'fine', '直播服务器已连通'),
    on
      ? line('signal', 'fine', '已收到推流')
      : line('signal', 'bad', '尚未收到推流，请核对推流地址和密钥，再点编码软件的“开始推流”'),
    !on || size === null
      ? line('picture', 'unknown', on ? '直播服务器不报画面大小，请在下面播放看一看' : '收到推流后才知道')
      : size.height < 480
        ? line('picture', 'bad', `画面 ${size.width}×${size.height}，太小看不清板书，请调到 1280×720`)
        : line('picture', 'fine', `画面 ${size.width}×${size.height}`),
    line('sound', 'unknown', '请播放一段听一听，并看编码软件的音量条是否在动'),
    !on || kbps === null
      ? line('upload', 'unknown', on ? '直播服务器不报速度，请看编码软件的丢帧数' : '收到推流后才知道')
      : kbps < enoughKbps
        ? line('upload', 'bad', `上行只有 ${kbps} kbit/s，请改用有线网络，或把码率降到 ${enoughKbps} 以下`)
        : line('upload', 'fine', `上行 ${kbps} kbit/s`),
  ]
}
