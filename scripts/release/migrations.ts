import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { takenAway } from '../../server/platform/db/two-steps.ts'

/** A migration of a release and the SHA-256 of its text, in hex. */
export interface MigrationSum {
  readonly name: string
  readonly sha256: string
}

/** The migrations of the program, in the order in which they run. */
export async function migrationSums(folder: string): Promise<MigrationSum[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/**
 * Why a release may not follow the one before it (docs/decisions/0128), sentences: migrations that ran are as
 * they were, new ones come after them, and what takes something away says whose second step it is, of a first
 * step that the release before it had.
 */
export async function migrationFaults(
  folder: string,
  before: readonly MigrationSum[],
  now: readonly MigrationSum[],
): Promise<string[]> {
  if (before.length === 0) return []
  const sums = new Map(now.map(({ name, sha256 }) => [name, sha256] as const))
  const ran = new Set(before.map(({ name }) => name))
  const last = before.at(-1)?.name ?? ''
  const changed = before
    .filter(({ name, sha256 }) => sums.get(name) !== sha256)
    .map(({ name }) => `${name} ran with the release before and is another one now`)
  const fresh = now.filter(({ name }) => !ran.has(name))
  const early = fresh.filter(({ name }) => name < last).map(({ name }) => `${name} comes before ${last}`)
  const taken = await Promise.all(
    fresh.map(async ({ name }) => {
      const text = await readFile(join(folder, name), 'utf8')
      return takenAway(name, text, last)
    }),
  )
  return [...changed, ...early, ...taken.flat()]
}
