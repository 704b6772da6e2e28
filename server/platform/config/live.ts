import { z } from 'zod'
import { noSpaces, text, webAddress } from './variable.ts'

/** The live server of this installation; undefined where broadcasts are links only (docs/decisions/0244). */
export interface LiveSettings {
  readonly provider: LiveServerName
  /** HTTP address of the server's API, without a trailing slash. */
  readonly api: string
  /** Where encoders send to: `rtmp://host/application`. */
  readonly pushUrl: string
  /** Where viewers fetch playlists and segments, without a trailing slash. */
  readonly playUrl: string
  /** Where the portal fetches recordings. */
  readonly recordsUrl: string
  /** What the server's hooks carry. At least 16 characters. */
  readonly secret: string
}

export const liveServerNames = ['srs', 'mediamtx', 'stand-in'] as const
export type LiveServerName = (typeof liveServerNames)[number]

const isPushUrl = (value: string) => {
  const url = URL.parse(value)
  return url !== null && /^(rtmps?|srt):$/.test(url.protocol) && /^\/[a-z0-9]+$/.test(url.pathname)
}

export const liveVariables = {
  LIVE_PROVIDER: z.enum(liveServerNames, `LIVE_PROVIDER 只能是 ${liveServerNames.join('、')}。`).optional(),
  LIVE_API: webAddress('LIVE_API').optional(),
  LIVE_PUSH_URL: text(
    'LIVE_PUSH_URL 应形如 rtmp://live.example.cn/live，末尾是应用名，只用小写字母和数字。',
    isPushUrl,
  ).optional(),
  LIVE_PLAY_URL: webAddress('LIVE_PLAY_URL').optional(),
  LIVE_RECORDS_URL: webAddress('LIVE_RECORDS_URL').optional(),
  LIVE_SECRET: noSpaces('LIVE_SECRET').refine(
    (value) => value === undefined || /^[\w.~-]{16,200}$/.test(value),
    'LIVE_SECRET 应为 16 到 200 个字母、数字和 - _ . ~，可用 openssl rand -hex 24 生成。',
  ),
}

/** Variables that are given together or not at all. */
export const liveTogether = [
  ['LIVE_PROVIDER', 'LIVE_API', 'LIVE_PUSH_URL', 'LIVE_PLAY_URL', 'LIVE_SECRET'],
] as const

/** Rules between them and the rest. */
export const liveRules = (given: Readonly<Record<string, string | undefined>>) => [
  given['LIVE_PROVIDER'] === 'stand-in' &&
    given['NODE_ENV'] === 'production' &&
    'LIVE_PROVIDER=stand-in 只供演示和测试，正式环境请用 srs 或 mediamtx。',
  given['LIVE_RECORDS_URL'] && !given['LIVE_PROVIDER'] && 'LIVE_RECORDS_URL 只能与 LIVE_PROVIDER 一起使用。',
]

/** MediaMTX serves recordings at a port of its own, SRS where it serves what is played. */
function recordsOf(provider: LiveServerName, api: string, playUrl: string): string {
  if (provider !== 'mediamtx') return playUrl
  const url = new URL(api)
  url.port = '9996'
  return url.origin
}

export function liveSettingsOf(
  values: z.output<z.ZodObject<typeof liveVariables>>,
): LiveSettings | undefined {
  const { LIVE_PROVIDER: provider, LIVE_API: api, LIVE_PUSH_URL: pushUrl } = values
  const { LIVE_PLAY_URL: playUrl, LIVE_SECRET: secret } = values
  if (!provider || !api || !pushUrl || !playUrl || !secret) return undefined
  const recordsUrl = values.LIVE_RECORDS_URL ?? recordsOf(provider, api, playUrl)
  return { provider, api, pushUrl, playUrl, recordsUrl, secret }
}
