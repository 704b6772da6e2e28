import { rm } from 'node:fs/promises'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Keys } from '../../platform/crypto/keys.ts'
import { BackupError, readManifest } from './manifest.ts'
import { backupsIn } from './take.ts'

/** How many days, weeks and months back the last backup of each is kept. */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const rule = z.tuple([z.coerce.number(), z.coerce.number(), z.coerce.number()])

/** “7,4,12”: seven days, four weeks, twelve months. Throws BackupError. */
export function keepRuleOf(text: string): KeepRule {
  const read = rule.safeParse(text.split(','))
  const [days = 0, weeks = 0, months = 0] = read.success ? read.data : []
  const isCount = (count: number) => Number.isInteger(count) && count >= 0 && count <= 1000
  if (!read.success || ![days, weeks, months].every(isCount) || days + weeks + months === 0)
    throw new BackupError('保留规则应形如 7,4,12：最近 7 天、4 周、12 个月各留最后一份。')
  return { days, weeks, months }
}

/** Names of backups begin with their moment: 2026-11-23T02-00-00-000Z. */
const momentOf = (name: string): Date =>
  new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/, 'T$1:$2:$3.$4Z'))

const shanghai = 8 * 3600_000
const day = 24 * 3600_000

/** Days, weeks (from Monday) and months of a moment in Shanghai. */
const periods = {
  days: (at: number) => String(Math.floor(at / day)),
  weeks: (at: number) => String(Math.floor((at / day + 3) / 7)),
  months: (at: number) => new Date(at).toISOString().slice(0, 7),
} as const

/** Which of the backups (names, in any order) the rule keeps; the last one always. */
export function keptBackups(names: readonly string[], keep: KeepRule): Set<string> {
  const newest = names.toSorted().reverse()
  const chosen = new Set(newest.slice(0, 1))
  for (const period of ['days', 'weeks', 'months'] as const) {
    const seen = new Set<string>()
    for (const name of newest) {
      const key = periods[period](momentOf(name).getTime() + shanghai)
      if (seen.has(key)) continue
      if (seen.size >= keep[period]) break
      seen.add(key)
      chosen.add(name)
    }
  }
  return chosen
}

/**
 * Removes the backups that the rule does not keep, then the contents that no other backup names. Nothing is removed while one
 * of those that stay cannot be read. Answers how many backups went.
 */
export async function removeOld(target: string, keys: Keys, keep: KeepRule): Promise<number> {
  const names = await backupsIn(target)
  const staying = keptBackups(names, keep)
  const named = new Set<string>()
  for (const name of staying)
    for (const { sha256 } of (await readManifest(join(target, name), keys)).files) named.add(sha256)
  const going = names.filter((name) => !staying.has(name))
  for (const name of going) await rm(join(target, name), { recursive: true, force: true })
  const folder = join(target, 'objects')
  for (const part of await readdir(folder).catch(() => []))
    for (const sha256 of await readdir(join(folder, part)))
      if (!named.has(sha256)) await rm(join(folder, part, sha256), { force: true })
  return going.length
}
