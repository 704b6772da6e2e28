import { duties } from '../../../../catalogue/access/duties.ts'
import type { LogIntegrity } from '../../../../catalogue/contract/administration/audit-log.ts'
import { overview } from '../../../../catalogue/contract/administration/overview.ts'
import type { ActorOn } from '../../../engine/access/index.ts'
import type { Database } from '../../../platform/db/database.ts'
import { register } from '../../../platform/http/call.ts'
import type { KeptJob } from '../../../platform/jobs/queue.ts'
import type { Server } from '../../../platform/http/server.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { WorkbenchTools } from '../tools.ts'
import { beginningOf } from './beginning.ts'
import { concernsOf, type Readings } from './concerns.ts'
import {
  backupsNow,
  consumersNow,
  failedToday,
  jobsNow,
  requestsOpen,
  signInsToday,
  storageNow,
  waitingToSend,
} from './readings.ts'

/** What the overview reads. */
export interface Watched {
  readonly db: Database
  /** DATA_DIR. */
  readonly folder: string
  readonly ready: Readonly<Record<'mail' | 'sms', boolean>>
  /** How far the log is sealed, and what its last check found. */
  readonly integrity: () => Promise<LogIntegrity>
  readonly waitingContents: WorkbenchTools['waitingContents']
  readonly keptJobs: () => readonly Pick<KeptJob, 'name' | 'label'>[]
  readonly actorOn: ActorOn
}

/** GET /api/v1/overview: how the portal runs, for every administrator; figures only, no names. */
export function overviewRoute(server: Server, watched: Watched): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/overview',
    access: [1],
    duties,
    tag: '工作台',
    summary: '系统管理员首页：平台运行概览',
    answer: overview,
    handle: async (_, request) => {
      const now = await readingsOf(watched, await watched.waitingContents(watched.actorOn(request)))
      return { ...now, concerns: concernsOf(now), beginning: await beginningOf(watched.db) }
    },
  })
}

async function readingsOf(
  { db, folder, ready, integrity, keptJobs }: Watched,
  waiting: Awaited<ReturnType<WorkbenchTools['waitingContents']>>,
): Promise<Readings> {
  const jobLabels = new Map(keptJobs().map(({ name, label }) => [name, label]))
  const [time, signIns, jobs, consumers, sending, storage, audit, accountRequests, mail, sms, backup] =
    await Promise.all([
      db.one<{ at: string; today: string }>(
        sql`select now() as at, (now() at time zone 'Asia/Shanghai')::date as today`,
      ),
      signInsToday(db),
      jobsNow(db),
      consumersNow(db),
      waitingToSend(db),
      storageNow(db, folder),
      integrity(),
      requestsOpen(db),
      failedToday(db, 'mail.failed'),
      failedToday(db, 'sms.failed'),
      backupsNow(db),
    ])
  return {
    ...time,
    signIns,
    jobs: jobs.map((job) => ({ ...job, label: jobLabels.get(job.name) ?? job.name })),
    consumers,
    deliveries: [
      { channel: 'mail', ready: ready.mail, waiting: sending['mail'] ?? 0, failed: mail },
      { channel: 'sms', ready: ready.sms, waiting: sending['sms'] ?? 0, failed: sms },
    ],
    storage,
    backup,
    audit: {
      sealed: audit.sealed?.seq ?? 0,
      sealedAt: audit.sealed?.at ?? null,
      pending: audit.pending,
      checkedAt: audit.checked?.at ?? null,
      faults: audit.checked?.faults ?? 0,
    },
    accountRequests,
    contents: waiting.map(({ type, title, count, link }) => ({ type, title, waiting: count, link })),
  }
}
