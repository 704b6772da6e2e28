/**
 * The servers that stand around a portal, started from the packages of Debian (postgresql, pgbouncer, nginx)
 * as an ordinary account, on 127.0.0.1, below a folder of their own.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chooseAccount, CANDIDATE_USERS } from '../../server/platform/db/embedded/pg-account.ts'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'

const run = promisify(execFile)

/** Where Debian puts the programs; undefined where the package is not installed. */
export const programs = {
  postgres: newestPostgres(),
  pgbouncer: ['/usr/sbin/pgbouncer'].find(existsSync),
  nginx: ['/usr/sbin/nginx'].find(existsSync),
} as const

function newestPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  const newest = readdirSync(root)
    .toSorted((a, b) => Number(b) - Number(a))
    .at(0)
  return newest && join(root, newest, 'bin')
}

/** Says which packages are missing and ends with 0; for machines without them, as those of CI. */
export function requirePrograms(...names: readonly (keyof typeof programs)[]): void {
  const missing = names.filter((name) => programs[name] === undefined)
  if (missing.length === 0) return
  console.log(`skipped: needs the Debian packages of ${missing.join(', ')}, which are not installed here`)
  process.exit(0)
}

/** Where the servers live, and the account they run under: our own, or an ordinary one where we are root. */
export interface Place {
  readonly folder: string
  readonly account: { readonly uid?: number; readonly gid?: number }
  /** A folder within the place that belongs to the account. */
  readonly own: (name: string) => Promise<string>
  /** Registers what has to end, last first. */
  readonly onEnd: (stop: () => Promise<unknown> | void) => void
  /** Ends everything and removes the folder. */
  readonly end: () => Promise<void>
}

export async function openPlace(name: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), `xingtan-${name}-`))
  await chmod(folder, 0o755)
  const { uid, gid, spawn: account } = await chooseAccount(undefined, CANDIDATE_USERS, '/etc/passwd')
  const stops: (() => Promise<unknown> | void)[] = []
  return {
    folder,
    account,
    own: async (part) => {
      const made = join(folder, part)
      await mkdir(made, { recursive: true, mode: 0o700 })
      await chown(made, uid, gid)
      return made
    },
    onEnd: (stop) => void stops.push(stop),
    end: async () => {
      for (const stop of stops.toReversed()) await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until somebody listens on the port; throws after ten seconds, or when the process ended. */
export async function listening(port: number, child?: ChildProcess): Promise<void> {
  for (const deadline = Date.now() + 10_000; ; await sleep(20)) {
    if (child && child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`)
    const socket = createConnection(port, '127.0.0.1')
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (open) return
    if (Date.now() > deadline) throw new Error(`nobody listens on ${port}`)
  }
}

/** Starts a program in the foreground; what it says is written into a file of the place. */
async function launch(place: Place, program: string, args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(program, args, {
    ...place.account,
    cwd: '/',
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
  })
  place.onEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGINT')
    await once(child, 'exit')
  })
  return child
}

export interface Postgres {
  readonly port: number
  readonly process: ChildProcess
  /** An address of the superuser. */
  readonly adminUrl: string
  /** Runs statements as the superuser, one call of psql each. */
  readonly ask: (statement: string, database?: string) => Promise<string>
}

/**
 * A PostgreSQL server of Debian's with SCRAM for everybody but the superuser. `settings` are added to the
 * defaults.
 */
export async function startPostgres(place: Place, settings: Readonly<Record<string, string>> = {}) {
  const bin = programs.postgres ?? ''
  const folder = await place.own('postgres')
  const data = join(folder, 'data')
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
    ...place.account,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
  })
  await writeFile(
    join(data, 'pg_hba.conf'),
    'local all all trust\nhost all,replication admin 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n',
  )
  const port = await freePort()
  const all = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    log_min_messages: 'fatal',
    ...settings,
  }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = await launch(place, join(bin, 'postgres'), ['-D', data, ...args])
  const ask = async (statement: string, database = 'postgres') => {
    const target = ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-d', database]
    return (await run(join(bin, 'psql'), [...target, '-qtAX', '-v', 'ON_ERROR_STOP=1', '-c', statement]))
      .stdout
  }
  for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
    const up = await ask('select 1').then(
      () => true,
      () => false,
    )
    if (up) break
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('PostgreSQL did not start')
  }
  return { port, process: child, adminUrl: `postgres://admin@127.0.0.1:${port}/postgres`, ask }
}

/**
 * A streaming replica of a server, made and kept by Debian's programs. `start` starts it again after it was
 * killed.
 */
export async function startStandby(place: Place, primary: Postgres, name: string) {
  const bin = programs.postgres ?? ''
  const folder = await place.own(name)
  const data = join(folder, 'data')
  const source = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'admin']
  await run(
    join(bin, 'pg_basebackup'),
    [...source, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'],
    {
      ...place.account,
      cwd: '/',
    },
  )
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
    const set = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'fsync=off',
      'log_min_messages=fatal',
    ]
    const child = await launch(place, join(bin, 'postgres'), [
      '-D',
      data,
      ...set.flatMap((one) => ['-c', one]),
    ])
    await listening(port, child)
    return child
  }
  const ask = async (statement: string, database = 'postgres') => {
    const target = ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-d', database]
    return (await run(join(bin, 'psql'), [...target, '-qtAX', '-c', statement])).stdout.trim()
  }
  return { port, start, ask, process: await start() }
}

/**
 * PgBouncer in transaction mode before a server, with `deploy/pgbouncer.ini` as it is but for its places.
 * Accounts are asked of the server, by the function of `deploy/pgbouncer.sql`.
 */
export async function startPgBouncer(place: Place, postgres: Postgres, databases: readonly string[]) {
  const folder = await place.own('pgbouncer')
  const port = await freePort()
  const deploy = join(import.meta.dirname, '../../deploy')
  const password = 'asks-for-accounts'
  const lookUp = (await readFile(join(deploy, 'pgbouncer.sql'), 'utf8')).replace('换成口令', password)
  for (const database of databases) await postgres.ask(lookUp, database)
  await writeFile(join(folder, 'userlist.txt'), `"pgbouncer" "${password}"\n`)
  const settings = (await readFile(join(deploy, 'pgbouncer.ini'), 'utf8'))
    .replace(/^\* = .*$/m, `* = host=127.0.0.1 port=${postgres.port}`)
    .replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*$/m, `listen_port = ${port}`)
    .replace(/^auth_file = .*$/m, `auth_file = ${join(folder, 'userlist.txt')}`)
    .replace(/^logfile = .*$/m, `logfile = ${join(folder, 'log')}`)
    .replace(/^pidfile = .*$/m, `pidfile = ${join(folder, 'pid')}`)
    .replace(/^unix_socket_dir = .*$/m, 'unix_socket_dir =')
  await writeFile(join(folder, 'pgbouncer.ini'), settings)
  const child = await launch(place, programs.pgbouncer ?? '', ['-q', join(folder, 'pgbouncer.ini')])
  await listening(port, child)
  return { port, process: child }
}

/** nginx with a configuration of `http` blocks' content; its own folders below the place. */
export async function startNginx(place: Place, port: number, http: string) {
  const folder = await place.own('nginx')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;\nworker_processes 1;\npid ${folder}/pid;\nerror_log ${folder}/error.log warn;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
${http}
}\n`,
  )
  const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
  await run(programs.nginx ?? '', ['-t', '-q', ...args], place.account)
  const child = await launch(place, programs.nginx ?? '', args)
  await listening(port, child)
  return { process: child, errors: () => readFile(join(folder, 'error.log'), 'utf8') }
}
