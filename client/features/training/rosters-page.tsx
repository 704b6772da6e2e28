import { Link } from 'react-router'
import type { RosterPage } from '../../../catalogue/contract/training/rosters.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { declaredBars } from '../../engine/list/declared-bars.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Roster } from './roster.tsx'
import { useRosters } from './use-rosters.ts'
import './training.css'

type Line = RosterPage['list'][number]
const project: AnyCampaign = trainingProject
const keys = ['year', 'state'] as const

/** 花名册: projects that have begun, or one of them (`?project=`) with its learners by sessions. */
export function RostersPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['project'])
  const id = asked.of('project')
  return id === '' ? <Rosters entry={entry} /> : <Roster key={id} entry={entry} id={id} />
}

function Rosters({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? 0
  const asked = useAsked(keys)
  const answer = useRosters({ ...asked.filter, page: asked.page, pageSize: 20 })
  const projects = noticesPath(role, 'trainingProject') ?? '/'
  return (
    <PageFrame title={entry.title} note="已经开班的培训项目：学员、签到、成绩和结果">
      <FilterBar
        filters={[
          ...declaredBars(project.fields, ['projectYear'], () => 'year'),
          {
            kind: 'choice',
            key: 'state',
            label: '状态',
            options: ['ongoing', 'assessing', 'finished'].map((value) => ({
              value,
              label: project.states[value]?.label ?? value,
            })),
          },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="花名册打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={asked.isNarrowed ? '没有符合条件的花名册。' : '开班以后有花名册。'}
              action={<ButtonLink to={projects}>看培训项目</ButtonLink>}
            />
          ) : (
            <>
              <LineTable
                label="花名册"
                lines={data.list}
                columns={columnsOf(entry.path)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="roster-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const figure = (
  key: 'classes' | 'sessions' | 'learners' | 'qualified' | 'unqualified',
  title: string,
): LineColumn<Line> => ({
  key,
  title,
  figure: true,
  render: (line) => <span className="x-num">{line[key]}</span>,
})

const columnsOf = (path: string): readonly LineColumn<Line>[] => [
  {
    key: 'title',
    title: '项目',
    wide: true,
    render: ({ id, title }) => <Link to={`${path}?project=${id}`}>{title}</Link>,
  },
  { key: 'host', title: '主办单位', render: ({ host }) => host },
  {
    key: 'days',
    title: '期限',
    render: ({ startDate, endDate }) => (
      <span className="x-num">{startDate === null ? '' : `${startDate} 至 ${endDate ?? ''}`}</span>
    ),
  },
  figure('classes', '班级'),
  figure('sessions', '场次'),
  figure('learners', '学员'),
  figure('qualified', '合格'),
  figure('unqualified', '不合格'),
  { key: 'state', title: '状态', render: ({ state }) => project.states[state]?.label ?? state },
]
