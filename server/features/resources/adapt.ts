import type { Actor } from '../../../catalogue/access/access.ts'
import { licencesAfter } from '../../../catalogue/contents/adaptation.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentFinding } from '../../../catalogue/contract/portal/contents.ts'
import type { LibraryOrigin } from '../../../catalogue/contract/library.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { create, type PublishingNeeds, type Value } from '../../engine/publishing/index.ts'
import { noteUse, reaches, standing, type ListedItem } from '../../engine/sharing/index.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { resourceKind } from './kind.ts'

const { kind } = resourceKind

/** What an adapted resource takes over: what it is about, not its file and not its words. */
const taken = [
  'title',
  'resourceKind',
  'schoolStage',
  'subject',
  'nodes',
  'points',
  'grade',
  'semester',
  'textbookEdition',
  'chapter',
  'keywords',
  'licence',
] as const

/**
 * Begins a resource of the actor's own that is adapted from one that he reads. The same request sent twice
 * begins one. Answers its number.
 * @throws AppError `forbidden` where its licence does not allow it, `wrongState` where it was taken down
 */
export async function adapt(
  publishing: PublishingNeeds,
  actor: Actor,
  item: ListedItem,
  key: string | undefined,
): Promise<number> {
  if (item.gone) throw new AppError('wrongState', { message: '该资源已下架，不能改编' })
  if (item.own) throw new AppError('wrongState', { message: '这是您自己的资源，直接修改就可以' })
  if (item.licence === null || licencesAfter(item.licence).length === 0)
    throw new AppError('forbidden', { message: '作者保留权利，不允许改编' })
  const { live } = await publishing.db.one<{ live: Value }>(
    sql`select live from content where id = ${item.id} and live is not null`,
  )
  const body = {
    ...Object.fromEntries(taken.map((one) => [one, live[one] ?? null])),
    author: actor.name,
    shareScope: '1',
    isOriginal: false,
    sourceNote: `改编自“${item.title}”（${item.author}，${item.org}）`.slice(0, 100),
  }
  const { id } = await create(publishing, { actor, definition: contents.resource, body, key })
  await publishing.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into resource_origin (content_id, origin_id, origin_version, licence)
      values (${id}, ${item.id}, ${item.version}, ${item.licence})
      on conflict do nothing`)
    await noteUse(tx, actor, { kind, id: item.id }, 'adapt')
  })
  return id
}

/** What the licence of its origin has against handing a resource in. */
export async function againstOrigin(db: Queryable, id: number, value: Value): Promise<ContentFinding[]> {
  const origin = await db.maybeOne<{ licence: string }>(
    sql`select licence from resource_origin where content_id = ${id}`,
  )
  const allowed = origin ? licencesAfter(origin.licence) : null
  const licence = value['licence']
  if (!origin || allowed === null || (typeof licence === 'string' && allowed.includes(licence))) return []
  const [from, may] = [
    labelOf('resourceLicence', origin.licence),
    allowed.map((one) => `“${labelOf('resourceLicence', one)}”`).join('、'),
  ]
  return [{ field: 'licence', level: 'error', message: `原作的许可是“${from}”，改编后的许可只能选${may}` }]
}

/** The origin of a resource as a reader may know it, and how many were adapted from the resource. */
export async function lineageOf(
  db: Queryable,
  reader: Actor,
  id: number,
): Promise<{ readonly origin: LibraryOrigin | null; readonly adaptations: number }> {
  const [origin, count] = await Promise.all([
    db.maybeOne<LibraryOrigin>(sql`
      select o.origin_id as id, s.title, s.author, i.name as org, o.origin_version as version,
        ${standing} and ${reaches(reader)} as readable, s.gone_at is not null as gone
      from resource_origin o
      join shelf s on s.kind = ${kind} and s.item_id = o.origin_id
      join institution i on i.id = s.institution_id
      where o.content_id = ${id}`),
    db.one<{ count: number }>(sql`
      select count(*)::int as count
      from resource_origin o
      join shelf s on s.kind = ${kind} and s.item_id = o.content_id and s.gone_at is null
      where o.origin_id = ${id}`),
  ])
  return { origin: origin ?? null, adaptations: count.count }
}
