import type { PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { titleOf } from '../../../catalogue/questions/normal.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { questionTextsOf, shownOne, type FileAddress } from '../questions/index.ts'
import type { PinnedQuestion } from './items.ts'

/** What reading papers needs. */
export interface ReadingNeeds {
  readonly db: Queryable
  readonly fileAddress: FileAddress
}

/** Pinned versions as pages show them, formulas typeset. */
export async function shownQuestions(
  { db, fileAddress }: ReadingNeeds,
  pinned: readonly PinnedQuestion[],
): Promise<PaperQuestion[]> {
  const [texts, above] = await Promise.all([
    questionTextsOf(
      db,
      fileAddress,
      pinned.map(({ value }) => value),
    ),
    pathsOf(
      db,
      pinned.flatMap(({ points }) => points),
    ),
  ])
  return pinned.map(({ value, ...facts }) => ({
    question: facts.question,
    no: facts.no,
    title: titleOf(value),
    structure: facts.structure,
    form: facts.form,
    difficulty: facts.difficulty,
    rate: facts.rate,
    cognitive: facts.cognitive,
    points: [...facts.points],
    under: [...new Set(facts.points.flatMap((point) => above.get(point) ?? [point]))],
    score: facts.score,
    live: facts.live,
    hasErratum: facts.hasErratum,
    draft: facts.draft ?? null,
    shown: { ...shownOne(texts, value), parts: value.parts.map((part) => shownOne(texts, part)) },
  }))
}

/** Some knowledge points with those above them, by number. */
async function pathsOf(
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (ids.length === 0) return new Map()
  const rows = await db.query<{ id: number; path: number[] }>(
    sql`select id, path from knowledge_point where id = any(${[...new Set(ids)]}::int[])`,
  )
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** The names of some knowledge points. */
export const pointNames = async (db: Queryable, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db.query<{ id: number; title: string }>(
        sql`select id, title from knowledge_point where id = any(${[...new Set(ids)]}::int[]) order by id`,
      )
