import type { Actor } from '../../../catalogue/access/access.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { onePath } from '../../../catalogue/contents/public.ts'
import type { Appointment } from '../../../catalogue/contract/schedule.ts'
import type { Lives, LivesAsked } from '../../../catalogue/contract/teaching/lives.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Queryable, Tx } from '../../engine/engine.ts'
import { hostsOf, phaseOf, seen } from '../../engine/publishing/index.ts'
import { keep } from '../../engine/sharing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { definition, momentOf } from './room.ts'

const kind = definition.name

const isKept = ({ personId }: Actor) => sql`exists (
  select 1 from favourite f where f.person_id = ${personId} and f.kind = ${kind} and f.item_id = c.id)`

interface LiveLine extends Omit<Lives['list'][number], 'address'> {
  readonly watchUrl: string | null
  readonly replayUrl: string | null
}

/** Broadcasts that the actor may watch: running first, then the next ones, then those to be seen again. */
export async function livesFor(
  db: Queryable,
  actor: Actor,
  { kept, page, pageSize }: LivesAsked,
): Promise<Lives> {
  const phase = phaseOf(definition)
  const where = sql`${seen(definition, actor)} and ${kept === '1' ? isKept(actor) : sql`${phase} <> '2'`}`
  const [rows, { total }] = await Promise.all([
    db.query<LiveLine>(sql`
      select c.id, c.live ->> 'title' as title, c.live ->> 'liveKind' as "liveKind", c.live ->> 'subject' as subject,
        c.live ->> 'lecturer' as lecturer, coalesce(c.live ->> 'org', i.name) as org,
        left(c.live ->> 'startTime', 16) as "startTime", left(c.live ->> 'endTime', 16) as "endTime", ${phase} as phase,
        c.live ->> 'watchUrl' as "watchUrl", c.live ->> 'replayUrl' as "replayUrl", ${isKept(actor)} as kept,
        c.live ->> 'way' is not distinct from '1' as here
      from content c join institution i on i.id = c.institution_id
      where ${where}
      order by case ${phase} when '1' then 0 when '0' then 1 else 2 end,
        case ${phase} when '0' then c.live ->> 'startTime' end, c.live ->> 'startTime' desc, c.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from content c where ${where}`),
  ])
  const hosts = await hostsOf(db)
  const list = rows.map(({ watchUrl, replayUrl, ...line }) => ({
    ...line,
    address: safeOf(addressAt(line.phase, { watchUrl, replayUrl }), hosts),
  }))
  return { list, total, page, pageSize }
}

const addressAt = (
  phase: LiveLine['phase'],
  { watchUrl, replayUrl }: Pick<LiveLine, 'watchUrl' | 'replayUrl'>,
): string | null => (phase === '3' ? replayUrl : phase === '2' ? null : watchUrl)

/** The address, where its host is still among those to which the portal leads. */
export function safeOf(address: string | null, hosts: readonly string[]): string | null {
  if (address === null) return null
  const verdict = safeUrl(address, hosts)
  return 'fault' in verdict ? null : verdict.href
}

/** Keeps a broadcast among the actor's own, or lets it go. AppError `missing` for one that he may not see. */
export async function keepLive(tx: Tx, actor: Actor, id: number, on: boolean): Promise<void> {
  const shown = await tx.maybeOne(
    sql`select 1 from content c where c.id = ${id} and ${seen(definition, actor)}`,
  )
  if (!shown && on) throw new AppError('missing')
  await keep(tx, actor, { kind, id }, on)
}

/** Broadcasts that the actor keeps and that lie in a span, as appointments; those taken down are left out. */
export async function keptLives(
  db: Queryable,
  actor: Actor,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<Appointment[]> {
  const rows = await db.query<{ id: number; title: string; startTime: string; endTime: string }>(sql`
    select c.id, c.live ->> 'title' as title, left(c.live ->> 'startTime', 16) as "startTime",
      left(c.live ->> 'endTime', 16) as "endTime"
    from content c where ${seen(definition, actor)} and ${isKept(actor)}`)
  return rows.flatMap(({ id, title, startTime, endTime }) => {
    const [startsAt, endsAt] = [momentOf(startTime), momentOf(endTime)]
    if (startsAt >= to || endsAt <= from) return []
    return [
      {
        kind: 'live' as const,
        ref: `live-${id}`,
        title,
        place: '',
        startsAt,
        endsAt,
        isCancelled: false,
        path: onePath('liveBroadcast', id),
      },
    ]
  })
}
