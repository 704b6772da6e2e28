import type { ComponentType } from 'react'
import { useLocation } from 'react-router'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { listOf } from '../../../catalogue/processes/training-project-fields.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CopyPart } from './copy-part.tsx'
import { ExecutionPart } from './execution-part.tsx'
import { FacePart } from './face-part.tsx'
import { NominationPart } from './nomination-part.tsx'
import { SeatsPart } from './project-parts.tsx'
import { RosterBody, timetableOf } from './roster.tsx'
import { TeamPart } from './team-part.tsx'
import './training.css'

interface ProjectPart {
  readonly view: CampaignView
}

/** States in which learners are or will soon be asked what they think. */
const asked: readonly string[] = ['ongoing', 'assessing', 'finished']
const hasBegun = ({ state }: CampaignView): boolean => asked.includes(state)

/**
 * The tabs of a project's page for offices (training.md, 9). A tab that would be empty for good is not there:
 * a roster before the start, the team for others than the host.
 * @param props.Ranking the order of what a school recommended, which is another feature's
 */
export function projectTabs(
  view: CampaignView,
  role: number,
  { Ranking }: { readonly Ranking: ComponentType<ProjectPart> },
) {
  const isInvited = view.value['invited'] === true
  const tabs = [
    { key: 'seats', label: '席位与候补', Part: SeatsPart, is: true },
    { key: 'invite', label: '邀请', Part: Inviting, is: view.mine && isInvited && view.closed === null },
    {
      key: 'recommend',
      label: '推荐本校教师',
      Part: Recommending,
      is: role === 3 && !isInvited && view.closed === null,
    },
    {
      key: 'ranking',
      label: '推荐排序',
      Part: Ranking,
      is: role === 3 && !view.mine && view.value['byRank'] === true,
    },
    { key: 'team', label: '班级与工作人员', Part: Classes, is: true },
    { key: 'sessions', label: '课程与场次', Part: Sessions, is: true },
    { key: 'roster', label: '花名册', Part: Learners, is: hasBegun(view) },
    { key: 'execution', label: '调查、回访与经费', Part: Execution, is: hasBegun(view) },
    { key: 'face', label: '门户展示', Part: Face, is: view.mine && view.state !== 'cancelled' },
    { key: 'copy', label: '复制', Part: Copy, is: view.mine },
  ]
  return tabs.flatMap(({ is, ...tab }) => (is ? [tab] : []))
}

const Inviting = ({ view }: ProjectPart) => <NominationPart view={view} as="invitations" />
const Recommending = ({ view }: ProjectPart) => <NominationPart view={view} as="nominations" />
const Execution = ({ view }: ProjectPart) => <ExecutionPart id={view.id} />
const Copy = ({ view }: ProjectPart) => <CopyPart id={view.id} />
const Face = ({ view }: ProjectPart) => <FacePart id={view.id} />

function Learners({ view }: ProjectPart) {
  const { pathname } = useLocation()
  return (
    // A block of its own: the page sets its panels apart, and the parts of a list stand close together.
    <div>
      <RosterBody
        id={view.id}
        at={`${pathname}?id=${view.id}&part=roster`}
        timetable={timetableOf(pathname)}
      />
    </div>
  )
}

type Line = Readonly<Record<string, unknown>>
const said = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''
const text =
  (key: string) =>
  (line: Line): string =>
    said(line[key])

const classColumns: LineColumn<Line>[] = [
  { key: 'className', title: '班级', wide: true, render: text('className') },
  { key: 'headTeacher', title: '班主任', render: text('headTeacher') },
  { key: 'tutors', title: '辅导教师', render: text('tutors') },
  { key: 'place', title: '地点', render: text('place') },
  {
    key: 'maxCount',
    title: '人数上限',
    figure: true,
    render: ({ maxCount }) => <span className="x-num">{said(maxCount)}</span>,
  },
]

/** The classes as the timetable has them, and below them who works in the project. */
function Classes({ view }: ProjectPart) {
  const list = listOf(view.value['classes'])
  return (
    <>
      <Panel title="班级">
        {list.length === 0 ? (
          <Empty text="没有分班：所有学员在一起。" />
        ) : (
          <LineTable
            label="班级"
            lines={list}
            columns={classColumns}
            keyOf={text('className')}
            stale={false}
            testId="project-class"
          />
        )}
      </Panel>
      {view.mine && <TeamPart id={view.id} />}
    </>
  )
}

const sessionColumns: LineColumn<Line>[] = [
  { key: 'title', title: '课程', wide: true, render: text('title') },
  {
    key: 'startsAt',
    title: '开始',
    render: ({ startsAt }) => <span className="x-num">{said(startsAt).replace('T', ' ')}</span>,
  },
  {
    key: 'endsAt',
    title: '结束',
    render: ({ endsAt }) => <span className="x-num">{said(endsAt).replace('T', ' ')}</span>,
  },
  { key: 'className', title: '班级', render: (line) => text('className')(line) || '各班' },
  { key: 'lecturer', title: '主讲', render: text('lecturer') },
  { key: 'place', title: '地点', render: text('place') },
  {
    key: 'hours',
    title: '学时',
    figure: true,
    render: ({ hours }) => <span className="x-num">{Number(hours ?? 0).toFixed(1)}</span>,
  },
  {
    key: 'mode',
    title: '方式',
    render: ({ mode, course }) =>
      `${said(mode) === '' ? '' : labelOf('teachingMode', said(mode))}${course ? `（网络课程 ${said(course)}）` : ''}`,
  },
]

/** The timetable of the project; sessions are led from the roster once it has begun. */
function Sessions({ view }: ProjectPart) {
  const list = listOf(view.value['sessions'])
  const hours = list.reduce((sum, one) => sum + (Number(one['hours']) || 0), 0)
  return (
    <Panel
      title="课程与场次"
      beside={<span className="x-faint">{`${list.length} 场，共 ${hours.toFixed(1)} 学时`}</span>}
    >
      {list.length === 0 ? (
        <Empty text="暂无课程。在“修改”里填写课程与场次。" />
      ) : (
        <LineTable
          label="课程与场次"
          lines={list}
          columns={sessionColumns}
          keyOf={(line) => `${said(line['className'])} ${said(line['title'])} ${said(line['startsAt'])}`}
          stale={false}
          testId="project-session"
        />
      )}
    </Panel>
  )
}
