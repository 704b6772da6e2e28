import { Link, useSearchParams } from 'react-router'
import type { StudioBoard } from '../../../catalogue/contract/teaching/studios.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { casePath, casesPath } from '../../../catalogue/processes/paths.ts'
import { lateLights } from '../../../catalogue/teaching/studio-lights.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Applications } from './applications.tsx'
import { AssessmentPart, FacePart, PlacesPart } from './aside.tsx'
import { InvitePart } from './invite-part.tsx'
import { MembersPart } from './members-part.tsx'
import { PlanEditor } from './plan-editor.tsx'
import { TasksPart } from './tasks-part.tsx'
import { useStudioBoard } from './use-studios.ts'
import { studioStateText } from './words.tsx'
import './studios.css'

/** One studio: tasks of a year with what they were counted from, members, places, the assessment. */
export function StudioPage({ entry, id }: { entry: PageEntry; id: string }) {
  const [search] = useSearchParams()
  const answer = useStudioBoard(id, search.get('year') ?? '')
  return (
    <Loaded answer={answer} failed="工作室打开失败" lines={12}>
      {(board) => <Board entry={entry} board={board} part={search.get('part')} />}
    </Loaded>
  )
}

export const studioPath = (entry: PageEntry, { id }: Pick<StudioBoard, 'id'>, more = ''): string =>
  `${entry.path}?studio=${id}${more}`

function Board({ entry, board, part }: { entry: PageEntry; board: StudioBoard; part: string | null }) {
  const role = useSession()?.role ?? 0
  const isHost = board.as === 'host'
  const yearOf = `&year=${board.year.no}`
  if (isHost && part === 'plan' && board.year.mayPlan)
    return <PlanEditor board={board} back={studioPath(entry, board, yearOf)} />
  if (isHost && part === 'invite') return <InvitePart board={board} back={studioPath(entry, board)} />
  return (
    <PageFrame
      title={board.name}
      crumbs={[{ label: entry.title, to: entry.path }, { label: '工作台' }]}
      mark={<span className="xr-tag">{studioStateText(board.state)}</span>}
      note={noteOf(board)}
      actions={
        <ButtonLink to={casePath(role, 'studio', board.id) ?? '/'}>
          {board.as === 'office' && board.state === 'active' ? '申报材料、结束' : '申报材料'}
        </ButtonLink>
      }
    >
      <div className="studio-stack" data-testid="studio-board">
        <Late board={board} />
        <Years entry={entry} board={board} />
        <div className="studio">
          <div className="studio-stack">
            <TasksPart board={board} planPath={studioPath(entry, board, `${yearOf}&part=plan`)} />
            <MembersPart board={board} invitePath={studioPath(entry, board, '&part=invite')} />
          </div>
          <div className="studio-stack">
            {isHost && <Applications board={board} />}
            <PlacesPart board={board} />
            <AssessmentPart board={board} />
            <FacePart board={board} />
            {board.as === 'member' && <Leaving />}
          </div>
        </div>
      </div>
    </PageFrame>
  )
}

const noteOf = ({ kind, level, stage, subject, host, institution }: StudioBoard): string =>
  [
    labelOf('studioKind', kind),
    labelOf('studioLevel', level),
    stage !== null && labelOf('schoolStage', stage),
    subject !== null && labelOf('subject', subject),
    `主持人 ${host}`,
    `依托单位 ${institution}`,
  ]
    .filter(Boolean)
    .join('　')

function Late({ board: { tasks, year, state } }: { board: StudioBoard }) {
  const late = tasks.filter(({ light }) => lateLights.includes(light))
  if (state === 'closed' || year.frozenOn !== null || late.length === 0) return null
  return (
    <p className="studio-late">
      本年度还剩 <b className="x-num">{year.daysLeft}</b> 天，<b className="x-num">{late.length}</b> 项要追：
      {late.map(({ label }) => label).join('、')}
    </p>
  )
}

function Years({ entry, board }: { entry: PageEntry; board: StudioBoard }) {
  return (
    <ol className="studio-years" aria-label="周期里的年度">
      {board.years.map(({ no, from, to, state, score, result }) => (
        <li key={no}>
          <Link
            to={studioPath(entry, board, `&year=${no}`)}
            aria-current={no === board.year.no ? 'true' : undefined}
          >
            <b>
              第 {no} 年{result !== null && `　${labelOf('annualResult', result)}`}
              {result === null && state !== null && '　考核中'}
            </b>
            <span className="x-soft x-dense">
              {from} 至 {to}
              {score !== null && `　${score.toFixed(2)} 分`}
              {no === board.year.no && board.year.gone < 100 && `　已过 ${board.year.gone}%`}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function Leaving() {
  return (
    <div className="studio-stack">
      <p className="x-soft">要退出的，打开自己的那一件加入申请，写明原因。</p>
      <div>
        <ButtonLink to={casesPath(2, 'membership') ?? '/'}>我的加入申请</ButtonLink>
      </div>
    </div>
  )
}
