import type { Actor } from '../../../catalogue/access/access.ts'
import {
  portalApp,
  type AppDraft,
  type AppView,
  type MaintenanceSave,
} from '../../../catalogue/contract/administration/apps.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { note } from '../../platform/audit/note.ts'
import type { Tx } from '../../platform/db/database.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { judgeAddress } from './address.ts'
import { iconOf, type AppNeeds } from './needs.ts'

interface Row extends Omit<AppView, 'icon' | 'health' | 'maintenance'> {
  readonly icon_file: string | null
  readonly health: NonNullable<AppView['health']>['state'] | null
  readonly ms: number | null
  readonly at: string | null
  readonly from: string | null
  readonly until: string | null
  readonly says: string
  readonly now: boolean
}

const columns = sql`p.id, p.name, p.category, p.domain, p.entry_path as "entryPath", p.icon_file,
    p.open_mode as "openMode", p.description, p.sort_no as "sortNo", p.enabled, p.version,
    (select count(*)::int from app_binding b where b.app_id = p.id and b.office_id is null) as bindings,
    h.state as health, h.ms, h.at, p.maintenance_from as from, p.maintenance_until as until,
    p.maintenance_note as says, coalesce(now() between p.maintenance_from and p.maintenance_until, false) as now`

const viewOf = (needs: AppNeeds, row: Row): AppView => {
  const { icon_file: file, health, ms, at, from, until, says, now, ...rest } = row
  const url = iconOf(needs, file)
  return {
    ...rest,
    icon: file === null || url === null ? null : { id: file, url },
    health: health === null || at === null ? null : { state: health, ms, at },
    maintenance: from === null || until === null ? null : { from, until, note: says, now },
  }
}

/** A page of all apps, in their order, for the administrator. */
export async function listApps(
  needs: AppNeeds,
  { keyword = '', page, pageSize }: { keyword?: string | undefined; page: number; pageSize: number },
) {
  const where: Sql = keyword === '' ? sql`true` : sql`strpos(lower(p.name), ${keyword.toLowerCase()}) > 0`
  const [rows, { total }] = await Promise.all([
    needs.db.query<Row>(sql`
      select ${columns}
      from app p
      left join app_health h on h.app_id = p.id
      where ${where}
      order by p.sort_no, p.id
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    needs.db.one<{ total: number }>(sql`select count(*)::int as total from app p where ${where}`),
  ])
  return { list: rows.map((row) => viewOf(needs, row)), total, page, pageSize }
}

export async function appById(needs: AppNeeds, id: string): Promise<AppView> {
  const row = await needs.db.maybeOne<Row>(sql`
    select ${columns} from app p left join app_health h on h.app_id = p.id where p.id = ${id}`)
  if (!row) throw new AppError('missing')
  return viewOf(needs, row)
}

type AppFields = Omit<AppDraft, 'id'>

/** A picture is one that whoever sets it has uploaded, or the one that is there. */
async function refuseIcon(tx: Tx, actor: Actor, icon: string | null, before: string | null): Promise<void> {
  if (icon === null || icon === before) return
  const file = await tx.maybeOne<{ mime: string }>(
    sql`select mime from file where id = ${icon} and by_identity = ${actor.identityId}`,
  )
  if (!file) throw invalid('icon', '没有该文件，请重新上传')
  if (!['image/png', 'image/jpeg'].includes(file.mime)) throw invalid('icon', '图标应为 png 或 jpg 图片')
}

async function refuse(tx: Tx, told: AppFields, id: string): Promise<void> {
  const verdict = judgeAddress({ domain: told.domain, entry_path: told.entryPath })
  if ('fault' in verdict) throw invalid('domain', verdict.fault)
  if (verdict.place === 'inside' && told.openMode === '2')
    throw invalid('openMode', '本平台的页面不能在页面里嵌入，请选择当前窗口或新窗口')
  if (await tx.maybeOne(sql`select 1 from app where name = ${told.name} and id <> ${id}`))
    throw new AppError('duplicate', {
      message: '已有同名的应用',
      errors: [{ field: 'name', message: '已有同名的应用' }],
    })
}

const write = (tx: Tx, id: string, told: AppFields): Promise<number> =>
  tx.execute(sql`
    update app
    set name = ${told.name}, category = ${told.category}, domain = ${told.domain}, entry_path = ${told.entryPath},
      icon_file = ${told.icon}::uuid, open_mode = ${told.openMode}, description = ${told.description},
      sort_no = ${told.sortNo}, enabled = ${told.enabled}, version = version + 1, updated_at = now()
    where id = ${id}`)

export async function addApp(needs: AppNeeds, actor: Actor, { id, ...told }: AppDraft): Promise<AppView> {
  if (id === portalApp) throw invalid('id', '1 是本平台自己的编号，请换一个')
  await needs.db.transaction(async (tx) => {
    await refuse(tx, told, id)
    await refuseIcon(tx, actor, told.icon, null)
    const made = await tx.execute(sql`
      insert into app (id, name, category, domain, version)
      values (${id}, ${told.name}, ${told.category}, ${told.domain}, 0)
      on conflict (id) do nothing`)
    if (made === 0)
      throw new AppError('duplicate', {
        message: '该编号已有应用，请换一个',
        errors: [{ field: 'id', message: '该编号已有应用，请换一个' }],
      })
    await write(tx, id, told)
    await note(tx, { by: actor.identityId, action: 'app.added', facts: { app: id, name: told.name } })
  })
  return appById(needs, id)
}

export async function editApp(
  needs: AppNeeds,
  actor: Actor,
  { id, version, told }: { readonly id: string; readonly version: number; readonly told: AppFields },
): Promise<AppView> {
  await needs.db.transaction(async (tx) => {
    const row = await tx.maybeOne<{ version: number; icon_file: string | null; domain: string }>(
      sql`select version, icon_file, domain from app where id = ${id} for update`,
    )
    if (!row) throw new AppError('missing')
    if (row.version !== version) throw new AppError('stale')
    await refuse(tx, told, id)
    await refuseIcon(tx, actor, told.icon, row.icon_file)
    await write(tx, id, told)
    // What was found of another address says nothing of this one.
    if (row.domain !== told.domain) await tx.execute(sql`delete from app_health where app_id = ${id}`)
    await note(tx, {
      by: actor.identityId,
      action: 'app.edited',
      facts: { app: id, name: told.name, enabled: told.enabled },
    })
  })
  return appById(needs, id)
}

/** Puts the apps into this order; those that are not named come after them as they were. */
export async function orderApps({ db }: AppNeeds, actor: Actor, apps: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(apps)]
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      with wished as (
        select a.id, row_number() over (order by o.position nulls last, a.sort_no, a.id) as place
        from app a left join unnest(${wanted}::text[]) with ordinality o (id, position) on o.id = a.id)
      update app p set sort_no = least(w.place * 10, 9999) from wished w where w.id = p.id`)
    await note(tx, { by: actor.identityId, action: 'app.ordered', facts: { apps: wanted } })
  })
  return true
}

/** Announces that an app cannot be used for a while, or takes the announcement back. */
export async function announce(
  needs: AppNeeds,
  actor: Actor,
  id: string,
  { maintenance }: MaintenanceSave,
): Promise<AppView> {
  await needs.db.transaction(async (tx) => {
    const done = await tx.execute(sql`
      update app
      set maintenance_from = ${maintenance?.from ?? null}::timestamptz,
        maintenance_until = ${maintenance?.until ?? null}::timestamptz,
        maintenance_note = ${maintenance?.note ?? ''}
      where id = ${id}`)
    if (done === 0) throw new AppError('missing')
    await note(tx, {
      by: actor.identityId,
      action: maintenance ? 'app.maintenance' : 'app.maintenance-over',
      facts: { app: id, ...(maintenance && { from: maintenance.from, until: maintenance.until }) },
    })
  })
  return appById(needs, id)
}
