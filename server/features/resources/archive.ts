import type { Actor } from '../../../catalogue/access/access.ts'
import { isReach } from '../../../catalogue/flows/reach.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { ownerOf } from '../../engine/access/index.ts'
import type { Engine, Tx } from '../../engine/engine.ts'
import { caseRows } from '../../engine/processes/index.ts'
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

/** Who made a resource beside its author, with the row that it wrote of them. */
interface Coauthor {
  readonly teacher: number
  readonly part: string
  readonly record: string | null
}

/**
 * Keeps the archive rows 资源共享 of the author, and of those who made it beside him, as far as the resource
 * is read: written by the first agreement, with each later reach, marked when the resource is taken down
 * (decision 0174). What an office shares, and what its author keeps for himself, is no row.
 * @throws AppError `wrongState` where one of them would agree to it
 */
export async function followInArchive(engine: Engine, acting: ContentAct): Promise<void> {
  const { tx, actor, definition, row } = acting
  if (definition.name !== 'resource' || !engine.records[recordType]) return
  if (row.state === 'inReview') await requireNotCoauthor(tx, actor, row.id)
  const writing = { engine, tx, actor, id: row.id }
  const shared = await sharedContent(tx, row.id)
  const values = valuesOf(shared)
  if (shared.teacher !== null && values !== null) {
    const written = await writeRow(writing, { teacher: shared.teacher, record: shared.record, values })
    if (written !== null && shared.record === null)
      await tx.execute(sql`
        insert into content_record (content_id, record_type, record_id)
        values (${row.id}, ${recordType}, ${written}::uuid)`)
  }
  const coauthors = await tx.query<Coauthor>(sql`
    select p.teacher_id as teacher, k.value ->> 'part' as part, r.record_id as record
    from ${caseRows} k
    join case_person p on p.case_id = k.id and p.part = 'coauthor' and p.state = 'agreed'
    left join coauthor_record r on r.content_id = k.subject_content_id and r.teacher_id = p.teacher_id
    where k.subject_content_id = ${row.id} and k.type = 'resourceAuthor' and k.state = 'agreed'
      and p.teacher_id is not null
    order by p.teacher_id`)
  for (const coauthor of coauthors) await writeCoauthor(writing, shared, coauthor)
}

interface ArchiveWrite {
  readonly engine: Engine
  readonly tx: Tx
  readonly actor: Actor
  /** The resource. */
  readonly id: number
}

/** Writes the row of one who is named beside the author now; nothing while nobody else reads the resource. */
export async function nameInArchive(
  writing: ArchiveWrite,
  { teacher, part }: Pick<Coauthor, 'teacher' | 'part'>,
): Promise<void> {
  const record = await recordOf(writing, teacher)
  await writeCoauthor(writing, await sharedContent(writing.tx, writing.id), { teacher, part, record })
}

/** Marks the row of one who is named no more. */
export async function leaveInArchive(writing: ArchiveWrite, teacher: number): Promise<void> {
  const record = await recordOf(writing, teacher)
  if (record === null) return
  const values = valuesOf({ ...(await sharedContent(writing.tx, writing.id)), record })
  if (values !== null)
    await writeRow(writing, { teacher, record, values: marked(values, `${today()} 已退出署名。`) })
}

async function recordOf({ tx, id }: ArchiveWrite, teacher: number): Promise<string | null> {
  const row = await tx.maybeOne<{ record: string }>(sql`
    select record_id as record from coauthor_record where content_id = ${id} and teacher_id = ${teacher}`)
  return row?.record ?? null
}

const sharedContent = (tx: Tx, id: number): Promise<SharedContent> =>
  tx.one<SharedContent>(sql`
    select c.live, v.value as last, c.reach, t.id as teacher, k.record_id as record
    from content c
    left join content_version v on v.content_id = c.id and v.no = c.live_no
    left join identity a on a.id = c.author_identity
    left join teacher t on t.person_id = a.person_id
    left join content_record k on k.content_id = c.id
    where c.id = ${id}`)

async function writeCoauthor(
  writing: ArchiveWrite,
  shared: SharedContent,
  { teacher, part, record }: Coauthor,
): Promise<void> {
  const values = valuesOf({ ...shared, record })
  if (values === null) return
  const own = marked(values, `合作作者，承担${part}。`)
  const written = await writeRow(writing, { teacher, record, values: own })
  if (written !== null && record === null)
    await writing.tx.execute(sql`
      insert into coauthor_record (content_id, teacher_id, record_id)
      values (${writing.id}, ${teacher}, ${written}::uuid)`)
}

/** Writes a row of an archive. Answers its number; null where it stays as it is. */
async function writeRow(
  { engine, tx, actor }: ArchiveWrite,
  {
    teacher,
    record,
    values,
  }: { readonly teacher: number; readonly record: string | null; readonly values: Values },
): Promise<string | null> {
  const sharing = engine.records[recordType]
  const owner = await ownerOf(tx, 'teacher', teacher)
  if (!owner || !sharing) return null
  const written = await unlessInWork(() =>
    bringIn({ engine, actor, definition: sharing }, tx, owner, { id: record, values }),
  )
  return written?.id ?? null
}

/** Values of a row whose description begins with a mark. */
const marked = (values: Values, mark: string): Values => ({
  ...values,
  description: `${mark}${typeof values['description'] === 'string' ? values['description'] : ''}`.slice(
    0,
    2000,
  ),
})

/** Nobody agrees to what he made himself. */
async function requireNotCoauthor(tx: Tx, actor: Actor, id: number): Promise<void> {
  const own = await tx.maybeOne(sql`
    select 1
    from ${caseRows} k
    join case_person p on p.case_id = k.id and p.part = 'coauthor' and p.state = 'agreed'
    join teacher t on t.id = p.teacher_id
    where k.subject_content_id = ${id} and k.type = 'resourceAuthor' and k.state = 'agreed'
      and t.person_id = ${actor.personId}
    limit 1`)
  if (own) throw new AppError('wrongState', { message: '您是该资源的合作作者，须由本单位的其他人或上级审核' })
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
