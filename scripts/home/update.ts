import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readFile, readdir, rename, rm, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { answers, down, runningProcess, up, type Home } from './process.ts'
import { releaseFaults, signerFile } from './sums.ts'

/** What a release says of itself (`release.json`). */
export const releaseNote = z.object({
  name: z.literal('xingtan'),
  version: z.string().regex(/^\d+\.\d+\.\d+(?:-[\w.]+)?$/),
  commit: z.string(),
  platform: z.string(),
  built: z.string(),
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
})
export type ReleaseNote = z.infer<typeof releaseNote>

export async function noteOf(release: string): Promise<ReleaseNote> {
  return releaseNote.parse(JSON.parse(await readFile(join(release, 'release.json'), 'utf8')))
}

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Whether version `a` is later than `b`; what stands behind a hyphen is earlier than the version itself. */
export function later(a: string, b: string): boolean {
  const parts = (version: string) => version.split('-')[0]?.split('.').map(Number) ?? []
  const [left, right] = [parts(a), parts(b)]
  for (const [place, number] of left.entries())
    if (number !== right[place]) return number > (right[place] ?? 0)
  return b.includes('-') && !a.includes('-')
}

/** Unpacks the archive beside the other releases; a folder of that name that is not whole is replaced. */
async function unpack(home: Home, archive: string): Promise<string> {
  const folder = join(home.folder, `.unpacking-${process.pid}`)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder)
  const { status } = spawnSync('tar', ['-xzf', archive, '-C', folder], { stdio: 'inherit' })
  const [name, ...others] = status === 0 ? await readdir(folder) : []
  if (name === undefined || others.length > 0) {
    await rm(folder, { recursive: true, force: true })
    throw new Error(`${basename(archive)} 解不开，或不是杏坛的发布包。`)
  }
  return join(folder, name)
}

async function pointTo(home: Home, release: string): Promise<void> {
  const draft = join(home.folder, '.current')
  await rm(draft, { force: true })
  await symlink(basename(release), draft)
  await rename(draft, join(home.folder, 'current'))
}

/** How an update is done. */
export interface UpdateOrder {
  readonly archive: string
  /** The release that is in use, and does the update. */
  readonly current: string
  /** Command that restarts the portal where `up` does not run it, as `systemctl restart xingtan@8080`. */
  readonly restart: string | undefined
}

async function restart(home: Home, release: string, command: string | undefined): Promise<void> {
  await pointTo(home, release)
  if (command === undefined) {
    await down(home)
    return up(home, release)
  }
  execFileSync('sh', ['-c', command], { stdio: 'inherit' })
  await answers(home, (await noteOf(release)).version)
}

/** Why an unpacked release may not take the place of the present one, sentences; empty where it may. */
async function refusals(fresh: string, current: string): Promise<readonly string[]> {
  const signer = await readFile(join(current, signerFile), 'utf8').catch(() => undefined)
  const faults = await releaseFaults(fresh, signer)
  if (faults.length > 0) return faults
  const [next, now] = [await noteOf(fresh), await noteOf(current)]
  if (next.platform !== now.platform) return [`发布包是给 ${next.platform} 的，本机用的是 ${now.platform}。`]
  if (!later(next.version, now.version)) return [`${next.version} 不比现在的 ${now.version} 新。`]
  const known = new Map(next.migrations.map(({ name, sha256 }) => [name, sha256] as const))
  return now.migrations
    .filter(({ name, sha256 }) => known.get(name) !== sha256)
    .map(({ name }) => `迁移 ${name} 与现用版本的不同：数据库不能这样升级。`)
}

/** A backup in `backup`, made by the present release while the portal goes on. */
function backUp(home: Home, current: string): void {
  const { status } = spawnSync(join(current, 'xingtan'), ['backup', '--to', join(home.folder, 'backup')], {
    stdio: 'inherit',
    env: { ...process.env, XINGTAN_HOME: home.folder },
  })
  if (status !== 0) throw new Error('升级前的备份没有做成，没有升级。')
}

/**
 * Brings the installation to the version of an archive: checked, backed up, put beside the present one and
 * started. When it does not answer, the present version is put back: migrations take nothing from the version
 * before them (docs/decisions/0128).
 * @returns the version that runs now
 * @throws Error with a Chinese sentence; the present version runs then
 */
export async function update(
  home: Home,
  { archive, current, restart: command }: UpdateOrder,
): Promise<string> {
  if (command === undefined && (await runningProcess(home)) === undefined)
    throw new Error('门户不是由 ./xingtan up 启动的：请先启动，或用 --restart 说明怎样重新启动它。')
  const draft = await unpack(home, archive)
  try {
    const faults = await refusals(draft, current)
    if (faults.length > 0) throw new Error(`没有升级。${faults.slice(0, 5).join(' ')}`)
    const { version } = await noteOf(draft)
    backUp(home, current)
    const release = join(home.folder, `xingtan-${version}`)
    await rm(release, { recursive: true, force: true })
    await rename(draft, release)
    try {
      await restart(home, release, command)
      say(`已升级到 ${version}；原来的 ${basename(current)} 还在，确认无误后可以删除。`)
      return version
    } catch (error) {
      say(error instanceof Error ? error.message : String(error))
      await restart(home, current, command)
      throw new Error(`${version} 没有启动成功，已经回到 ${(await noteOf(current)).version}；数据没有变。`)
    }
  } finally {
    await rm(join(draft, '..'), { recursive: true, force: true })
  }
}
