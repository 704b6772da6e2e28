import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { today } from '../../server/platform/clock/clock.ts'
import { startPortal, stopPortal } from './portal.ts'

const copied = promisify(execFile)
const prefix = `xingtan-region-${process.getuid?.() ?? 0}-`

/** Files that `start` reaches through its imports, itself included; paths from the project's folder. */
async function reachedFrom(start: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path)) continue
    const text = await readFile(path, 'utf8')
    texts.set(path, text)
    for (const [, name = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g))
      waiting.push(normalize(join(dirname(path), name)))
  }
  return texts
}

/**
 * Names one state of the demo region: the program and the files of the demo, the tables it is loaded into, and
 * the day, which its times follow.
 */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256').update(today())
  for (const [path, text] of await reachedFrom('demo/load.ts')) hash.update(path).update(text)
  const asIs = [
    ...(await readdir('server/migrations')).map((name) => join('server/migrations', name)),
    ...(await readdir('demo', { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  ]
  for (const path of asIs.toSorted()) hash.update(path).update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}

/** Loads the region into a folder that gets its name when the portal has ended well: all of it or nothing. */
async function load(place: string): Promise<void> {
  const coming = await mkdtemp(join(tmpdir(), `${prefix}coming-`))
  // So that the database's own account gets in.
  await chmod(coming, 0o711)
  const portal = await startPortal({ DATA_DIR: coming, JOBS: 'off' })
  await stopPortal(portal.process)
  await rename(coming, place).catch(async (error: unknown) => {
    // Another run was faster.
    await rm(coming, { recursive: true, force: true })
    if (!existsSync(place)) throw error
  })
}

/** Regions of earlier states of the program are thrown away when a new one is loaded. */
async function forgetOthers(place: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name)
    if (name.startsWith(prefix) && !name.includes('-coming-') && path !== place)
      await rm(path, { recursive: true, force: true })
  }
}

let prepared: Promise<string> | undefined

/**
 * The folder of a portal with the demo region, loaded once for this state of the program; not to be used
 * itself.
 */
function preparedRegion(): Promise<string> {
  prepared ??= (async () => {
    const place = join(tmpdir(), `${prefix}${await fingerprint()}`)
    if (!existsSync(place)) {
      await load(place)
      await forgetOthers(place)
    }
    return place
  })()
  return prepared
}

/**
 * A data folder of one's own with the demo region in it, owners and all, in about a second. `removePortal`
 * removes it.
 */
export async function demoFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `xingtan-${name}-`))
  const region = await preparedRegion()
  // Where the temporary folder is closed to the database's account, its cluster stands elsewhere and cannot
  // be copied with the folder: the portal that starts on an empty one loads the region itself.
  if (!existsSync(join(region, 'pg-home'))) await copied('cp', ['-a', `${region}/.`, folder])
  return folder
}
