import type { Actor } from '../../../../catalogue/access/access.ts'
import type { RecordPanelKey } from '../../../../catalogue/boards/panels.ts'
import type { Panel } from '../../../../catalogue/contract/analysis/figures.ts'
import { fewest } from '../../../../catalogue/figures/telling.ts'
import { labelOf, type DictName } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { Engine } from '../../../engine/engine.ts'
import { grouped, type Group, type Grouping } from '../../../engine/figures/index.ts'
import { addDays, today } from '../../../platform/clock/clock.ts'
import { sql, type Sql } from '../../../platform/db/sql.ts'
import type { BoardPlace } from '../needs.ts'
import { panelOfCounts, panelOfNumber, untilLast, wholeOf, type Count, type PanelWords } from './rows.ts'

/** Whose records are counted, for whom. */
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

const ask = ({ engine, actor, place }: Ask, type: string, asked: RecordCount): Promise<Group[]> =>
  grouped(engine, actor, {
    type,
    place: { column: place.column, id: place.id },
    where: asked.where ?? sql`true`,
    by: asked.by,
    ...(asked.once && { once: asked.once }),
    ...(asked.sum && { sum: asked.sum }),
  })

const whole = sql`'all'`
const recordsIn = (groups: readonly Group[]): number => groups.reduce((sum, { records }) => sum + records, 0)

const byCode = (groups: readonly Group[], dict: DictName): Count[] =>
  groups.map(({ name, records }) => ({
    key: name ?? 'none',
    label: name === null ? '未填' : labelOf(dict, name),
    value: records,
  }))

/** One project stands in the archive of each of its members; its name and approval say that it is one. */
const project = { matter: sql`r.project_name, r.approval_no`, order: sql`r.award_position` }
const archive = '档案中审核通过、现行有效的记录'

const researchBy =
  (words: PanelWords, by: Sql, dict: DictName) =>
  async (given: Ask): Promise<Panel> =>
    panelOfCounts(words, byCode(await ask(given, 'researchRecord', { by, once: project }), dict))

const training = 'trainingRegistration'

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
async function ofYear(
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

const trainingBy =
  (words: PanelWords, by: Sql, dict: DictName) =>
  async (given: Ask): Promise<Panel> => {
    const { groups, titled } = await ofYear(given, { by })
    return panelOfCounts(titled(words), byCode(groups, dict))
  }

const results = {
  paper: { type: 'paper', label: '论文', month: sql`r.publish_month` },
  award: { type: 'achievementAward', label: '获奖', month: sql`r.award_month` },
  book: { type: 'writing', label: '著作', month: sql`r.publish_month` },
} as const
/** Years that the chart of results goes back. */
const resultYears = 8

async function resultKinds(given: Ask): Promise<Panel> {
  const counts: Count[] = []
  for (const [key, { type, label }] of Object.entries(results))
    counts.push({ key, label, value: recordsIn(await ask(given, type, { by: whole })) })
  const words = { key: 'result.kinds', title: '论文、获奖、著作', unit: '项', form: 'bars' } as const
  return panelOfCounts(Object.assign({ definition: `${archive}：论文、获奖、著作。` }, words), counts)
}

async function resultYearly(given: Ask): Promise<Panel> {
  const last = Number(today().slice(0, 4))
  const years = Array.from({ length: resultYears }, (_, back) => String(last - resultYears + 1 + back))
  const sums = new Map<string, number>()
  for (const { type, month } of Object.values(results)) {
    const by = sql`left(${month}::text, 4)`
    const groups = await ask(given, type, { by, where: sql`${by} >= ${years[0] ?? ''}` })
    for (const { name, records } of groups) sums.set(name ?? '', (sums.get(name ?? '') ?? 0) + records)
  }
  return panelOfCounts(
    {
      key: 'result.years',
      title: '历年成果',
      unit: '项',
      form: 'lines',
      definition: `${archive}：论文、获奖、著作，按发表、获奖、出版的年份。`,
    },
    untilLast(
      years.map((year) => ({
        key: year,
        label: year,
        value: sums.get(year) ?? 0,
        open: year === String(last),
      })),
    ),
  )
}

/** The row of a place below, as indicators call it. */
const belowOf = ({ column }: BoardPlace): Sql =>
  column === 'province_id'
    ? sql`coalesce(r.city_id, r.institution_id)`
    : column === 'city_id'
      ? sql`coalesce(r.district_id, r.institution_id)`
      : sql`r.institution_id`

async function trainedPersons(given: Ask): Promise<Panel> {
  const { groups, titled } = await ofYear(given, {
    by: sql`(select i.id || '/' || i.name from institution i where i.id = ${belowOf(given.place)})`,
  })
  const counts = groups.map(({ name, owners }) => {
    const [id = '', ...label] = (name ?? '').split('/')
    return { key: `p${id}`, label: label.join('/'), value: owners }
  })
  return panelOfCounts(
    titled({
      key: 'training.persons',
      title: '参加培训教师',
      unit: '人',
      form: 'bars',
      definition: '有登记的教师，一人只算一次。',
    }),
    counts,
    { whole: wholeOf(counts) },
  )
}

async function trainingProjects(given: Ask): Promise<Panel> {
  const { groups, titled } = await ofYear(given, {
    by: whole,
    once: { matter: sql`r.project_name`, order: sql`r.id` },
  })
  return panelOfNumber(
    titled({
      key: 'training.projects',
      title: '培训项目',
      unit: '个',
      form: 'number',
      definition: '名称不同的项目。',
    }),
    groups.length === 0 ? null : recordsIn(groups),
  )
}

async function trainingHours(given: Ask): Promise<Panel> {
  const { groups, titled } = await ofYear(given, { by: whole, sum: sql`r.credit_hours` })
  // The hours of a few would be theirs.
  const isTold = (groups[0]?.owners ?? 0) >= fewest
  return panelOfNumber(
    titled({
      key: 'training.hours',
      title: '培训学时',
      unit: '学时',
      form: 'number',
      definition: '学时合计；不足 5 人的不公开。',
    }),
    isTold ? Math.round(groups[0]?.sum ?? 0) : null,
  )
}

/** The twelve months up to that of a day or a month, as YYYY-MM. */
export function lastMonths(day: string): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return Array.from({ length: 12 }, (_, n) => {
    const at = year * 12 + month - 1 - (11 - n)
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`
  })
}

/** The last month of the place in which a training ended; the running one where there is none. */
async function latestMonth(given: Ask): Promise<string> {
  const now = today().slice(0, 7)
  const months = await ask(given, training, {
    by: sql`to_char(r.end_date, 'YYYY-MM')`,
    where: sql`r.end_date < ${addDays(today(), 1)}::date`,
  })
  return months.reduce((latest, { name }) => (name !== null && name > latest ? name : latest), '') || now
}

async function monthly(given: Ask): Promise<Panel> {
  const last = await latestMonth(given)
  const months = lastMonths(last)
  const isRunning = last === today().slice(0, 7)
  const groups = await ask(given, training, {
    by: sql`to_char(r.end_date, 'YYYY-MM')`,
    where: sql`r.end_date >= ${`${months[0] ?? ''}-01`}::date and r.end_date < ${addDays(today(), 1)}::date`,
  })
  const found = new Map(groups.map(({ name, records }) => [name, records]))
  return panelOfCounts(
    {
      key: 'training.months',
      title: isRunning
        ? '每月结业人次'
        : `每月结业人次（至 ${last.replace('-', ' 年 ').replace(' 0', ' ')} 月）`,
      unit: '人次',
      form: 'lines',
      definition: '到最近有结业登记的月份为止的 12 个月，按结业日期所在的月份；一人参加几个培训算几次。',
    },
    months.map((month) => ({
      key: month,
      label: `${Number(month.slice(5))}月`,
      value: found.get(month) ?? 0,
      open: isRunning && month === last,
    })),
  )
}

/** Each panel over the records of the archives. */
export const recordPanels: Readonly<Record<RecordPanelKey, (given: Ask) => Promise<Panel>>> = {
  'research.projects': async (given) =>
    panelOfNumber(
      { key: 'research.projects', title: '课题', unit: '项', definition: `${archive}，同一课题只算一次。` },
      recordsIn(await ask(given, 'researchRecord', { by: whole, once: project })),
    ),
  'research.level': researchBy(
    {
      key: 'research.level',
      title: '课题级别',
      unit: '项',
      form: 'bars',
      definition: `${archive}，同一课题只算一次，按批准单位的级别。`,
    },
    sql`r.project_level`,
    'projectLevel',
  ),
  'research.state': researchBy(
    {
      key: 'research.state',
      title: '课题进展',
      unit: '项',
      form: 'bars',
      definition: `${archive}，同一课题只算一次，按执行状态。`,
    },
    sql`r.execution_status`,
    'executionStatus',
  ),
  'result.kinds': resultKinds,
  'result.awards': async (given) =>
    panelOfCounts(
      {
        key: 'result.awards',
        title: '获奖级别',
        unit: '项',
        form: 'bars',
        definition: `${archive}：获奖，按级别。`,
      },
      byCode(await ask(given, 'achievementAward', { by: sql`r.admin_level` }), 'adminLevel'),
    ),
  'result.years': resultYearly,
  'training.projects': trainingProjects,
  'training.persons': trainedPersons,
  'training.hours': trainingHours,
  'training.months': monthly,
  'training.kinds': trainingBy(
    {
      key: 'training.kinds',
      title: '培训类别',
      unit: '人次',
      form: 'bars',
      definition: '按培训类别；一人参加几个培训算几次。',
    },
    sql`r.training_kind`,
    'trainingKind',
  ),
  'training.levels': trainingBy(
    {
      key: 'training.levels',
      title: '培训级别',
      unit: '人次',
      form: 'bars',
      definition: '按下发培训通知的单位的级别。',
    },
    sql`r.training_level`,
    'trainingLevel',
  ),
}
