import type { Actor } from '../../../../catalogue/access/access.ts'
import { labelOf, type DictName } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { Engine } from '../../../engine/engine.ts'
import { grouped, type Group, type Grouping } from '../../../engine/figures/index.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { BoardPlace } from '../needs.ts'
import type { Count, PanelWords } from './rows.ts'

/** Owners whose records are counted, and the reader. */
export interface Ask {
  readonly engine: Engine
  readonly actor: Actor
  readonly place: BoardPlace
}

interface RecordCount {
  readonly by: Sql
  readonly where?: Sql
  readonly once?: Grouping['once']
  readonly sum?: Sql
}

export const ask = ({ engine, actor, place }: Ask, type: string, asked: RecordCount): Promise<Group[]> =>
  grouped(engine, actor, {
    type,
    place: { column: place.column, id: place.id },
    where: asked.where ?? sql`true`,
    by: asked.by,
    ...(asked.once && { once: asked.once }),
    ...(asked.sum && { sum: asked.sum }),
  })

export const whole = sql`'all'`
export const recordsIn = (groups: readonly Group[]): number =>
  groups.reduce((sum, { records }) => sum + records, 0)

export const byCode = (groups: readonly Group[], dict: DictName): Count[] =>
  groups.map(({ name, records }) => ({
    key: name ?? 'none',
    label: name === null ? '未填' : labelOf(dict, name),
    value: records,
  }))

/** One project stands in the archive of each of its members; its name and approval say that it is one. */
export const project = { matter: sql`r.project_name, r.approval_no`, order: sql`r.award_position` }
export const archive = '档案中审核通过、现行有效的记录'

export const training = 'trainingRegistration'

/** The latest year that some training of the place counts for; this year where there is none. */
async function latestYear(given: Ask): Promise<number> {
  const now = Number(today().slice(0, 4))
  const years = await ask(given, training, {
    by: sql`r.training_year`,
    where: sql`r.training_year <= ${now}`,
  })
  return years.reduce((latest, { name }) => Math.max(latest, Number(name ?? 0)), 0) || now
}

/** Counts trainings of the latest year; the year stands in the words of the panel. */
export async function ofYear(
  given: Ask,
  asked: RecordCount,
): Promise<{
  readonly groups: Group[]
  readonly year: number
  readonly titled: (words: PanelWords) => PanelWords
}> {
  const year = await latestYear(given)
  const groups = await ask(given, training, Object.assign({ where: sql`r.training_year = ${year}` }, asked))
  const titled = (words: PanelWords): PanelWords =>
    Object.assign({}, words, {
      title: `${year} 年${words.title}`,
      definition: `${year} 年度的培训登记：${words.definition}`,
    })
  return { groups, year, titled }
}
