import { z } from 'zod'
import { duties } from '../../../../catalogue/access/duties.ts'
import type { LogIntegrity } from '../../../../catalogue/contract/administration/audit-log.ts'
import {
  connectionKey,
  connectionTried,
  overview,
  portalSwitch,
  stepChoice,
} from '../../../../catalogue/contract/administration/overview.ts'
import type { ActorOn } from '../../../engine/access/index.ts'
import { note } from '../../../platform/audit/note.ts'
import type { Database } from '../../../platform/db/database.ts'
import { register } from '../../../platform/http/call.ts'
import type { KeptJob } from '../../../platform/jobs/queue.ts'
import type { Server } from '../../../platform/http/server.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { WorkbenchTools } from '../tools.ts'
import { beginningOf } from './beginning.ts'
import { concernsOf, type Readings } from './concerns.ts'
import { connectionsOf, tryConnection, type ConnectionNeeds } from './connections.ts'
import { isPortalOpened, putStepOff, switchPortal } from './opening.ts'
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

/** Dependencies of the overview. */
export interface OverviewNeeds {
  readonly db: Database
  /** DATA_DIR. */
  readonly folder: string
  readonly connecting: ConnectionNeeds
  readonly demo: boolean
  /** Forgets what is kept for visitors. */
  readonly forgetAnswers: () => void
  /** Extent of the sealed log, and the result of its last check. */
  readonly integrity: () => Promise<LogIntegrity>
  readonly waitingContents: WorkbenchTools['waitingContents']
  readonly keptJobs: () => readonly Pick<KeptJob, 'name' | 'label'>[]
  readonly actorOn: ActorOn
}

/** GET /api/v1/overview: how the portal runs, for every administrator; figures only, no names. */
export function overviewRoute(server: Server, watched: OverviewNeeds): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/overview',
    access: [1],
    duties,
    tag: '工作台',
    summary: '系统管理员首页：平台运行概览',
    answer: overview,
    handle: async (_, request) => {
      const { db, demo, connecting } = watched
      const now = await readingsOf(watched, await watched.waitingContents(watched.actorOn(request)))
      const connections = connectionsOf(connecting, now)
      return {
        ...now,
        connections,
        portalOpened: await isPortalOpened(db),
        concerns: concernsOf(now),
        beginning: await beginningOf(db, { connections, demo }),
      }
    },
  })
}

/** Administrators' calls on the overview: try a connection, open the portal, postpone a step. */
export function startRoutes(server: Server, watched: OverviewNeeds): void {
  const { db, connecting, actorOn } = watched
  const shared = { access: [1], tag: '工作台', stepUp: true } as const
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/overview/connections/:key/test',
    summary: '测试短信、邮件、文件存储、域名是否接通；测试消息只发给自己',
    perMinute: 10,
    params: z.object({ key: connectionKey }),
    answer: connectionTried,
    handle: async ({ params: { key } }, request) => {
      const actor = actorOn(request)
      const origin = request.headers.origin ?? `${request.protocol}://${request.host}`
      const tried = await tryConnection(connecting, key, { personId: actor.personId, origin })
      await note(db, {
        by: actor.identityId,
        action: 'connection.tested',
        facts: { connection: key, ok: tried.ok },
      })
      return tried
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/overview/portal',
    summary: '向访客开通或关闭门户',
    body: portalSwitch,
    answer: portalSwitch,
    handle: async ({ body: { opened } }, request) => {
      await switchPortal(db, actorOn(request), opened)
      watched.forgetAnswers()
      return { opened }
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/overview/steps/:key',
    summary: '暂缓或恢复“从这里开始”的一步',
    params: z.object({ key: z.string().max(20) }),
    body: stepChoice,
    answer: stepChoice,
    handle: async ({ params: { key }, body: { putOff } }, request) => {
      await putStepOff(db, actorOn(request), { key, putOff })
      return { putOff }
    },
  })
}

async function readingsOf(
  { db, folder, connecting: { channels }, integrity, keptJobs }: OverviewNeeds,
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
      { channel: 'mail', ready: channels.mail.connected, waiting: sending['mail'] ?? 0, failed: mail },
      { channel: 'sms', ready: channels.sms.connected, waiting: sending['sms'] ?? 0, failed: sms },
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
