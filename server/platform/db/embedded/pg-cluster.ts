import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmod,
  chown,
  mkdir,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../../lifecycle/start-error.ts'
import { canReach } from './pg-account.ts'
import type { Account } from './pg-account.ts'
import { exists, makeSystemHome } from './pg-binaries.ts'
import { isAlive } from './pg-process.ts'

/**
 * The superuser that initdb makes; used to create the two working roles and to look after the server, only.
 */
export const ROOT_ROLE = 'xingtan_root'
const POINTER = 'pg-home'

/**
 * The directory of the existing cluster of this data directory: `pg` inside it, or where its `pg-home` file
 * points. Undefined if there is none yet. Throws StartError if the file points to nothing: a new, empty
 * database in its place would look like lost data.
 */
export async function existingCluster(dataDir: string): Promise<string | undefined> {
  const pointed = (await readFile(join(dataDir, POINTER), 'utf8').catch(() => '')).trim()
  if (!pointed) {
    const local = join(dataDir, 'pg')
    return (await exists(local)) ? realpath(local) : undefined
  }
  if (await exists(pointed)) return realpath(pointed)
  throw new StartError(
    `${join(dataDir, POINTER)} 指向的数据库目录 ${pointed} 不存在，请恢复该目录；确实要从空库开始才删除此文件。`,
  )
}

/**
 * Where a new cluster goes: inside the data directory, or under `systemHome` if the account cannot get in
 * there.
 */
export async function placeCluster(dataDir: string, account: Account, systemHome: string): Promise<string> {
  if (await canReach(dataDir, account)) return join(dataDir, 'pg')
  await makeSystemHome(systemHome)
  const parent = join(
    await realpath(systemHome),
    createHash('sha256').update(dataDir).digest('hex').slice(0, 16),
  )
  await mkdir(parent, { recursive: true })
  await chmod(parent, 0o755)
  return join(parent, 'pg')
}

/**
 * Makes the cluster under a temporary name and renames it, so that a crash leaves no half cluster. If another
 * process was first, its cluster stands. Afterwards the data directory knows where the cluster is.
 */
export async function createCluster(
  cluster: string,
  dataDir: string,
  { initdb, account, rootPassword }: { initdb: string; account: Account; rootPassword: string },
): Promise<void> {
  if (!(await exists(cluster))) await initialise(initdb, cluster, account, rootPassword)
  if (dirname(cluster) !== dataDir) {
    const draft = join(dataDir, `${POINTER}.${process.pid}`)
    await writeFile(draft, `${cluster}\n`, { mode: 0o644 })
    await rename(draft, join(dataDir, POINTER))
  }
}

/** Owner of the cluster's files, who alone may run it. */
export async function ownerOf(cluster: string): Promise<{ uid: number; gid: number }> {
  const { uid, gid } = await stat(cluster)
  return { uid, gid }
}

/** The whole environment of PostgreSQL's processes: nothing of ours (keys!) is handed on. */
export const MINIMAL_ENV = { PATH: '/usr/bin:/bin', LC_ALL: 'C' }

async function initialise(
  initdb: string,
  cluster: string,
  account: Account,
  rootPassword: string,
): Promise<void> {
  const parent = dirname(cluster)
  await removeAbandoned(parent)
  const draft = join(parent, `${basename(cluster)}.init-${process.pid}`)
  const passwordFile = `${draft}.pw`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, `${rootPassword}\n`, { mode: 0o600, flag: 'wx' })
    if (account.spawn.uid) {
      await chown(draft, account.uid, account.gid)
      await chown(passwordFile, account.uid, account.gid)
    }
    await runInitdb(initdb, draft, passwordFile, account)
    await rename(draft, cluster)
  } catch (error) {
    if (!(await exists(cluster))) throw error // else another process was first: its cluster stands
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = Number(/^pg\.init-(\d+)(\.pw)?$/.exec(name)?.[1] ?? NaN)
    if (Number.isNaN(pid) || (pid !== process.pid && isAlive(pid))) continue
    await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** Locale: code-point order everywhere, independent of the machine; names sort by their own column. */
function runInitdb(initdb: string, draft: string, passwordFile: string, account: Account): Promise<void> {
  const args = ['-D', draft, '-U', ROOT_ROLE, `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8']
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  args.push('--data-checksums', '--no-instructions')
  return new Promise((resolve, reject) => {
    const child = spawn(initdb, args, {
      ...account.spawn,
      cwd: '/',
      env: MINIMAL_ENV,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 120_000,
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2_000)))
    const fail = (cause?: Error) =>
      reject(
        new StartError(`内置数据库初始化失败，可改用 DATABASE_URL：${said.trim() || cause?.message}`, {
          cause,
        }),
      )
    child.on('error', fail)
    child.on('close', (code) => (code === 0 ? resolve() : fail()))
  })
}
