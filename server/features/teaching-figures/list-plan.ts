import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import {
  namesFor,
  type Behind,
  type BehindLine,
  type ListHeads,
  type Stretch,
} from '../../engine/figures/index.ts'
import type { Sql } from '../../platform/db/sql.ts'
import type { ReportNeeds, ReportRequest } from './asked.ts'
import type { CountedSource } from './sources.ts'

/** What a list is made of: the rows behind a number, and how one of them is told. */
export interface ListPlan {
  readonly source: CountedSource
  readonly unit: string
  readonly heads: ListHeads
  /** How many lines there are, over `x`. */
  readonly total: Sql
  readonly lines: (of: ListedRows) => Promise<BehindLines>
}

export type BehindLines = Awaited<ReturnType<Behind['lines']>>

/** The rows of a list: `from … where …` over `x`, and which of them are wanted. */
interface ListedRows {
  readonly rows: Sql
  readonly stretch: Stretch
}

/** A person's stage and subject in words. */
export const stageAndSubject = ({ stage, subject }: { stage: string | null; subject: string | null }) => [
  stage === null ? '' : labelOf('schoolStage', stage),
  subject === null ? '' : labelOf('subject', subject),
]

/** Lines about people, with the names that the reader may see. */
export async function named(
  { engine }: ReportNeeds,
  { actor }: ReportRequest,
  lines: readonly (Pick<BehindLine, 'key' | 'institution' | 'values'> & { readonly id: number })[],
): Promise<BehindLines> {
  const { nameOf, within } = await namesFor(
    engine.db,
    actor,
    lines.map(({ id }) => id),
  )
  return {
    within,
    list: lines.map(({ id, key, institution, values }) => ({
      key,
      teacherId: id,
      name: nameOf(id),
      institution,
      values,
    })),
  }
}
