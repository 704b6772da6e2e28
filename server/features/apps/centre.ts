import type { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { portalApp } from '../../../catalogue/contract/administration/apps.ts'
import type { appList } from '../../../catalogue/contract/account/account.ts'
import type { AppCentre, CentreApp } from '../../../catalogue/contract/portal/app-centre.ts'
import { sql } from '../../platform/db/sql.ts'
import { hostOf } from './address.ts'
import { iconOf, type AppNeeds } from './needs.ts'
import { asker, decider, standing } from './reach.ts'
import { waitingCount } from './requests.ts'

interface Row {
  readonly id: string
  readonly name: string
  readonly category: string
  readonly domain: string
  readonly entry_path: string
  readonly icon_file: string | null
  readonly open_mode: string
  readonly description: string
  readonly standing: 'use' | 'ask'
  readonly request: number | null
  readonly pinned_by: string | null
  readonly health: 'normal' | 'slow' | 'down' | 'unchecked' | null
  readonly ms: number | null
  readonly health_at: string | null
  readonly from: string | null
  readonly until: string | null
  readonly note: string
  readonly maintained: boolean
}

/**
 * Apps that the actor may use or ask for: those pinned from above first, the widest office before the nearer
 * ones.
 */
const rowsFor = ({ db }: AppNeeds, actor: Actor): Promise<Row[]> =>
  db.query<Row>(sql`
    select p.id, p.name, p.category, p.domain, p.entry_path, p.icon_file, p.open_mode, p.description, x.standing,
      r.id as request, pin.name as pinned_by, h.state as health, h.ms, h.at as health_at,
      p.maintenance_from as from, p.maintenance_until as until, p.maintenance_note as note,
      coalesce(now() between p.maintenance_from and p.maintenance_until, false) as maintained
    from ${asker(actor.identityId)}
    cross join app p
    cross join lateral (select ${standing} as standing) x
    left join app_request r on r.app_id = p.id and r.identity_id = m.id and r.state = 'open'
    left join app_health h on h.app_id = p.id
    left join lateral (
      select coalesce(k.name, '平台') as name, n.position,
        case when n.office_id is null then 0 when n.office_id = m.province_id then 1
          when n.office_id = m.city_id then 2 else 3 end as rank
      from app_pin n
      left join institution k on k.id = n.office_id
      where n.app_id = p.id
        and (n.office_id is null or n.office_id in (m.district_id, m.city_id, m.province_id))
      order by rank
      limit 1) pin on x.standing = 'use'
    where x.standing is not null
    order by pin.rank nulls last, pin.position, p.sort_no, p.id`)

function healthOf(row: Row): CentreApp['health'] {
  if (row.maintained) return { state: 'maintenance', ms: null, at: row.from ?? '' }
  if (row.health === null || row.health_at === null) return null
  return { state: row.health, ms: row.ms, at: row.health_at }
}

function maintenanceOf({ from, until, note }: Row): CentreApp['maintenance'] {
  return from === null || until === null || Date.parse(until) < Date.now() ? null : { from, until, note }
}

const shownOf = (needs: AppNeeds, row: Row): CentreApp => ({
  id: row.id,
  name: row.name,
  category: row.category,
  description: row.description,
  icon: iconOf(needs, row.icon_file),
  openMode: row.open_mode,
  host: hostOf(row),
  standing: row.standing === 'ask' && row.request !== null ? 'asked' : row.standing,
  request: row.request,
  pinnedBy: row.pinned_by,
  health: healthOf(row),
  maintenance: maintenanceOf(row),
  letters: needs.engine.sortForm(row.name),
})

/** The application centre of the actor. */
export async function centreOf(needs: AppNeeds, actor: Actor): Promise<AppCentre> {
  const { db } = needs
  const [rows, kept, opened, decides, waiting] = await Promise.all([
    rowsFor(needs, actor),
    db.query<{ app_id: string }>(sql`
      select app_id from app_favourite where identity_id = ${actor.identityId} order by position, app_id`),
    db.query<{ id: string; at: string }>(sql`
      select app_id as id, at from app_opening where identity_id = ${actor.identityId} order by at desc, app_id limit 20`),
    db.maybeOne<{ name: string | null }>(sql`
      select h.name from identity a join institution i on i.id = a.institution_id ${decider}
      where a.id = ${actor.identityId}`),
    waitingCount(db, actor),
  ])
  const usable = new Set(rows.filter((row) => row.standing === 'use').map(({ id }) => id))
  return {
    apps: rows.map((row) => shownOf(needs, row)),
    favourites: kept.map(({ app_id: id }) => id).filter((id) => usable.has(id)),
    recents: opened.filter(({ id }) => usable.has(id)).slice(0, 8),
    decides: decides?.name ?? '系统管理员',
    waiting,
  }
}

/**
 * GET /app: the portal itself, then what the actor may use; of another role than the session's there is the
 * portal only.
 */
export async function ownApps(
  needs: AppNeeds,
  actor: Actor,
  role: string | undefined,
): Promise<z.input<typeof appList>> {
  const origin = needs.config.publicOrigin ?? ''
  const logo = `${origin}/logo.svg`
  const portal = { id: portalApp, name: '杏坛', domain: origin, icon: logo, category: '1', open_mode: '0' }
  if (role !== undefined && role !== '' && role !== String(actor.role)) return [portal]
  const rows = await rowsFor(needs, actor)
  const usable = rows.filter((row) => row.standing === 'use')
  return [
    portal,
    ...usable.map((row) => {
      const icon = iconOf(needs, row.icon_file)
      return {
        id: row.id,
        name: row.name,
        domain: row.domain.startsWith('/') ? origin + row.domain : row.domain,
        icon: icon === null ? logo : origin + icon,
        category: row.category,
        open_mode: row.open_mode,
      }
    }),
  ]
}
