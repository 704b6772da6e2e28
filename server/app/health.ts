import { statfs } from 'node:fs/promises'
import { masterKeyFits } from '../engine/sealing/index.ts'
import type { Keys } from '../platform/crypto/keys.ts'
import type { Queryable } from '../platform/db/database.ts'
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

async function databaseFault(db: Queryable, keys: Keys): Promise<string | null> {
  const fits = await masterKeyFits(db, keys).catch(() => null)
  return fits === null ? '数据库没有应答' : fits ? null : '主密钥与数据库不符'
}

/** Why no work may be sent now, in a sentence; null for ready. */
async function faultOf({ db, keys, lifecycle, folder }: Vitals): Promise<string | null> {
  if (!lifecycle.isReady()) return '正在启动或停止'
  return (await diskFault(folder)) ?? databaseFault(db, keys)
}

/** Whether work may be sent to this process, as a gauge. */
export const readiness = (vitals: Vitals): Watch => ({
  gauges: { xingtan_ready: { help: '1 while work may be sent to this process (/ready).', labels: [] } },
  read: async () => [{ gauge: 'xingtan_ready', labels: {}, value: (await faultOf(vitals)) === null ? 1 : 0 }],
})

/**
 * /health: the process lives. /ready: it may be sent work, because it has started, is not stopping, has room,
 * and database and key are right.
 */
export function healthRoutes(server: Server, vitals: Vitals): void {
  const config = { access: 'public', rateLimit: false } as const
  server.get('/health', { config, schema: { hide: true } }, async () => ({ status: 'ok' }))
  server.get('/ready', { config, schema: { hide: true } }, async (_, reply) => {
    const reason = await faultOf(vitals)
    return reply
      .code(reason === null ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(reason === null ? { status: 'ready' } : { status: 'not ready', reason })
  })
}
