import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { titleOf } from '../../../catalogue/questions/normal.ts'
import { textsOf, withTexts } from '../../../catalogue/questions/texts.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { audited } from '../../platform/audit/note.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { RowChange } from '../sharing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { offersChapters } from '../curriculum/index.ts'
import { cleanRich, filesInRich, hostsOf } from '../kinds/index.ts'
import { noteUse } from '../sharing/index.ts'
import { changedMeanwhile, changing, requireWriter, type QuestionAct, type QuestionNeeds } from './row.ts'

const maxOwn = 5_000

/** Creates a draft of the actor's, or of his institution's where he acts for one; answers its number. */
export async function createQuestion(
  needs: QuestionNeeds,
  actor: Actor,
  given: QuestionValue,
): Promise<number> {
  const [id] = await createQuestions(needs, actor, [given], null)
  if (id === undefined) throw new AppError('missing')
  return id
}

/**
 * Creates drafts together, all or none; answers their numbers in the order of the values. What a batch has already
 * is not created again: its sender's line may have dropped before he heard of it.
 * @param batch what takes them back together; null for a single one
 */
export async function createQuestions(
  { db }: QuestionNeeds,
  actor: Actor,
  given: readonly QuestionValue[],
  batch: string | null,
): Promise<number[]> {
  const values: QuestionValue[] = []
  for (const one of given) {
    const value = await cleanedQuestion(db, one)
    await requireKnown(db, actor, value, [])
    values.push(value)
  }
  return db.transaction(async (tx) => {
    const known = batch === null ? [] : await broughtBefore(tx, actor, { batch, values })
    const made: number[] = []
    const ids: number[] = []
    for (const [place, value] of values.entries()) {
      const before = known.find((one) => one.place === place + 1)?.id
      const id = before ?? (await insertQuestion(tx, actor, value))
      if (before === undefined) made.push(id)
      ids.push(id)
    }
    if (batch !== null)
      await tx.execute(sql`update question set batch_id = ${batch} where id = any(${made}::int[])`)
    return ids
  })
}

/**
 * Which of some values a batch of the actor's has, by their places from 1. Two senders of one batch wait for each
 * other.
 */
async function broughtBefore(
  tx: Tx,
  { identityId }: Actor,
  { batch, values }: { readonly batch: string; readonly values: readonly QuestionValue[] },
): Promise<readonly { readonly place: number; readonly id: number }[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${batch}, 0))`)
  return tx.query(sql`
    select distinct on (sent.place) sent.place::int as place, q.id
    from jsonb_array_elements(${sql.json(values)}) with ordinality sent (value, place)
    join question q on q.batch_id = ${batch}::uuid and q.by_identity = ${identityId} and q.value = sent.value
    order by sent.place, q.id`)
}

/** Takes drafts of a batch back, within seven days; what was handed in meanwhile stays. */
export async function takeBatchBack(
  { db }: QuestionNeeds,
  actor: Actor,
  batch: string,
): Promise<{ readonly removed: number; readonly kept: number }> {
  return db.transaction(async (tx) => {
    const own = sql`batch_id = ${batch} and by_identity = ${actor.identityId}`
    const { all } = await tx.one<{ all: number }>(sql`select count(*)::int as all from question where ${own}`)
    if (all === 0) throw new AppError('missing')
    const removed = await tx.execute(sql`
      delete from question where ${own} and last_no = 0 and created_at > now() - interval '7 days'`)
    await tx.execute(
      audited({ by: actor.identityId, action: 'question.batchTakenBack', facts: { batch, removed } }),
    )
    return { removed, kept: all - removed }
  })
}

/** Writes a new draft of the actor's. `family`: the question it was adapted from. */
export async function insertQuestion(
  tx: Tx,
  actor: Actor,
  value: QuestionValue,
  family: number | null = null,
): Promise<number> {
  const author = actor.role === 2 ? actor.identityId : null
  const { open } = await tx.one<{ open: number }>(sql`
    select count(*)::int as open from (
      select 1 from question d
      where d.by_identity = ${actor.identityId} and d.state = 'draft' and d.last_no = 0
      limit ${maxOwn}) one`)
  if (open >= maxOwn)
    throw new AppError('wrongState', { message: `未提交的试题已有 ${maxOwn} 道，请先提交或删除一些` })
  const row = await tx.one<{ id: number }>(sql`
    insert into question (value, title, by_identity, author_identity, institution_id, district_id, city_id,
      province_id, family_id)
    select ${sql.json(value)}, ${titleOf(value)}, ${actor.identityId}, ${author}::int, id, district_id, city_id,
      province_id, ${family}::int
    from institution
    where id = ${actor.institutionId}
    returning id`)
  await holdFiles(tx, row.id, value)
  await note({ tx, actor, row: { id: row.id, value } }, 'question.created')
  return row.id
}

/** Writes the working copy. What others read stays until a new version is agreed to. */
export async function editQuestion(
  needs: QuestionNeeds,
  change: RowChange,
  given: QuestionValue,
): Promise<void> {
  const value = await cleanedQuestion(needs.db, given)
  await changing(needs, change, async (acting) => {
    requireWriter(change.actor, acting.row)
    if (acting.row.state === 'inReview')
      throw new AppError('wrongState', { message: '正在审核的试题不能修改，请先撤回' })
    await requireKnown(acting.tx, change.actor, value, filesOfValue(acting.row.value))
    await writeValue(acting, value)
  })
}

/** A question that others read is a draft again as soon as its text is changed; they go on reading the version. */
async function writeValue({ tx, actor, row }: QuestionAct, value: QuestionValue): Promise<void> {
  const done = await tx.execute(sql`
    update question
    set value = ${sql.json(value)}, title = ${titleOf(value)}, state = 'draft', by_identity = ${actor.identityId},
      edit_no = edit_no + 1, updated_at = now()
    where id = ${row.id} and edit_no = ${row.edit_no}`)
  if (done === 0) throw new AppError('stale', { message: changedMeanwhile })
  await holdFiles(tx, row.id, value)
}

/** Deletes a draft that was never handed in. What was read or reviewed is taken down instead. */
export async function removeQuestion({ tx, actor, row }: QuestionAct): Promise<void> {
  requireWriter(actor, row)
  if (row.last_no > 0)
    throw new AppError('wrongState', { message: '提交过的试题不能删除；不再给人用的请下架' })
  await tx.execute(sql`delete from question where id = ${row.id}`)
  await note({ tx, actor, row }, 'question.deleted')
}

/** Copies a question that the actor reads into a draft of his own; the origin keeps its author and licence. */
export async function adaptQuestion(
  { db }: QuestionNeeds,
  actor: Actor,
  from: { readonly id: number; readonly no: number; readonly org: string; readonly author: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const origin = await tx.maybeOne<{ value: QuestionValue; family: number }>(sql`
      select v.value, coalesce(q.family_id, q.id) as family
      from question q
      join question_version v on v.question_id = q.id and v.no = ${from.no}
      where q.id = ${from.id}`)
    if (!origin) throw new AppError('missing')
    const source = `改编自 ${from.org} ${from.author}`.slice(0, 100)
    const value: QuestionValue = { ...origin.value, sourceKind: '2', source, shareScope: '1' }
    const id = await insertQuestion(tx, actor, value, origin.family)
    await noteUse(tx, actor, { kind: 'question', id: from.id }, 'adapt')
    return id
  })
}

/** The value with its texts reduced to what a rich text may have. */
export async function cleanedQuestion(db: Queryable, value: QuestionValue): Promise<QuestionValue> {
  const hosts = await hostsOf(db)
  return withTexts(value, (html) => (html === '' ? '' : cleanRich(html, hosts)))
}

export const filesOfValue = (value: QuestionValue): string[] => [
  ...new Set(textsOf(value).flatMap(({ html }) => filesInRich(html))),
]

/**
 * Refuses files that the actor neither uploaded nor found in the question (an id found elsewhere would publish
 * somebody's evidence), and chapters and points that the index does not have.
 */
async function requireKnown(
  db: Queryable,
  actor: Actor,
  value: QuestionValue,
  had: readonly string[],
): Promise<void> {
  const faults: FieldFault[] = []
  const ids = filesOfValue(value)
  if (ids.length > 0) {
    const own = await db.query<{ id: string }>(sql`
      select id from file
      where id = any(${ids}::uuid[]) and (by_identity = ${actor.identityId} or id = any(${[...had]}::uuid[]))`)
    const known = new Set(own.map(({ id }) => id))
    for (const { field, label, html } of textsOf(value))
      if (filesInRich(html).some((id) => !known.has(id)))
        faults.push({ field, message: `${label}的图片不是您上传的，请重新上传` })
  }
  if (value.nodes.length > 0 && !(await offersChapters(db, actor, value.nodes)))
    faults.push({ field: 'nodes', message: '目录中没有这一项，请重新选择' })
  const { known } = await db.one<{ known: number }>(
    sql`select count(*)::int as known from knowledge_point where id = any(${value.points}::int[])`,
  )
  if (known < new Set(value.points).size)
    faults.push({ field: 'points', message: '目录中没有这一项，请重新选择' })
  if (faults[0]) throw new AppError('invalid', { message: faults[0].message, errors: faults })
}

/** Stores which files a question holds: those of the working copy and of every version. */
async function holdFiles(tx: Tx, id: number, value: QuestionValue): Promise<void> {
  const versions = await tx.query<{ value: QuestionValue }>(
    sql`select value from question_version where question_id = ${id}`,
  )
  const held = [...new Set([value, ...versions.map((one) => one.value)].flatMap(filesOfValue))]
  await tx.execute(
    sql`delete from question_file where question_id = ${id} and file_id <> all(${held}::uuid[])`,
  )
  await tx.execute(sql`
    insert into question_file (question_id, file_id)
    select ${id}::int, f from unnest(${held}::uuid[]) f
    on conflict do nothing`)
}

/** The question that an audit line is about. */
interface NotedQuestion {
  readonly tx: Tx
  readonly actor: Actor
  readonly row: { readonly id: number; readonly value: Pick<QuestionValue, 'stem'> }
}

/** Writes the audit line of a change, with the first words of the stem. */
export async function note(
  { tx, actor, row }: NotedQuestion,
  action: string,
  more: object = {},
): Promise<void> {
  const facts = { question: row.id, title: titleOf(row.value), ...more }
  await tx.execute(audited({ by: actor.identityId, action, facts }))
}
