import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { judgeExam } from '../../../catalogue/papers/exam-rules.ts'
import { judgePaper } from '../../../catalogue/papers/judge.ts'
import { draftNo, itemsOf, type PaperValue } from '../../../catalogue/papers/value.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import type { RowChange } from '../sharing/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { keepForOneself } from '../questions/index.ts'
import { adopted, factsIn, notPinnable, pinnable, pinnedOf, withVersions, type Pin } from './items.ts'
import { changedMeanwhile, changing, note, requireMaker, type PaperAct, type PaperNeeds } from './row.ts'

const mostDrafts = 500

export const pinsOf = (value: PaperValue): Pin[] =>
  itemsOf(value).map(({ question, no }) => ({ question, no }))

/** Creates a draft of the actor's, or of his institution's where he acts for one; answers its number. */
export async function createPaper({ db }: PaperNeeds, actor: Actor, given: PaperValue): Promise<number> {
  requireStorable(given)
  const value = await adopted(db, given)
  await requirePinnable(db, actor, value)
  const author = actor.role === 2 ? actor.identityId : null
  return db.transaction(async (tx) => {
    const { open } = await tx.one<{ open: number }>(sql`
      select count(*)::int as open
      from paper
      where by_identity = ${actor.identityId} and state = 'draft' and last_no = 0`)
    if (open >= mostDrafts)
      throw new AppError('wrongState', { message: `未发布的试卷已有 ${mostDrafts} 份，请先发布或删除一些` })
    const row = await tx.one<{ id: number }>(sql`
      insert into paper (value, title, by_identity, author_identity, institution_id, district_id, city_id,
        province_id)
      select ${sql.json(value)}, ${value.title}, ${actor.identityId}, ${author}::int, id, district_id, city_id,
        province_id
      from institution
      where id = ${actor.institutionId}
      returning id`)
    await holdItems(tx, row.id, value)
    await note({ tx, actor, row }, 'paper.created')
    return row.id
  })
}

/** Writes the working copy. What others read stays until it is published again. */
export async function editPaper(needs: PaperNeeds, change: RowChange, given: PaperValue): Promise<void> {
  await changing(needs, change, async ({ tx, actor, row }) => {
    requireMaker(actor, row)
    if (row.state === 'sealed')
      throw new AppError('wrongState', { message: '密封的试卷不能修改；要改请由两人提前启封' })
    if (row.state !== 'draft')
      throw new AppError('wrongState', {
        message:
          row.state === 'inReview'
            ? '正在审核的试卷不能修改，请先撤回'
            : '已发布的试卷不能修改，请先撤回发布',
      })
    requireStorable(given)
    const value = await adopted(tx, given)
    await requirePinnable(tx, actor, value)
    const done = await tx.execute(sql`
      update paper
      set value = ${sql.json(value)}, title = ${value.title}, by_identity = ${actor.identityId},
        edit_no = edit_no + 1, updated_at = now()
      where id = ${row.id} and edit_no = ${row.edit_no} and state = 'draft'`)
    if (done === 0) throw new AppError('stale', { message: changedMeanwhile })
    await holdItems(tx, row.id, value)
  })
}

/** Deletes a draft that nobody else ever read. */
export async function removePaper({ tx, actor, row }: PaperAct): Promise<void> {
  requireMaker(actor, row)
  if (row.last_no > 0 || row.state === 'sealed')
    throw new AppError('wrongState', { message: '发布或密封过的试卷不能删除；不再用的请归档' })
  await tx.execute(sql`delete from paper where id = ${row.id}`)
  await note({ tx, actor, row }, 'paper.deleted')
}

/** Papers of national examinations are not even kept as a draft before their day (resources.md, 6.5). */
function requireStorable(value: PaperValue): void {
  const secret = judgeExam(value, today()).find(({ field }) => field === 'examDate')
  if (secret) throw invalid([secret])
}

const invalid = (errors: readonly FieldFault[]): AppError =>
  new AppError('invalid', {
    message: errors[0]?.message ?? '',
    errors: errors.map(({ field, message }) => ({ field, message })),
  })

/** Refuses questions out of reach: an id that was found elsewhere would show somebody's question. */
async function requirePinnable(db: Queryable, actor: Actor, value: PaperValue): Promise<void> {
  const may = await pinnable(db, actor, pinsOf(value))
  const faults = value.sections.flatMap(({ items }, section) =>
    items.flatMap((item, at): FieldFault[] =>
      may(item) ? [] : [{ field: `sections.${section}.items.${at}`, message: notPinnable }],
    ),
  )
  if (faults.length > 0) throw invalid(faults)
}

/**
 * Refuses a paper with gaps or faults, each at its field. `held`: questions that are held back for it, whose
 * reach is that of the paper's.
 */
export async function requireWhole(
  db: Queryable,
  value: PaperValue,
  held: ReadonlySet<number> = new Set(),
): Promise<void> {
  const find = factsIn(await pinnedOf(db, pinsOf(value)))
  const facts = (question: number, no: number) => {
    const found = find(question, no)
    return found && held.has(question) ? { ...found, reach: value.shareScope } : found
  }
  const errors = judgePaper(value, facts, today()).filter(({ level }) => level === 'error')
  if (errors.length > 0) throw invalid(errors)
}

/**
 * The paper of an act with versions alone, because it is used from now on: drafts of its setter become ones.
 * @param judge throws for what keeps the paper from being used, before anything is written
 * @param secret nobody but its setter reads the questions until the paper opens
 */
export async function withoutDrafts(
  acting: PaperAct,
  judge: (value: PaperValue) => Promise<void>,
  secret = false,
): Promise<PaperAct> {
  const { tx, row } = acting
  const known = await adopted(tx, row.value)
  await judge(known)
  const versions = new Map<number, number>()
  for (const { question, no } of pinsOf(known))
    if (no === draftNo) versions.set(question, await keepForOneself(acting, question, secret))
  if (known === row.value) return acting
  const value = withVersions(known, versions)
  await tx.execute(sql`update paper set value = ${sql.json(value)} where id = ${row.id}`)
  await holdItems(tx, row.id, value)
  return { ...acting, row: { ...row, value } }
}

/** Stores which versions of questions a paper prints; drafts may still go. */
export async function holdItems(tx: Tx, id: number, value: PaperValue | null): Promise<void> {
  await tx.execute(sql`delete from paper_item where paper_id = ${id}`)
  const held = value === null ? [] : pinsOf(value).filter(({ no }) => no !== draftNo)
  const pins = [...new Map(held.map((pin) => [pin.question, pin])).values()]
  if (pins.length === 0) return
  await tx.execute(sql`
    insert into paper_item (paper_id, question_id, question_no)
    select ${id}::int, question, no
    from unnest(${pins.map(({ question }) => question)}::int[], ${pins.map(({ no }) => no)}::int[]) held (question, no)`)
}
