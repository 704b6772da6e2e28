import { isReach } from '../../../catalogue/flows/reach.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { ownerOf } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import type { ContentAct, Value } from '../../engine/publishing/index.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { bringIn, type Values } from '../../engine/records/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

const recordType = 'sharedResource'

interface SharedContent {
  readonly live: Value | null
  /** The version that was live last. */
  readonly last: Value | null
  readonly reach: string | null
  readonly teacher: number | null
  readonly record: string | null
}

/**
 * Keeps the author's archive row 资源共享 as far as the resource is read: written by the first agreement, with
 * each later reach, marked when the resource is taken down (decision 0174). What an office shares, and what
 * its author keeps for himself, is no row.
 */
export async function followInArchive(engine: Engine, acting: ContentAct): Promise<void> {
  const { tx, actor, definition, row } = acting
  const sharing = engine.records[recordType]
  if (definition.name !== 'resource' || !sharing) return
  const shared = await tx.one<SharedContent>(sql`
    select c.live, v.value as last, c.reach, t.id as teacher, k.record_id as record
    from content c
    left join content_version v on v.content_id = c.id and v.no = c.live_no
    left join identity a on a.id = c.author_identity
    left join teacher t on t.person_id = a.person_id
    left join content_record k on k.content_id = c.id
    where c.id = ${row.id}`)
  const values = valuesOf(shared)
  const owner = shared.teacher === null ? undefined : await ownerOf(tx, 'teacher', shared.teacher)
  if (!owner || values === null) return
  const written = await unlessInWork(() =>
    bringIn({ engine, actor, definition: sharing }, tx, owner, { id: shared.record, values }),
  )
  if (written && shared.record === null)
    await tx.execute(sql`
      insert into content_record (content_id, record_type, record_id)
      values (${row.id}, ${recordType}, ${written.id}::uuid)`)
}

/** What the row says; null where there is nothing to say of the resource. */
function valuesOf({ live, last, reach, record }: SharedContent): Values | null {
  const value = live ?? last
  if (value === null || (live === null && record === null)) return null
  if (live !== null && (!isReach(reach) || reach === '0')) return null
  const words = typeof value['description'] === 'string' ? wordsOfRich(value['description']) : ''
  const mark = live === null ? `${today()} 已下架。` : ''
  return {
    ...Object.fromEntries(
      [
        'title',
        'resourceKind',
        'schoolStage',
        'subject',
        'grade',
        'textbookEdition',
        'isOriginal',
        'sourceNote',
      ].map((key) => [key, value[key] ?? null]),
    ),
    ...(live !== null && { shareScope: reach }),
    description: `${mark}${words}`.slice(0, 2000) || null,
  }
}

/**
 * A row that its owner is changing, or that left the actor's scope with its owner, stays as it is: the
 * agreement to the resource does not wait for it. Both are refused before anything is written.
 */
async function unlessInWork<T>(write: () => Promise<T>): Promise<T | null> {
  try {
    return await write()
  } catch (error) {
    const stays = error instanceof AppError && (error.code === 'wrongState' || error.code === 'missing')
    if (stays) return null
    throw error
  }
}
