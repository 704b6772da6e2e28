import { columnOf } from '../../../catalogue/figures/training.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { TrainingList, TrainingListQuery } from '../../../catalogue/contract/training/figures.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { invalid } from '../../../catalogue/errors.ts'
import { officialAges } from '../../../catalogue/figures/bands.ts'
import { urbanGroups } from '../../../catalogue/figures/dimensions.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import {
  headsOfPeople,
  namesFor,
  pageBehind,
  type Behind,
  type BehindLine,
  type Stretch,
} from '../../engine/figures/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { bucketOf } from './areas.ts'
import { askedBy, factsOf, type FigureRequest, type Query, type TrainingFigureNeeds } from './asked.ts'
import { fairPeople } from './fair.ts'
import { handlingsBehind } from './offices.ts'
import { ofYear } from './numbers.ts'
import { peopleBehind, type CountedPerson } from './people.ts'
import { heldProjects, projectsOf } from './projects.ts'
import { learnersOf, sessionsBehind } from './tutors.ts'

const definition: AnyProcess = trainingEnrolment
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What stands behind a number of a table; a row or column that has no list is refused. */
export async function behindNumber(
  needs: TrainingFigureNeeds,
  actor: Actor,
  query: Query & Pick<TrainingListQuery, 'row' | 'column'>,
): Promise<{ readonly asked: FigureRequest; readonly behind: Behind }> {
  const { row, column: key, ...question } = query
  const column = columnOf(query.group_by, key)
  if (column?.opens === undefined) throw invalid('column', '这个数字没有名单')
  const asked = await askedBy(needs, actor, question)
  if (query.group_by === 'manager')
    return { asked, behind: await handlingsBehind(needs, asked, { row, column: key }) }
  if (query.group_by === 'project' || query.group_by === 'tutor') {
    const [campaign = '', name = ''] = row.split('/')
    if (!uuid.test(campaign)) throw invalid('row', '没有这一行')
    const behind =
      column.opens === 'sessions'
        ? await sessionsBehind(needs, asked, { campaign, name })
        : await factsBehind(needs, asked, { campaign, name, column: key, word: column.title })
    return { asked, behind }
  }
  if (query.group_by === 'fair') {
    const { name, people } = await fairPeople(needs, asked, row)
    return { asked, behind: peopleList(needs, asked, { title: `${name}：${column.title}`, people }) }
  }
  const { rows, bucket, name } = await bucketOf(needs, asked, row)
  const people = await peopleBehind(needs.numbers, asked, { rows, bucket, column: key })
  const title = `${name}：${column.title}`
  const behind =
    column.opens === 'people'
      ? peopleList(needs, asked, { title, people })
      : entriesList(needs, asked, { title, people, column: key })
  return { asked, behind }
}

/** One page of a list; whoever is named in it finds the reading. */
export async function listBehind(
  needs: TrainingFigureNeeds,
  actor: Actor,
  { page, pageSize, ...query }: TrainingListQuery,
): Promise<TrainingList> {
  const { behind } = await behindNumber(needs, actor, query)
  return pageBehind(needs.engine, actor, behind, { page, pageSize })
}

/** Each person once. */
const peopleList = (
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  { title, people }: { readonly title: string; readonly people: readonly CountedPerson[] },
): Behind => ({
  title,
  unit: '人',
  heads: headsOfPeople('学段', '学科', '职称', '年龄'),
  total: people.length,
  lines: async ({ from, most }) => {
    const some = people.slice(from, from + most)
    const { nameOf, within } = await namesFor(
      needs.engine.db,
      asked.actor,
      some.map(({ teacherId }) => teacherId),
    )
    const { columns, tree } = asked.day.counted
    return {
      within,
      list: some.map(({ row, teacherId }) => ({
        key: String(teacherId),
        teacherId,
        name: nameOf(teacherId),
        institution: tree.places[columns.place[row] ?? -1]?.name ?? '',
        values: [
          ...(['stage', 'subject', 'title'] as const).map(
            (one) => columns.buckets[one].labels[columns.codes[one][row] ?? 0] ?? '',
          ),
          ageText(columns.numbers.age[row]),
        ],
      })),
    }
  },
})

const ageText = (age: number | undefined): string =>
  age === undefined || Number.isNaN(age) ? '未填' : `${age}岁`

/** Each entry once, person by person. */
const entriesList = (
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  {
    title,
    people,
    column,
  }: { readonly title: string; readonly people: readonly CountedPerson[]; readonly column: string },
): Behind => ({
  title,
  unit: '人次',
  heads: entryHeads,
  total: people.reduce((sum, { many }) => sum + many, 0),
  lines: ({ from, most }) => {
    // The people whose entries the stretch has, and how many of the first of them come before it.
    let before = 0
    let first = 0
    while (first < people.length && before + (people[first]?.many ?? 0) <= from)
      before += people[first++]?.many ?? 0
    const some = people.slice(first, first + most).map(({ teacherId }) => teacherId)
    const states = column === 'qualified' ? sql`('qualified')` : sql`('learning', 'qualified', 'unqualified')`
    return entryLines(needs, asked, {
      where: sql`f.teacher_id = any(${some}::int[]) and f.state in ${states} and ${ofYear(asked.year, asked.level)}`,
      order: sql`array_position(${some}::int[], f.teacher_id), c.value ->> 'startDate' desc, f.case_id`,
      stretch: { from: from - before, most },
    })
  },
})

const entryHeads = headsOfPeople(
  '项目',
  '状态',
  '开班',
  '学段',
  '学科',
  '职称',
  '年龄段',
  '城乡',
  '到课',
  '成绩',
  '学时',
)

interface EntryLine {
  readonly id: string
  readonly teacherId: number
  readonly institution: string
  readonly project: string
  readonly state: string
  readonly started: string | null
  readonly stage: string | null
  readonly subject: string | null
  readonly titleLevel: string | null
  readonly ageBand: string | null
  readonly urban: string | null
  readonly due: number
  readonly attended: number
  readonly score: number | null
  readonly tenths: number
}

async function entryLines(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  { where, order, stretch }: { readonly where: Sql; readonly order: Sql; readonly stretch: Stretch },
): Promise<{ readonly list: BehindLine[]; readonly within: readonly number[] }> {
  const lines = await needs.engine.db.query<EntryLine>(sql`
    select f.case_id as id, f.teacher_id as "teacherId", coalesce(i.name, '') as institution, c.title as project,
      f.state, to_char(f.started_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as started, f.stage, f.subject,
      f.title_level as "titleLevel", f.age_band as "ageBand", f.urban, f.due, f.attended, f.score, f.tenths
    from training_fact f
    join campaign c on c.id = f.campaign_id
    left join institution i on i.id = f.institution_id
    where ${where}
    order by ${order}
    limit ${stretch.most} offset ${stretch.from}`)
  const { nameOf, within } = await namesFor(
    needs.engine.db,
    asked.actor,
    lines.map(({ teacherId }) => teacherId),
  )
  return {
    within,
    list: lines.map((line) => ({
      key: line.id,
      teacherId: line.teacherId,
      name: nameOf(line.teacherId),
      institution: line.institution,
      values: [
        line.project,
        definition.states[line.state]?.label ?? line.state,
        line.started ?? '',
        line.stage === null ? '' : labelOf('schoolStage', line.stage),
        line.subject === null ? '' : labelOf('subject', line.subject),
        line.titleLevel === null ? '' : labelOf('titleLevel', line.titleLevel),
        officialAges.find(({ key }) => key === line.ageBand)?.label ?? '',
        urbanGroups.find(({ key }) => key === line.urban)?.label ?? '',
        line.due === 0 ? '' : `${line.attended}/${line.due}`,
        line.score === null ? '' : String(line.score),
        line.tenths === 0 ? '' : (line.tenths / 10).toFixed(1),
      ],
    })),
  }
}

const stateOf: Readonly<Record<string, Sql>> = {
  learning: sql`f.state = 'learning'`,
  qualified: sql`f.state = 'qualified'`,
  unqualified: sql`f.state = 'unqualified'`,
}

/** The entries of a project, of people of the place. */
async function factsBehind(
  needs: TrainingFigureNeeds,
  asked: FigureRequest,
  {
    campaign,
    name,
    column,
    word,
  }: {
    readonly campaign: string
    /** A tutor, whose learners are asked; empty for all. */
    readonly name: string
    readonly column: string
    readonly word: string
  },
): Promise<Behind> {
  const { db } = needs.engine
  const project = await db.maybeOne<{ title: string }>(
    sql`select c.title ${heldProjects} where c.id = ${campaign}::uuid and ${projectsOf(asked)}`,
  )
  if (!project) throw invalid('row', '没有这一行')
  const own = name === '' ? sql`true` : await learnersOf(needs, asked, { campaign, name })
  const where = sql`f.campaign_id = ${campaign}::uuid and ${factsOf(asked)} and ${own}
    and ${stateOf[column] ?? sql`true`}`
  const { total } = await db.one<{ total: number }>(
    sql`select count(*)::int as total from training_fact f where ${where}`,
  )
  return {
    title: `${project.title}：${word}`,
    unit: '人次',
    heads: entryHeads,
    total,
    lines: (stretch) =>
      entryLines(needs, asked, { where, order: sql`i.name_sort, i.id, f.case_id`, stretch }),
  }
}
