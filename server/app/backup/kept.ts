import { z } from 'zod'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { ObjectStorage } from '../../platform/storage/storage.ts'
import { BackupError, manifestKey, readManifest } from './manifest.ts'
import { objectKey } from './objects.ts'
import { foundIn, momentOf } from './places.ts'

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

/** A backup that has no end after so many milliseconds was broken off. */
const longest = day

/** The manifest first: what is removed by half is no backup any more. */
async function removeBackup(storage: ObjectStorage, name: string): Promise<void> {
  await storage.remove(manifestKey(name))
  for await (const { key } of storage.list(`${name}/`)) await storage.remove(key)
}

/**
 * Removes the backups that the rule does not keep and what is left of some that were broken off, then the
 * contents that no other backup names. Nothing is removed while one of those that stay cannot be read.
 * Answers how many backups went.
 */
export async function removeOld(storage: ObjectStorage, keys: Keys, keep: KeepRule): Promise<number> {
  const { whole, begun } = await foundIn(storage)
  const staying = keptBackups(whole, keep)
  const named = new Set<string>()
  for (const name of staying)
    for (const { sha256 } of (await readManifest({ storage, name }, keys)).files) named.add(objectKey(sha256))
  const going = whole.filter((name) => !staying.has(name))
  const brokenOff = begun.filter((name) => Date.now() - momentOf(name).getTime() > longest)
  for (const name of [...going, ...brokenOff]) await removeBackup(storage, name)
  for await (const { key } of storage.list('objects/')) if (!named.has(key)) await storage.remove(key)
  return going.length
}
