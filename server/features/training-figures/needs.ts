import type { NeedFigures } from '../../../catalogue/contract/training/surveys.ts'
import type { FigureRows } from '../../engine/figures/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { Sql } from '../../platform/db/sql.ts'
import { belowPlace, type FigureRequest, type TrainingFigureNeeds } from './asked.ts'
import { percent } from './projects.ts'

/** What the surveys of needs of a year came to, which the feature of surveys counts (`i` is who asked). */
export type NeedsOf = (
  db: Queryable,
  asked: { readonly year: number; readonly offices: Sql; readonly institutionId: number },
) => Promise<Pick<NeedFigures, 'answered' | 'list'>>

/** 需求: what teachers of the place need by the surveys of the year, beside what its plans answer it with. */
export async function needRows(
  { engine, needsOf }: TrainingFigureNeeds,
  asked: FigureRequest,
): Promise<FigureRows> {
  const { answered, list } = await needsOf(engine.db, {
    year: asked.year,
    offices: belowPlace(asked, 'i'),
    institutionId: asked.actor.institutionId,
  })
  return {
    whole: null,
    total: list.length,
    rows: list.map(({ label, people, lines, planned }) => ({
      key: label,
      name: label,
      level: '',
      drill: null,
      cells: {
        people,
        share: percent(people, answered),
        lines,
        planned,
        coverage: percent(planned, people),
      },
    })),
  }
}
