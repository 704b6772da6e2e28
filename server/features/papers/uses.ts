import type { Actor } from '../../../catalogue/access/access.ts'
import { useView, type UseDraft, type UseLine, type UseView } from '../../../catalogue/contract/paper-uses.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import { judgeExam } from '../../../catalogue/papers/exam-rules.ts'
import { judgeResults, type UsedItem } from '../../../catalogue/papers/results.ts'
import { figuresOf, shownFigures, type PaperFigures } from '../../../catalogue/papers/statistics.ts'
import { tenths, type PaperValue } from '../../../catalogue/papers/value.ts'
import { factsIn, pinnedOf, pinsOf, readPaper, type PaperNeeds } from '../../engine/papers/index.ts'
import { note } from '../../platform/audit/note.ts'
import { today } from '../../platform/clock/clock.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { driftOf, isOwnUse, overClasses } from './over-classes.ts'
import { numberedItems, variantOf, type PlainSource } from './print.ts'

const lineColumns = sql`u.id, u.paper_id as paper, v.value ->> 'title' as title, u.variant,
  u.class_name as "className", u.day::text as day, coalesce((u.figures ->> 'n')::int, 0) as pupils,
  u.edit_no as version`
const joined = sql`paper_use u join paper_version v on v.paper_id = u.paper_id and v.no = u.paper_no`

/** Puts down that a class writes a paper; a draft and a sealed paper are not used. Answers its number. */
export async function beginUse(
  needs: Pick<PaperNeeds, 'db' | 'keys'>,
  actor: Actor,
  { paper, variant, className, day }: UseDraft,
): Promise<number> {
  const { row, item, no } = await readPaper(needs, actor, paper)
  const isOut = (row === undefined || row.state === 'published') && item !== undefined && !item.gone
  if (!isOut) throw new AppError('wrongState', { message: '发布以后的试卷才能登记使用' })
  return needs.db.transaction(async (tx) => {
    const { id } = await tx.one<{ id: number }>(sql`
      insert into paper_use (paper_id, paper_no, variant, by_identity, institution_id, class_name, day)
      values (${paper}, ${no}, ${variant}, ${actor.identityId}, ${actor.institutionId}, ${className}, ${day}::date)
      returning id`)
    await note(tx, { by: actor.identityId, action: 'paper.used', facts: { paper, use: id } })
    return id
  })
}

/** A page of the actor's uses, the latest day first. */
export async function usesOf(
  db: Queryable,
  actor: Actor,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
) {
  const [list, count] = await Promise.all([
    db.query<UseLine>(sql`
      select ${lineColumns}
      from ${joined}
      where ${isOwnUse(actor)}
      order by u.day desc, u.id desc
      limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(sql`select count(*)::int as total from paper_use u where ${isOwnUse(actor)}`),
  ])
  return { list, total: count.total, page, pageSize }
}

type UseRow = UseLine & {
  readonly no: number
  readonly value: PaperValue
  readonly absent: number
  readonly figures: PaperFigures | null
}

async function findUse(db: Queryable, actor: Actor, id: number): Promise<UseRow> {
  const row = await db.maybeOne<UseRow>(sql`
    select ${lineColumns}, u.paper_no as no, v.value, u.absent, u.figures
    from ${joined}
    where u.id = ${id} and ${isOwnUse(actor)}`)
  if (!row) throw new AppError('missing')
  return row
}

/** The items of a use in the order in which its class has them. */
async function itemsOfUse(db: Queryable, row: UseRow): Promise<UseView['items']> {
  return itemsOf(await sourceOf(db, row), row.variant)
}

async function sourceOf(db: Queryable, { paper, no, value }: UseRow): Promise<PlainSource> {
  return { id: paper, no, value, find: factsIn(await pinnedOf(db, pinsOf(value))) }
}

/** The items of a paper in the order of a variant. */
export function itemsOf(source: PlainSource, variant: UseRow['variant']): UseView['items'] {
  return numberedItems(source, variantOf(source, variant)).map(({ number, score, value: printed, rate }) => ({
    number,
    form: printed.questionForm,
    full: tenths(score),
    key: keyOf(printed),
    declared: rate,
  }))
}

const keyOf = ({ questionKind, answer }: { questionKind: string; answer: unknown }): string | null => {
  if (questionKind === 'single' && typeof answer === 'string') return answer
  return questionKind === 'multiple' && Array.isArray(answer) ? answer.toSorted().join('') : null
}

/** One use with what its results say, as far as the number of pupils bears it. */
export async function viewOfUse(db: Queryable, actor: Actor, id: number): Promise<UseView> {
  const row = await findUse(db, actor, id)
  const { value, figures, variant } = row
  const source = await sourceOf(db, row)
  const items = itemsOf(source, variant)
  // Uses are read by who made them: pupils of a class concern nobody else (resources.md, 6.7).
  const classes = await overClasses(db, { source, variant, own: isOwnUse(actor), from: 2 })
  return useView.parse({
    ...row,
    items,
    figures: figures && shownFigures(figures),
    classes,
    drift: driftOf(items, classes?.figures ?? figures),
    warnings: judgeExam(value, today()).map(({ message }) => message),
  })
}

/**
 * Reads the results of a use anew: former ones are replaced.
 * @throws AppError `invalid` with each cell at fault, `stale` where they were read in between
 */
export async function putResults(
  db: { readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
  actor: Actor,
  id: number,
  { version, rows }: { readonly version: number; readonly rows: readonly (readonly string[])[] },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await findUse(tx, actor, id)
    const items: readonly UsedItem[] = await itemsOfUse(tx, row)
    const judged = judgeResults(items, rows)
    if (judged.faults.length > 0)
      throw invalidFields(
        judged.faults.slice(0, 50).map(({ row: at, item, message }) => ({
          field: `rows.${at}.${item}`,
          message: `第 ${at + 1} 行：${message}`,
        })),
      )
    if (judged.rows.length === 0)
      throw new AppError('wrongState', { message: '没有一位学生参加，无需导入成绩' })
    const points = judged.rows.map((line) => line.map((one) => one / 10))
    const figures = figuresOf({ full: items.map(({ full }) => full / 10), rows: points })
    const written = await tx.execute(sql`
      update paper_use
      set scores = ${sql.json(judged.rows)}, absent = ${judged.absent}, figures = ${sql.json(figures)},
        results_at = now(), edit_no = edit_no + 1
      where id = ${id} and edit_no = ${version}`)
    if (written === 0) throw new AppError('stale', { message: '成绩刚在别处导入过，请刷新后再看' })
    await note(tx, {
      by: actor.identityId,
      action: 'paper.results',
      facts: { use: id, pupils: judged.rows.length },
    })
  })
}

/** Deletes a use with its results. */
export async function removeUse(
  db: { readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> },
  actor: Actor,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const { paper } = await findUse(tx, actor, id)
    await tx.execute(sql`delete from paper_use where id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'paper.useDeleted', facts: { paper, use: id } })
  })
}

/** Forgets rows of pupils after two years; the figures stay. */
export const forgetPupils = (db: Queryable): Promise<number> =>
  db.execute(sql`
    update paper_use set scores = null
    where scores is not null and results_at < now() - interval '2 years'`)
