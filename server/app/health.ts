import { statfs } from 'node:fs/promises'
import { version } from '../../catalogue/version.ts'
import { masterKeyFits } from '../engine/sealing/index.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Queryable } from '../platform/db/database.ts'
import { sql } from '../platform/db/sql.ts'
import type { Server } from '../platform/http/server.ts'
import type { Lifecycle } from '../platform/lifecycle/lifecycle.ts'
import type { Watch } from '../platform/metrics/metrics.ts'

/** What has to be well for this process to be sent work. */
export interface Vitals {
  readonly db: Queryable
  readonly keys: Keys
  readonly lifecycle: Pick<Lifecycle, 'isReady'>
  /** DATA_DIR: uploads, and the embedded database. */
  readonly folder: string
  /** Number of the program's newest migration; 0 where it has none. */
  readonly migration: number
  /** That the bucket of files does not answer, in a sentence. */
  readonly filesNotice: () => Promise<string | null>
}

/**
 * What must stay free of a disk: a share of it, and bytes. Below, PostgreSQL soon cannot write its log and
 * stops.
 */
const least = { share: 0.05, bytes: 64 * 1024 * 1024 }

async function diskFault(folder: string): Promise<string | null> {
  const disk = await statfs(folder).catch(() => null)
  if (disk === null) return '数据目录不可用'
  // File systems that know no size say nothing.
  if (disk.blocks === 0) return null
  return disk.bavail < disk.blocks * least.share || disk.bavail * disk.bsize < least.bytes
    ? '数据目录所在的磁盘空间不足'
    : null
}

async function databaseFault({ db, keys, migration }: Vitals): Promise<string | null> {
  const fits = await masterKeyFits(db, keys).catch(() => null)
  if (fits === null) return '数据库没有应答'
  if (!fits) return '主密钥与数据库不符'
  // A newer program may have brought it further: that is a rolling update.
  const { newest } = await db.one<{ newest: number }>(
    sql`select coalesce(max(number), 0) as newest from schema_migration`,
  )
  return newest < migration ? '数据库的结构比程序旧' : null
}

/** Seconds by which what follows from events may be behind before it is said. */
const lateSeconds = 300

/**
 * What is not as it should be, although this process may be sent work: another process would be no better.
 */
async function lagOf({ db }: Vitals): Promise<string | null> {
  const { seconds } = await db.one<{ seconds: number }>(sql`
    select coalesce(max(extract(epoch from now() - o.at)), 0)::int as seconds
    from outbox_consumer c
    cross join lateral (
      select event_id from outbox_waiting where consumer = c.name order by event_id limit 1) w
    join outbox o on o.id = w.event_id`)
  return seconds > lateSeconds ? `后台处理落后 ${Math.round(seconds / 60)} 分钟` : null
}

/** Why no work may be sent now, in a sentence; null for ready. */
async function faultOf(vitals: Vitals): Promise<string | null> {
  if (!vitals.lifecycle.isReady()) return '正在启动或停止'
  return (await diskFault(vitals.folder)) ?? databaseFault(vitals).catch(() => '数据库没有应答')
}

/** Whether work may be sent to this process, as a gauge. */
export const readiness = (vitals: Vitals): Watch => ({
  gauges: { xingtan_ready: { help: '1 while work may be sent to this process (/ready).', labels: [] } },
  read: async () => [{ gauge: 'xingtan_ready', labels: {}, value: (await faultOf(vitals)) === null ? 1 : 0 }],
})

/**
 * /health: the process lives. /ready: it may be sent work, because it has started, is not stopping, has room,
 * and database, its structure and key are right; `notice` says what is late all the same, `version` which program
 * answers.
 */
export function healthRoutes(server: Server, vitals: Vitals): void {
  const config = { access: 'public', rateLimit: false } as const
  server.get('/health', { config, schema: { hide: true } }, async () => ({ status: 'ok' }))
  server.get('/ready', { config, schema: { hide: true } }, async (_, reply) => {
    const reason = await faultOf(vitals)
    reply.header('cache-control', 'no-store')
    if (reason !== null) return reply.code(503).send({ status: 'not ready', reason })
    const found = await Promise.all([lagOf(vitals).catch(() => null), vitals.filesNotice()])
    const notice = found.filter((one) => one !== null).join('；')
    return reply.send({ status: 'ready', version, ...(notice !== '' && { notice }) })
  })
}
