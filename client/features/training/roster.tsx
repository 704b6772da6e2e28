import { useState } from 'react'
import { Link } from 'react-router'
import type { CourseRoster, RosterLearner } from '../../../catalogue/contract/training/rosters.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { classListHeads, headsOf } from '../../../catalogue/hours/words.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { presenceWords } from '../../../catalogue/presence/rules.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casePath, noticesPath } from '../../../catalogue/processes/paths.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { ReplaceDialog } from './replace-dialog.tsx'
import { ScoresPanel } from './scores-panel.tsx'
import { SignInSheet } from './sign-in-sheet.tsx'
import { useRoster } from './use-rosters.ts'
import { sessionDay, shortStatus, spareText } from './words.ts'
import './roster.css'

const project: AnyCampaign = trainingProject
const enrolment: AnyProcess = trainingEnrolment
const keys = ['className', 'state', 'below'] as const
/** A class with its marks stands on one page. */
const onPage = 100

/** The roster of one project: learners by sessions, with marks, scores and results. */
export function Roster({ entry, id }: { entry: PageEntry; id: string }) {
  const role = useSession()?.role ?? 0
  const sheet = useAsked(['sheet']).of('sheet')
  const { data } = useRosterPage(id).answer
  const projects = noticesPath(role, 'trainingProject') ?? '/'
  const at = `${entry.path}?project=${id}`
  return (
    <PageFrame
      title={data?.title ?? entry.title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: '学员和签到' }]}
      note={data && `${project.states[data.state]?.label ?? ''}　要求到课率 ${data.leastAttendance}%`}
      actions={
        data?.isMine &&
        sheet === '' && (
          <ButtonLink look="primary" to={`${projects}?id=${id}`}>
            {data.state === 'assessing' ? '确认结果' : '看项目'}
          </ButtonLink>
        )
      }
    >
      <RosterBody id={id} at={at} timetable={timetableOf(entry.path)} />
    </PageFrame>
  )
}

function useRosterPage(id: string) {
  const asked = useAsked(keys)
  return { asked, answer: useRoster(id, { ...asked.filter, page: asked.page, pageSize: onPage }) }
}

/** The learners of a project with everything that is done about them; the printed sheet of a session (`?sheet=`). */
export function RosterBody({ id, at, timetable }: { id: string; at: string; timetable: string }) {
  const sheet = useAsked(['sheet']).of('sheet')
  const { asked, answer } = useRosterPage(id)
  return (
    <Loaded answer={answer} failed="花名册打开失败" lines={10}>
      {(roster) =>
        sheet === '' ? (
          <>
            {roster.works && <SessionLinks roster={roster} at={at} timetable={timetable} />}
            <FilterBar
              filters={filtersOf(roster)}
              asked={asked}
              onAsk={(key, value) => asked.put({ [key]: value })}
            />
            <RosterExports id={id} roster={roster} filter={asked.filter} />
            <Learners
              id={id}
              roster={roster}
              isNarrowed={asked.isNarrowed}
              stale={answer.isPlaceholderData}
            />
            <Pager {...roster} onPage={asked.setPage} />
            {roster.works && <ScoresPanel id={id} roster={roster} />}
          </>
        ) : (
          <SignInSheet roster={roster} sheet={sheet} back={at} />
        )
      }
    </Loaded>
  )
}

function RosterExports(props: {
  id: string
  roster: CourseRoster
  filter: Readonly<Record<string, string>>
}) {
  const { id, roster, filter } = props
  const role = useSession()?.role ?? 0
  // A head teacher prints the sheet of a session; files of people are taken out by offices.
  if (role === 2) return null
  return (
    <div className="roster-exports">
      <ExportButton
        title="花名册"
        list="train/roster"
        query={{ ...filter, project: id }}
        columns={[
          ...columnsOf(roster, role).map(({ key, title }) => ({
            key,
            title: sessionTitle(roster, key) ?? title,
          })),
          { key: 'number', title: '证书编号' },
        ]}
        total={roster.total}
        unit="人"
      />
      <ExportButton
        title="学员名单"
        label="导出学员名单"
        list="train/class-list"
        query={{ project: id, className: filter['className'] }}
        columns={headsOf(classListHeads)}
        total={roster.total}
        unit="人"
      />
    </div>
  )
}

/** The timetable beside a page, where a session is led. */
export const timetableOf = (path: string): string => path.replace(/[^/]+$/, 'ltkcgl')

function SessionLinks(props: { roster: CourseRoster; at: string; timetable: string }) {
  const { roster, at, timetable } = props
  if (roster.sessions.length === 0) return null
  return (
    <details className="roster-sessions">
      <summary>场次：签到和签到表（{roster.sessions.length}）</summary>
      <ul>
        {roster.sessions.map(({ id, title, className, startsAt, called, over }) => (
          <li key={id}>
            <span className="x-num">{sessionDay(startsAt)}</span>　{title}
            {className !== '' && `　${className}`}
            {!called && over && <span className="x-soft">　没有签到记录，不计到课率</span>}
            <span className="roster-acts">
              <Link to={`${timetable}?id=${id}`}>签到</Link>
              <Link to={`${at}&sheet=${id}`}>打印签到表</Link>
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

const filtersOf = ({ classes, leastAttendance }: CourseRoster): BarFilter<(typeof keys)[number]>[] => [
  ...(classes.length === 0
    ? []
    : [
        {
          kind: 'choice',
          key: 'className',
          label: '班级',
          options: classes.map((value) => ({ value, label: value })),
        } as const,
      ]),
  {
    kind: 'choice',
    key: 'state',
    label: '结果',
    options: ['learning', 'qualified', 'unqualified'].map((value) => ({
      value,
      label: enrolment.states[value]?.label ?? value,
    })),
  },
  {
    kind: 'choice',
    key: 'below',
    label: '到课率',
    options: [{ value: '1', label: `低于 ${leastAttendance}%` }],
  },
]

function Learners(props: { id: string; roster: CourseRoster; isNarrowed: boolean; stale: boolean }) {
  const { id, roster, isNarrowed, stale } = props
  const [leaving, setLeaving] = useState<RosterLearner>()
  const role = useSession()?.role ?? 0
  if (roster.list.length === 0)
    return <Empty text={isNarrowed ? '没有符合条件的学员。' : '该项目暂无学员。'} />
  return (
    <section className="roster-wide" aria-label="花名册，可以左右滚动">
      <LineTable
        label="花名册"
        lines={roster.list}
        columns={[...columnsOf(roster, role), ...(roster.isMine ? [replacing(setLeaving)] : [])]}
        keyOf={({ id }) => id}
        stale={stale}
        testId="roster-learner"
      />
      {leaving && <ReplaceDialog id={id} learner={leaving} onClose={() => setLeaving(undefined)} />}
    </section>
  )
}

type Column = LineColumn<RosterLearner>

const replacing = (onAsk: (learner: RosterLearner) => void): Column => ({
  key: 'acts',
  title: '办理',
  render: (learner) =>
    (learner.state === 'confirmed' || learner.state === 'learning') && (
      <Button look="text" aria-label={`由他人接替${learner.name}`} onClick={() => onAsk(learner)}>
        接替
      </Button>
    ),
})

/** What the column of a session is called in a file. */
const sessionTitle = ({ sessions }: CourseRoster, key: string): string | undefined =>
  key.startsWith('session') ? sessions[Number(key.slice(7)) - 1]?.title : undefined

const markColumns = ({ sessions }: CourseRoster): Column[] =>
  sessions.map(({ id, title, startsAt }, n) => ({
    key: `session${n + 1}`,
    title: String(n + 1),
    render: ({ statuses }) => {
      const status = statuses[id]
      const said = status ? presenceWords[status] : status === null ? '未到' : '不是本班的课'
      return (
        <span title={`${title}　${sessionDay(startsAt)}　${said}`} className={`roster-mark roster-${status}`}>
          <span aria-hidden="true">{shortStatus(status)}</span>
          <span className="x-hidden">{said}</span>
        </span>
      )
    },
  }))

const columnsOf = (roster: CourseRoster, role: number): Column[] => [
  {
    key: 'seatNo',
    title: '席位',
    figure: true,
    render: ({ seatNo }) => <span className="x-num">{seatNo ?? ''}</span>,
  },
  {
    key: 'name',
    title: '姓名',
    wide: true,
    render: ({ id, name }) => <Link to={casePath(role, 'trainingEnrolment', id) ?? '/'}>{name}</Link>,
  },
  { key: 'school', title: '单位', render: ({ school }) => school },
  { key: 'stage', title: '学段', render: ({ stage }) => (stage ? labelOf('schoolStage', stage) : '') },
  { key: 'subject', title: '学科', render: ({ subject }) => (subject ? labelOf('subject', subject) : '') },
  ...(roster.classes.length === 0
    ? []
    : [{ key: 'className', title: '班级', render: (line: RosterLearner) => line.className }]),
  ...markColumns(roster),
  {
    key: 'attendance',
    title: '到课率',
    figure: true,
    render: ({ attendance, enough, spare }) => (
      <span className={enough ? 'x-num' : 'x-num roster-short'}>
        {attendance === null ? '—' : `${attendance}%`}
        {!enough && <span className="x-hidden">，低于要求</span>}
        {spareText(spare) !== '' && <small className="hours-beside">{spareText(spare)}</small>}
      </span>
    ),
  },
  {
    key: 'score',
    title: '成绩',
    figure: true,
    render: ({ score }) => <span className="x-num">{score ?? ''}</span>,
  },
  {
    key: 'state',
    title: '结果',
    render: ({ state, number }) => (
      <>
        {enrolment.states[state]?.label ?? state}
        {number !== null && <span className="hours-beside x-num">{number}</span>}
      </>
    ),
  },
]
