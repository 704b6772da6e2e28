import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { SessionList } from '../../../catalogue/contract/training/enrolments.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { presenceWords } from '../../../catalogue/presence/rules.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { minuteOf } from '../../../catalogue/seats/offer.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Roster } from './roster.tsx'
import { useSessions } from './use-enrolments.ts'
import './training.css'

type Session = SessionList['list'][number]

const later = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const keys = ['from', 'of', 'q', 'mode'] as const

/** The ways of teaching that are there, to choose from. */
const modesOf = (list: readonly Session[]) =>
  [...new Set(list.map(({ mode }) => mode))]
    .filter((mode) => mode !== '')
    .toSorted()
    .map((value) => ({ value, label: labelOf('teachingMode', value) }))

const projectsOf = ({ projects }: SessionList) =>
  projects.map(({ id, title }) => ({ value: id, label: title }))

/** The page on which a session is led, which is another feature's. */
type LedPage = ComponentType<{ entry: PageEntry; id: string }>

/**
 * 培训课程: the timetable of a week, of own projects or of those in reach; a session that one leads (`?id=`), and
 * the roster of a project in which one works (`?project=`).
 */
export function SessionsPage({ entry, Led }: { entry: PageEntry; Led: LedPage }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  const project = search.get('project')
  if (id !== null) return <Led key={id} entry={entry} id={id} />
  if (project !== null) return <Roster key={project} entry={entry} id={project} />
  return <Timetable entry={entry} />
}

function Timetable({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? 0
  const asked = useAsked(keys)
  const from = asked.of('from')
  const q = asked.of('q')
  const mode = asked.of('mode')
  const of = asked.of('of')
  const answer = useSessions({ ...(from !== '' && { from }), ...(of !== '' && { project: of }) })
  const projects = noticesPath(role, 'trainingProject') ?? '/'
  return (
    <PageFrame
      title={entry.title}
      note={role === 2 ? '您参加或者办理的培训项目一周内的课' : '本单位和上级单位的培训项目一周内的课'}
    >
      <Loaded answer={answer} failed="课程打开失败" lines={8}>
        {(data) => {
          const list = data.list.filter(
            (one) =>
              (q === '' || `${one.title} ${one.project} ${one.lecturer}`.includes(q)) &&
              (mode === '' || one.mode === mode),
          )
          return (
            <>
              <div className="sessions-week">
                <Button onClick={() => asked.put({ from: later(data.from, -7) })}>上一周</Button>
                <b className="x-num">
                  {data.from} 至 {data.to}
                </b>
                <Button onClick={() => asked.put({ from: later(data.from, 7) })}>下一周</Button>
              </div>
              <FilterBar
                search={{ key: 'q', label: '课程、项目或主讲人', hint: '课程、项目或主讲人' }}
                filters={[
                  { kind: 'choice', key: 'of', label: '项目', options: projectsOf(data) },
                  { kind: 'choice', key: 'mode', label: '方式', options: modesOf(data.list) },
                ]}
                asked={asked}
                onAsk={(key, value) => asked.put({ [key]: value })}
              />
              {list.length === 0 ? (
                <Empty
                  text={
                    q === '' && mode === ''
                      ? `${of === '' ? '' : '该项目'}这一周没有课。${data.next === null ? '' : `下一次 ${data.next}`}`
                      : '没有符合条件的课。'
                  }
                  action={
                    q === '' && mode === '' && data.next !== null ? (
                      <Button onClick={() => asked.put({ from: data.next ?? '' })}>看那一周</Button>
                    ) : (
                      <ButtonLink to={projects}>看培训项目</ButtonLink>
                    )
                  }
                />
              ) : (
                <LineTable
                  label="课程"
                  lines={list}
                  columns={columnsOf(projects, entry.path, role === 2 && !list.some(({ works }) => works))}
                  keyOf={({ id }) => id}
                  stale={answer.isPlaceholderData}
                  testId="session-line"
                />
              )}
            </>
          )
        }}
      </Loaded>
    </PageFrame>
  )
}

/** Whether a minute of the timetable has passed. */
const isOver = (minute: string): boolean => minute < minuteOf(Date.now())

const columnsOf = (projects: string, path: string, isLearner: boolean): LineColumn<Session>[] => [
  {
    key: 'title',
    title: '课程',
    wide: true,
    render: ({ title, course, works }) =>
      course === null || works ? title : <Link to={`/teacher/jykc?course=${course}`}>{title}　去学习</Link>,
  },
  {
    key: 'project',
    title: '项目',
    // Whoever works in a project may not read its notice: a undertaker from elsewhere.
    render: ({ projectId, project, works }) => (
      <Link
        to={
          works
            ? `${path}?project=${projectId}`
            : `${projects}${projects.includes('?') ? '&' : '?'}id=${projectId}`
        }
      >
        {project}
      </Link>
    ),
  },
  { key: 'className', title: '班级', render: ({ className }) => className || '各班' },
  { key: 'lecturer', title: '主讲', render: ({ lecturer }) => lecturer },
  {
    key: 'time',
    title: '时间',
    render: ({ startsAt, endsAt }) => (
      <span className="x-num">
        {startsAt.replace('T', ' ')}–{endsAt.slice(11)}
      </span>
    ),
  },
  { key: 'place', title: '地点', render: ({ place }) => place },
  {
    key: 'hours',
    title: '学时',
    figure: true,
    render: ({ hours }) => <span className="x-num">{hours.toFixed(1)}</span>,
  },
  {
    key: 'mode',
    title: '方式',
    render: ({ mode }) => (mode === '' ? '' : labelOf('teachingMode', mode)),
  },
  ...(isLearner
    ? [
        {
          key: 'own',
          title: '本人出勤',
          render: ({ own, endsAt }: Session) =>
            own === null ? (isOver(endsAt) ? '没有签到' : '未上') : presenceWords[own],
        },
      ]
    : [
        {
          key: 'came',
          title: '到课 / 应到',
          figure: true,
          render: ({ came, expected }: Session) => <span className="x-num">{`${came} / ${expected}`}</span>,
        } as const,
        {
          key: 'acts',
          title: '办理',
          render: ({ id, projectId, leads, works }: Session) => (
            <>
              {leads && <Link to={`${path}?id=${id}`}>签到</Link>}{' '}
              {works && <Link to={`${path}?project=${projectId}`}>花名册</Link>}
            </>
          ),
        },
      ]),
]
