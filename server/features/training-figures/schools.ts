import { countedDay, workdays } from '../../engine/ways/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'
import { allKey, peopleRows } from './areas.ts'
import type { FigureRequest, TrainingFigureNeeds } from './asked.ts'
import type { FigureRows, Stretch } from '../../engine/figures/index.ts'

/** 学校合规: how far the teachers of each school are, those with most missing first. */
export async function schoolRows(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  { from, most }: Stretch,
): Promise<FigureRows> {
  const { whole, rows, total } = await peopleRows(needs, asked)
  const lacking = ({ cells }: FigureRows['rows'][number]) =>
    Number(cells['missing'] ?? 0) / Number(cells['staff'])
  const some = rows.toSorted((a, b) => lacking(b) - lacking(a)).slice(from, from + most)
  const waiting = await longestWaiting(
    needs,
    some.map(({ key }) => Number(key.slice(1))),
  )
  const withWaiting = some.map((row) => ({
    ...row,
    cells: { ...row.cells, waiting: waiting.get(row.key) ?? null },
  }))
  return { whole: whole && { ...whole, key: allKey }, rows: withWaiting, total }
}

/** Working days for which the oldest registration of training waits at each school. */
async function longestWaiting({ engine }: TrainingFigureNeeds, schools: readonly number[]) {
  const rows = await engine.db.query<{ key: string; days: number }>(sql`
    with w as materialized (${workdays})
    select 'p' || r.holder_institution_id as key, max(t.n - s.n)::int as days
    from revision r
    join w s on s.day = ${countedDay(sql`r.holder_since`)}
    join w t on t.day = ${today()}::date
    where r.holder_institution_id = any(${[...schools]}::int[]) and r.state = 'inReview'
      and r.type = 'trainingRegistration'
    group by r.holder_institution_id`)
  return new Map(rows.map(({ key, days }) => [key, days]))
}
