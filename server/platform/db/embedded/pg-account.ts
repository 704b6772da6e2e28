import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '../../lifecycle/start-error.ts'

/** Account that runs PostgreSQL. `spawn` is empty unless we are root and must change to it. */
export type Account = Readonly<{ uid: number; gid: number; spawn: { uid?: number; gid?: number } }>

/** In this order, before any other account of the machine. */
export const CANDIDATE_USERS: readonly string[] = ['xingtan', 'postgres', 'nobody']

type PasswdEntry = Readonly<{ name: string; uid: number; gid: number }>

/**
 * PostgreSQL refuses to run as root. Not root: ourselves. Root: the owner of the existing cluster, else the
 * first of `candidates` in the passwd file, else any account of it that is not root (initdb insists on an
 * entry there). No account is ever created. Throws StartError if there is none, or if the cluster is somebody
 * else's.
 */
export async function chooseAccount(
  clusterOwner: { uid: number; gid: number } | undefined,
  candidates: readonly string[],
  passwdFile: string,
): Promise<Account> {
  const own = { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  if (own.uid !== 0) {
    if (clusterOwner && clusterOwner.uid !== own.uid) {
      throw new StartError(
        `内置数据库的文件属于另一个系统用户（uid ${clusterOwner.uid}），请用该用户或 root 启动。`,
      )
    }
    return { ...own, spawn: {} }
  }
  const entries = parsePasswd(await readFile(passwdFile, 'utf8').catch(() => ''))
  if (clusterOwner) {
    if (clusterOwner.uid === 0)
      throw new StartError('内置数据库的文件属于 root，PostgreSQL 不能以 root 运行，请改回原来的属主。')
    return asAccount(entries.find((entry) => entry.uid === clusterOwner.uid) ?? clusterOwner)
  }
  const named = candidates.map((name) => entries.find((entry) => entry.name === name && entry.uid > 0))
  const chosen = named.find((entry) => entry !== undefined) ?? entries.find((entry) => entry.uid > 0)
  if (!chosen) {
    throw new StartError(
      '以 root 启动内置数据库需要一个普通系统用户（如 nobody），本机没有；请用 DATABASE_URL 指定外部数据库。',
    )
  }
  return asAccount(chosen)
}

/**
 * Whether the account may pass every directory above `path`, and enter `path` (a directory) or run it (a
 * file).
 */
export async function canReach(path: string, account: Account): Promise<boolean> {
  if (!account.spawn.uid) return true
  const target = await realpath(path)
  const bits = (await stat(target)).isDirectory() ? 0o1 : 0o5
  if (!(await permits(target, account, bits))) return false
  for (let dir = dirname(target); ; dir = dirname(dir)) {
    if (!(await permits(dir, account, 0o1))) return false
    if (dir === dirname(dir)) return true
  }
}

/**
 * `bits` as for "others": 4 read, 1 execute or enter. A child spawned with a uid keeps its primary group
 * only.
 */
async function permits(path: string, account: Account, bits: number): Promise<boolean> {
  const { uid, gid, mode } = await stat(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}

function asAccount({ uid, gid }: { uid: number; gid: number }): Account {
  return { uid, gid, spawn: { uid, gid } }
}

function parsePasswd(text: string): PasswdEntry[] {
  return text
    .split('\n')
    .map((line) => line.split(':'))
    .filter((parts) => /^\d+$/.test(parts[2] ?? '') && /^\d+$/.test(parts[3] ?? ''))
    .map((parts) => ({ name: parts[0] ?? '', uid: Number(parts[2]), gid: Number(parts[3]) }))
}
