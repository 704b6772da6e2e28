import { Link } from 'react-router'
import type { LearnerPage } from '../../../catalogue/contract/training/enrolments.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath, casesPath } from '../../../catalogue/processes/paths.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useEnrolmentDesk, useLearners } from './use-enrolments.ts'

type Line = LearnerPage['list'][number]
const definition: AnyProcess = trainingEnrolment
const keys = ['project', 'school', 'state', 'q'] as const

/** 报名学员: the entries of one project, or of one school in it. */
export function LearnersPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const project = asked.of('project')
  return (
    <PageFrame title={entry.title} note="一个培训项目的学员，可以只看一所学校的">
      {project === '' ? <Projects path={entry.path} /> : <Learners id={project} />}
    </PageFrame>
  )
}

function Projects({ path }: { path: string }) {
  const role = useSession()?.role ?? 0
  const answer = useEnrolmentDesk()
  return (
    <Loaded answer={answer} failed="培训项目打开失败" lines={4}>
      {({ list }) =>
        list.length === 0 ? (
          <Empty
            text="暂无学员：目前没有正在报名或培训的项目。"
            action={<ButtonLink to={casesPath(role, 'trainingEnrolment') ?? '/'}>看全部报名</ButtonLink>}
          />
        ) : (
          <LineTable
            label="培训项目"
            lines={list}
            columns={[
              {
                key: 'title',
                title: '项目',
                wide: true,
                render: ({ id, title }) => <Link to={`${path}?project=${id}`}>{title}</Link>,
              },
              { key: 'host', title: '主办单位', render: ({ host }) => host },
              {
                key: 'handedIn',
                title: '学员',
                figure: true,
                render: ({ handedIn }) => <span className="x-num">{handedIn}</span>,
              },
            ]}
            keyOf={({ id }) => id}
            stale={false}
            testId="learner-project"
          />
        )
      }
    </Loaded>
  )
}

function Learners({ id }: { id: string }) {
  const role = useSession()?.role ?? 0
  const asked = useAsked(keys)
  const { project: _project, ...filter } = asked.filter
  const answer = useLearners(id, { ...filter, page: asked.page, pageSize: 20 })
  return (
    <Loaded answer={answer} failed="学员打开失败" lines={8}>
      {(data) => (
        <>
          <p>
            <b>{data.title}</b>　
            <Button look="text" onClick={() => asked.put({ project: '', school: '', state: '', q: '' })}>
              换一个项目
            </Button>
          </p>
          <FilterBar
            search={{ key: 'q', label: '学员姓名', hint: '姓名或拼音' }}
            filters={filtersOf(data)}
            asked={asked}
            onAsk={(key, value) => asked.put({ [key]: value })}
          />
          {data.list.length === 0 ? (
            <Empty text={data.schools.length === 0 ? '该项目暂无报名。' : '没有符合条件的学员。'} />
          ) : (
            <>
              <LineTable
                label="学员"
                lines={data.list}
                columns={columnsOf(role)}
                keyOf={(line) => line.id}
                stale={answer.isPlaceholderData}
                testId="learner-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )}
        </>
      )}
    </Loaded>
  )
}

const filtersOf = ({ schools }: LearnerPage): BarFilter<(typeof keys)[number]>[] => [
  {
    kind: 'choice',
    key: 'school',
    label: '学校',
    options: schools.map(({ id, name, many }) => ({ value: String(id), label: `${name}（${many}）` })),
  },
  {
    kind: 'choice',
    key: 'state',
    label: '状态',
    options: Object.entries(definition.states).map(([value, { label }]) => ({ value, label })),
  },
]

const columnsOf = (role: number): LineColumn<Line>[] => [
  {
    key: 'name',
    title: '学员',
    wide: true,
    render: ({ id, name }) => <Link to={casePath(role, 'trainingEnrolment', id) ?? '/'}>{name}</Link>,
  },
  { key: 'school', title: '学校', render: ({ school }) => school },
  { key: 'role', title: '角色', render: (line) => labelOf('trainingRole', line.role) },
  {
    key: 'seatNo',
    title: '席位',
    figure: true,
    render: ({ seatNo }) => <span className="x-num">{seatNo ?? ''}</span>,
  },
  { key: 'state', title: '状态', render: ({ state }) => definition.states[state]?.label ?? state },
  { key: 'hints', title: '条件提示', render: ({ hints }) => hints ?? '' },
  {
    key: 'score',
    title: '成绩',
    figure: true,
    render: ({ score }) => <span className="x-num">{score ?? ''}</span>,
  },
]
