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
  const texts = await questionTextsOf(
    db,
    fileAddress,
    pinned.map(({ value }) => value),
  )
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
    score: facts.score,
    live: facts.live,
    hasErratum: facts.hasErratum,
    shown: { ...shownOne(texts, value), parts: value.parts.map((part) => shownOne(texts, part)) },
  }))
}

/** The names of some knowledge points. */
export const pointNames = async (db: Queryable, ids: readonly number[]) =>
  ids.length === 0
    ? []
    : db.query<{ id: number; title: string }>(
        sql`select id, title from knowledge_point where id = any(${[...new Set(ids)]}::int[]) order by id`,
      )
