import type { Actor } from '../../../catalogue/access/access.ts'
import {
  studioQuotas,
  quotaSet,
  type StudioQuotas,
} from '../../../catalogue/contract/teaching/studio-quotas.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { runningStates } from '../../../catalogue/processes/studio.ts'
import type { Database, Queryable, Tx } from '../../engine/engine.ts'
import type { Ground } from '../../engine/feature.ts'
import { caseRows } from '../../engine/processes/index.ts'
import { note } from '../../platform/audit/note.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'

/** Studios of an office that run now. */
const runningOf = (office: Sql): Sql => sql`(
  select count(*)::int from ${caseRows} own_k
  where own_k.type = 'studio' and own_k.state = any(${[...runningStates]}::text[]) and (own_k.parties ->> 'office')::int = ${office})`

/** Offices `i` whose quota the actor sets: those right below, and of a province its own. */
const keptBy = ({ institutionId, role }: Actor): Sql => sql`(
  (i.parent_id = ${institutionId} and i.level in ('city', 'district') and i.closed_on is null)
  or (${role === 6} and i.id = ${institutionId}))`

/** The offices whose quota the actor sets, with what is taken of it. */
export async function quotasOf(db: Queryable, actor: Actor): Promise<StudioQuotas> {
  const list = await db.query<StudioQuotas['list'][number]>(sql`
    select i.id as "officeId", i.name as office, q.most, ${runningOf(sql`i.id`)} as running
    from institution i left join studio_quota q on q.office_id = i.id
    where ${keptBy(actor)}
    order by i.id = ${actor.institutionId} desc, i.code, i.id limit 500`)
  return { list }
}

/** Sets the quota of an office; null takes it away. AppError `missing` for an office that is not the actor's to set. */
export const setQuota = (
  db: Database,
  actor: Actor,
  { officeId, most }: { readonly officeId: number; readonly most: number | null },
): Promise<void> =>
  db.transaction(async (tx) => {
    const found = await tx.maybeOne(
      sql`select 1 from institution i where i.id = ${officeId} and ${keptBy(actor)}`,
    )
    if (!found) throw new AppError('missing')
    await tx.execute(
      most === null
        ? sql`delete from studio_quota where office_id = ${officeId}`
        : sql`
            insert into studio_quota (office_id, most, by_identity) values (${officeId}, ${most}, ${actor.identityId})
            on conflict (office_id) do update
            set most = excluded.most, by_identity = excluded.by_identity, set_at = excluded.set_at`,
    )
    await note(tx, { by: actor.identityId, action: 'studio.quota', facts: { office: officeId, most } })
  })

/**
 * Refuses to set up one more studio than the office may have. Those who approve at the same time wait for each
 * other. AppError `wrongState`.
 */
export async function requireQuota(tx: Tx, officeId: number): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtext('studio.quota'), ${officeId})`)
  const quota = await tx.maybeOne<{ most: number; running: number }>(sql`
    select q.most, ${runningOf(sql`q.office_id`)} as running from studio_quota q where q.office_id = ${officeId}`)
  if (quota && quota.running >= quota.most)
    throw new AppError('wrongState', {
      message: `工作室名额 ${quota.most} 个，正在运行的已有 ${quota.running} 个；请先结束到期的，或请上级调整名额`,
    })
}

const url = '/api/v1/teaching/studioQuotas'

/** How many studios the offices below may have. */
export function quotaRoutes(server: Server, { db, actorOn }: Pick<Ground, 'db' | 'actorOn'>): void {
  const shared = { access: [5, 6], tag: '工作室', answer: studioQuotas } as const
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '下级单位（省级包括本级）可以同时运行多少个工作室，已有多少个',
    handle: (_input, request) => quotasOf(db, actorOn(request)),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url,
    summary: '定一个下级单位的工作室名额；空着为不限',
    body: quotaSet,
    handle: async ({ body }, request) => {
      await setQuota(db, actorOn(request), body)
      return quotasOf(db, actorOn(request))
    },
  })
}
