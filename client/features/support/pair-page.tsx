import { Link, useSearchParams } from 'react-router'
import type { PairBoard } from '../../../catalogue/contract/support-pairs.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { AmendEditor } from './amend-editor.tsx'
import { AmendmentsPart } from './amendments-part.tsx'
import { PairWork } from './entries/pair-work.tsx'
import { GoalsPart } from './goals-part.tsx'
import { pairPath } from './pair-path.ts'
import { pairStateText, shortNumber } from './pair-words.tsx'
import { AgreementWaits, ExchangesPart, NeedsPart } from './plans/aside-part.tsx'
import { PlanEditor } from './plans/plan-editor.tsx'
import { TasksPart } from './plans/tasks-part.tsx'
import { StatementsPart } from './statements-part.tsx'
import { usePairBoard } from './use-pairs.ts'
import './pairs.css'

/** One agreement: its two sides, the time that has gone, its goals, and what waits between the sides. */
export function PairPage({ entry, id }: { entry: PageEntry; id: string }) {
  const [search] = useSearchParams()
  const answer = usePairBoard(id)
  return (
    <Loaded answer={answer} failed="结对协议打开失败" lines={12}>
      {(board) =>
        search.get('part') === 'amend' && board.mayAmend ? (
          <AmendEditor board={board} back={pairPath(entry, id)} />
        ) : search.get('part') === 'plan' ? (
          <PlanEditor board={board} year={yearIn(search.get('year'))} back={pairPath(entry, id)} />
        ) : (
          <Board entry={entry} board={board} />
        )
      }
    </Loaded>
  )
}

const yearIn = (text: string | null): number | null => (/^[1-6]$/.test(text ?? '') ? Number(text) : null)

function Board({ entry, board }: { entry: PageEntry; board: PairBoard }) {
  const role = useSession()?.role ?? 0
  return (
    <PageFrame
      title={board.title}
      crumbs={[{ label: entry.title, to: `${entry.path}?tab=pairs` }, { label: '看板' }]}
      mark={<span className="xr-tag">{pairStateText(board.state)}</span>}
      note={noteOf(board)}
      actions={
        <>
          {board.mayAmend && <ButtonLink to={pairPath(entry, board.id, '&part=amend')}>补充协议</ButtonLink>}
          <ButtonLink to={casePath(role, 'pairAgreement', board.id) ?? '/'}>协议全文和办理</ButtonLink>
        </>
      }
    >
      <div className="pair-stack" data-testid="pair-board">
        {board.within !== null && <Within entry={entry} within={board.within} />}
        <AgreementWaits entry={entry} agreement={board.id} />
        <Sides board={board} />
        <div className="pair-columns">
          <div className="pair-stack">
            <GoalsPart board={board} />
            <PairWork agreement={board.id} />
            <StatementsPart board={board} />
            <AmendmentsPart board={board} />
          </div>
          <div className="pair-stack">
            <NeedsPart entry={entry} agreement={board.id} />
            <TasksPart agreement={board.id} planPath={pairPath(entry, board.id, '&part=plan')} />
            <ExchangesPart agreement={board.id} />
          </div>
        </div>
      </div>
    </PageFrame>
  )
}

const noteOf = ({ kind, docNo, fromDay, untilDay, endedOn }: PairBoard): string =>
  [
    kind !== '' && `${labelOf('pairKind', kind)}结对`,
    docNo,
    fromDay !== '' && `${fromDay} 至 ${untilDay}`,
    endedOn !== null && endedOn !== untilDay && `${endedOn} 终止`,
  ]
    .filter(Boolean)
    .join('　')

function Within({ entry, within }: { entry: PageEntry; within: NonNullable<PairBoard['within']> }) {
  return (
    <p className="x-soft">
      属于 {within.mayRead ? <Link to={pairPath(entry, within.id)}>{within.title}</Link> : within.title}
    </p>
  )
}

function Sides({ board }: { board: PairBoard }) {
  const { supporter, supported, authority, outside, gone, midterm } = board
  return (
    <div className="pair-sides">
      <Side
        label="支援方"
        side={supporter}
        name={outside === null ? supporter.name : `${outside}（${supporter.name}代填）`}
      />
      <div className="pair-record x-soft x-dense">
        {authority.recordedOn === null ? '尚未备案' : `${authority.recordedOn} ${authority.name}备案`}
      </div>
      <Side label="受援方" side={supported} name={supported.name} />
      <div className="pair-time">
        <p>
          <span>
            已过 <b className="x-num">{gone.days}</b> 天，共 <b className="x-num">{gone.of}</b> 天
          </span>
          <b className="x-num">{shortNumber(gone.share)}%</b>
        </p>
        <div className="pair-gone" aria-hidden="true">
          <span style={{ inlineSize: `${Math.min(100, gone.share)}%` }} />
          <i />
        </div>
        <p className="x-soft x-dense">{midterm !== '' && `中期读数 ${midterm}　`}每年 9 月 1 日读数</p>
      </div>
    </div>
  )
}

function Side({ label, side, name }: { label: string; side: PairBoard['supporter']; name: string }) {
  return (
    <div>
      <p className="x-soft x-dense">{label}</p>
      <p className="pair-name">{name === '' ? '未填' : name}</p>
      <p className="x-soft x-dense">
        {side.signedOn === null ? '尚未签署' : `${side.signedOn} ${side.signedBy ?? ''} 签署`}
        {side.contact !== null && `　联系人 ${side.contact}`}
      </p>
    </div>
  )
}
