/**
 * Phases of a broadcast, worked out of its times and of what was heard (docs/decisions/0244). All moments are
 * milliseconds since 1970.
 */
export const livePhases = ['ahead', 'lobby', 'onAir', 'broken', 'over', 'replay'] as const
export type LivePhase = (typeof livePhases)[number]

/** What readers are told. */
export const livePhaseWords: Readonly<Record<LivePhase, string>> = {
  ahead: '未开始',
  lobby: '候播',
  onAir: '直播中',
  broken: '信号中断',
  over: '已结束',
  replay: '可回放',
}

/** The code of the domain model (`liveStatus`), and of the phases of the content. */
export const liveStatusOf: Readonly<Record<LivePhase, '0' | '1' | '2' | '3'>> = {
  ahead: '0',
  lobby: '0',
  onAir: '1',
  broken: '1',
  over: '2',
  replay: '3',
}

const minute = 60_000
/** Before the beginning: people gather, the lecturer tries the equipment. */
export const lobbyMs = 30 * minute
/** A signal that was not heard for so long is broken. */
export const silenceMs = 20_000
/** After the end without a signal. */
export const afterMs = 30 * minute
/** At most so long beyond the end, signal or not: an encoder that nobody switched off. */
export const beyondMs = 240 * minute

export interface LiveMoments {
  readonly from: number
  readonly to: number
  /** Whether it begins by a signal: a stream to the portal's own server. */
  readonly signalled: boolean
  /** When the signal was heard last. */
  readonly heardAt: number | null
  /** When the host ended it. */
  readonly endedAt: number | null
  /** Whether the address of a recording was given, or the host showed those that the portal took over. */
  readonly replay: boolean
}

/** From when on a broadcast is over, if nothing more is heard. */
export function overAt({ to, signalled, heardAt, endedAt }: LiveMoments): number {
  if (endedAt !== null) return endedAt
  if (!signalled) return to
  return Math.min(Math.max(to, heardAt ?? to) + afterMs, to + beyondMs)
}

/**
 * The phase at a moment. A signal before the beginning is a rehearsal, which nobody but the host sees. A link
 * has no signal: the clock alone decides.
 */
export function livePhaseAt(live: LiveMoments, now: number): LivePhase {
  const { from, signalled, heardAt } = live
  if (now > overAt(live)) return live.replay ? 'replay' : 'over'
  if (now < from) return now < from - lobbyMs ? 'ahead' : 'lobby'
  if (!signalled) return 'onAir'
  if (heardAt === null || heardAt < from) return 'lobby'
  return now - heardAt < silenceMs ? 'onAir' : 'broken'
}
