import { isLoopback } from '../../../catalogue/contract/administration/sign-on-clients.ts'
import {
  rosterLimits,
  type FeedBody,
  type HookBody,
  type RosterApp,
} from '../../../catalogue/contract/administration/roster.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { isInternal } from '../../platform/http/outgoing.ts'
import { appNamed } from './apps.ts'
import type { RosterNeeds } from './needs.ts'
import { sealSecret } from './secrets.ts'
import { newSecret } from './signature.ts'

interface RosterChange<Body> {
  readonly app: string
  readonly body: Body
  readonly by: number
}

const later = (years: number): string => {
  const day = new Date(`${today()}T00:00:00Z`)
  day.setUTCFullYear(day.getUTCFullYear() + years)
  return day.toISOString().slice(0, 10)
}

/** Writes the agreement by which an app reads the roster. */
export async function keepFeed(
  needs: RosterNeeds,
  { app, body, by }: RosterChange<FeedBody>,
): Promise<RosterApp> {
  if (body.until < today()) throw invalid('until', '有效期应在今天以后')
  if (body.until > later(3)) throw invalid('until', '有效期至多三年，到期再续')
  return needs.db.transaction(async (tx) => {
    const there = await tx.maybeOne<{ version: number | null }>(sql`
      select f.version from app p left join roster_feed f on f.app_id = p.id where p.id = ${app}`)
    if (!there) throw new AppError('missing')
    if ((body.version ?? null) !== there.version) throw new AppError('stale')
    const place = await tx.maybeOne(
      sql`select 1 from institution where id = ${body.place} and closed_on is null`,
    )
    if (!place) throw invalid('place', '没有该单位，或已撤销')
    const facts = [...new Set(body.facts)]
    const kept = await tx.execute(sql`
      insert into roster_feed as f (app_id, place_id, facts, agreement, until, enabled, by_identity)
      values (${app}, ${body.place}, ${facts}::text[], ${body.agreement}, ${body.until}::date, ${body.enabled}, ${by})
      on conflict (app_id) do update
      set place_id = excluded.place_id, facts = excluded.facts, agreement = excluded.agreement,
        until = excluded.until, enabled = excluded.enabled, by_identity = excluded.by_identity,
        version = f.version + 1, updated_at = excluded.updated_at
      where f.version = ${body.version ?? 0}`)
    if (kept === 0) throw new AppError('stale')
    const told = { app, place: body.place, facts, until: body.until, enabled: body.enabled }
    await note(tx, { by, action: 'roster.agreed', facts: told })
    return appNamed(tx, app)
  })
}

/** Writes where an app hears of changes. The first time it gets a secret, which is answered this once. */
export async function keepHook(
  needs: RosterNeeds,
  { app, body, by }: RosterChange<HookBody>,
): Promise<{ app: RosterApp; secret: string | null }> {
  const { db, config, keys } = needs
  if (config.nodeEnv === 'production' && isLoopback(body.url))
    throw invalid('url', '正式环境不能登记本机地址')
  if (isInternal(new URL(body.url), config.outgoingNetworks))
    throw invalid(
      'url',
      '这是本机或内网地址，平台不能访问；确需使用的，请运维在 OUTGOING_NETWORKS 里列出该网段',
    )
  return db.transaction(async (tx) => {
    const there = await tx.maybeOne<{ version: number | null }>(sql`
      select h.version from roster_feed f left join roster_hook h on h.app_id = f.app_id where f.app_id = ${app}`)
    if (!there) throw new AppError('wrongState', { message: '请先登记向该应用提供名册的约定' })
    if ((body.version ?? null) !== there.version) throw new AppError('stale')
    const secret = there.version === null ? newSecret() : null
    const kept =
      secret === null
        ? await tx.execute(sql`
            update roster_hook
            set url = ${body.url}, events = ${[...body.events]}::text[], enabled = ${body.enabled},
              by_identity = ${by}, version = version + 1, updated_at = now(), failures = 0, paused_until = null
            where app_id = ${app} and version = ${body.version ?? 0}`)
        : await tx.execute(sql`
            insert into roster_hook (app_id, url, events, enabled, secret_sealed, by_identity)
            values (${app}, ${body.url}, ${[...body.events]}::text[], ${body.enabled},
              ${sealSecret(keys, app, secret)}, ${by})
            on conflict (app_id) do nothing`)
    if (kept === 0) throw new AppError('stale')
    const told = { app, host: new URL(body.url).host, events: body.events, enabled: body.enabled }
    await note(tx, { by, action: 'roster.hooked', facts: told })
    return { app: await appNamed(tx, app), secret }
  })
}

/** Makes a new secret; the one before signs, too, for a day. */
export async function turnSecret(needs: RosterNeeds, app: string, by: number): Promise<{ secret: string }> {
  const secret = newSecret()
  await needs.db.transaction(async (tx) => {
    const made = await tx.execute(sql`
      update roster_hook
      set old_secret_sealed = secret_sealed, secret_sealed = ${sealSecret(needs.keys, app, secret)},
        old_until = now() + make_interval(hours => ${rosterLimits.oldSecretHours})
      where app_id = ${app}`)
    if (made === 0) throw new AppError('missing')
    await note(tx, { by, action: 'roster.secret', facts: { app } })
  })
  return { secret }
}
