import type { CutReason } from './rule.ts'

/** A number of seconds as 12:40, hours as 1:02:03. */
export function clockText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const [hours, minutes, rest] = [
    Math.floor(seconds / 3_600),
    Math.floor(seconds / 60) % 60,
    Math.floor(seconds) % 60,
  ]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

export const devices = { desk: '电脑', phone: '手机', tablet: '平板', other: '另一台设备' } as const
export type Device = keyof typeof devices

export const deviceText = (device: string): string =>
  Object.entries(devices).find(([code]) => code === device)?.[1] ?? devices.other

const times = (hundredths: number): string => String(hundredths / 100)

/** Why seconds of one opening were not counted, and what to do about it. */
export function reasonText(
  reason: CutReason,
  {
    fastest,
    cap,
    lateMinutes,
  }: { readonly fastest: number; readonly cap: number; readonly lateMinutes: number },
): string {
  if (reason === 'busy') return '同一时间在另一处播放，一个人的时间只计一处，补看即可'
  if (reason === 'late') return `断网超过 ${lateMinutes} 分钟以前的不计，补看即可`
  if (reason === 'outside') return '超出录像的长度'
  return fastest > cap
    ? `${times(fastest)} 倍速最多按 ${times(cap)} 倍计，没计的秒数补看即可`
    : '报来的秒数比时钟走得多，没计的秒数补看即可'
}

/** The seconds that somebody typed as 12:40, 1:02:03 or 760; null where it is none of them. */
export function secondsIn(typed: string): number | null {
  const found = /^(?:(?:(\d{1,2})[:：])?(\d{1,3})[:：])?(\d{1,5})$/.exec(typed.trim())
  if (!found) return null
  const [, hours, minutes, seconds = ''] = found
  if (minutes !== undefined && Number(seconds) > 59) return null
  if (hours !== undefined && Number(minutes) > 59) return null
  return Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60 + Number(seconds)
}
