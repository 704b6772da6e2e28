import type { Actor } from '../../../catalogue/access/access.ts'
import type { ContentVersions, ContentView } from '../../../catalogue/contract/portal/contents.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { sql } from '../../platform/db/sql.ts'
import { hostsOf, serverKind, shownMarkup } from '../kinds/index.ts'
import { approvalOf } from './approval.ts'
import { isWriter, sharedWithOthers } from './authors.ts'
import { filesOf } from './files.ts'
import { allowedOn, lineOf } from './list.ts'
import type { PublishingNeeds } from './publishing.ts'
import { rowOf } from './row.ts'
import { mayUndo } from './undo.ts'
import { filesIn, type Value } from './value.ts'

/**
 * One content as the office side sees it: working copy, live value, way of approval, what the actor may do.
 */
export async function viewOf(
  publishing: PublishingNeeds,
  actor: Actor,
  definition: AnyContent,
  id: number,
): Promise<ContentView> {
  const { db } = publishing
  const row = await rowOf(db, actor, definition, id)
  const around = await aroundOf(publishing, definition, [row.value, row.live ?? {}])
  return {
    ...lineOf(row),
    value: cleaned(definition, row.value, around.hosts),
    live: row.live,
    shownValue: shownMarkup(definition.fields, row.value, around),
    shownLive: row.live && shownMarkup(definition.fields, row.live, around),
    remark: row.remark,
    askedAt: row.asked_at,
    askedUntil: row.asked_until,
    by: row.by_name,
    approval: await approvalOf(db, actor, definition, row),
    can: [
      ...allowedOn(actor, definition, row),
      ...(!row.frozen && (await mayUndo(db, actor, row.id)) ? ['undo' as const] : []),
    ],
    files: [...around.files.values()],
  }
}

/** Cleans the texts of a value again before the editor opens them. */
const cleaned = (definition: AnyContent, value: Value, hosts: readonly string[]): Value =>
  Object.fromEntries(
    Object.entries(value).map(([key, held]) => {
      const field = definition.fields[key]
      return [key, field ? serverKind(field).cleaned(held, hosts) : held]
    }),
  )

/** The files and allowed hosts that the texts of some values need. */
async function aroundOf(publishing: PublishingNeeds, definition: AnyContent, values: readonly Value[]) {
  const [files, hosts] = await Promise.all([
    filesOf(
      publishing,
      values.flatMap((value) => filesIn(definition, value)),
    ),
    hostsOf(publishing.db),
  ])
  return { files, hosts }
}

/** The versions that were published, newest first, at most a hundred. */
export async function versionsOf(
  publishing: PublishingNeeds,
  actor: Actor,
  definition: AnyContent,
  id: number,
): Promise<ContentVersions> {
  const { db } = publishing
  const row = await rowOf(db, actor, definition, id)
  const shared = isWriter(actor, row) ? sql.empty : sql`and ${sharedWithOthers(definition)}`
  const list = await db.query<Omit<ContentVersions['list'][number], 'shownValue'>>(sql`
    select v.no, v.at, v.publish_at as "publishAt", v.take_down_at as "takeDownAt", p.name as by, v.value
    from content_version v join identity a on a.id = v.by_identity join person p on p.id = a.person_id
    where v.content_id = ${id} ${shared} order by v.no desc limit 100`)
  const around = await aroundOf(
    publishing,
    definition,
    list.map(({ value }) => value),
  )
  return {
    list: list.map((one) => ({ ...one, shownValue: shownMarkup(definition.fields, one.value, around) })),
  }
}
