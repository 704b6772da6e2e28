import { useState } from 'react'
import { Link } from 'react-router'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { SeatBoard } from '../../../catalogue/contract/training/enrolments.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { nextByPortal } from './stages.ts'
import { useSeatChain, useSeats, useSeatsBelow } from './use-enrolments.ts'
import './training.css'

type Pool = SeatBoard['pools'][number]

const figure = (key: string, title: string, of: (pool: Pool) => number): LineColumn<Pool> => ({
  key,
  title,
  figure: true,
  render: (pool) => <span className="x-num">{of(pool)}</span>,
})

/** How much of what was granted is held and asked about, below it, too; the numbers beside it say the same. */
function SeatBar({ pool: { granted, whole } }: { pool: Pool }) {
  const share = (many: number) => ({ inlineSize: `${granted === 0 ? 0 : (100 * many) / granted}%` })
  return (
    <span className="seats-bar" aria-hidden="true">
      <i className="seats-held" style={share(whole.held)} />
      <i className="seats-offered" style={share(whole.offered)} />
    </span>
  )
}

/** A pool in the tree of offices: how deep it stands, and whether something was given on from it. */
interface PoolRow extends Pool {
  readonly depth: number
  readonly isOpen: boolean
}

interface Opening {
  readonly opened: ReadonlySet<number>
  readonly onTurn: (institutionId: number) => void
}

/** Pixels that the button before a name takes, kept free where there is none. */
const turnWidth = 28

/** The name of an office; what was given on from it is opened by it. */
function PoolName({ pool, onTurn }: { pool: PoolRow } & Pick<Opening, 'onTurn'>) {
  const { institutionId, name, own, depth, isOpen, given } = pool
  const isTree = !own && given > 0
  return (
    <span
      className="seats-name"
      style={{ paddingInlineStart: `${depth * 20 + (own || isTree ? 0 : turnWidth)}px` }}
    >
      {isTree && (
        <button
          type="button"
          className="seats-turn"
          aria-expanded={isOpen}
          aria-label={`${name}的下级`}
          onClick={() => onTurn(institutionId)}
        >
          <Icon name={isOpen ? 'down' : 'right'} />
        </button>
      )}
      {own ? <b>{name}</b> : name}
    </span>
  )
}

const poolColumns = (onTurn: Opening['onTurn']): LineColumn<PoolRow>[] => [
  { key: 'name', title: '单位', wide: true, render: (pool) => <PoolName pool={pool} onTurn={onTurn} /> },
  figure('granted', '授予', ({ granted }) => granted),
  figure('held', '已占用', ({ whole }) => whole.held),
  figure('offered', '待答复', ({ whole }) => whole.offered),
  figure('left', '剩余', ({ whole }) => whole.left),
  { key: 'bar', title: '占用情况', render: (pool) => <SeatBar pool={pool} /> },
  figure('waiting', '候补', ({ whole }) => whole.waiting),
  figure('own', '本级剩余', ({ left }) => left),
  {
    key: 'until',
    title: '下一步',
    render: ({ until, left, waiting }) => {
      if (until !== null) return `${listTime(until)} 答复到期`
      return left === 0 && waiting > 0 ? '已满' : ''
    },
  },
]

/** The pools of the office, and below each one that is opened those that it gave on to. */
function rowsOf(pools: readonly Pool[], below: ReadonlyMap<number, readonly Pool[]>, depth = 0): PoolRow[] {
  return pools.flatMap((pool) => {
    const inner = below.get(pool.institutionId)
    return [
      { ...pool, depth: pool.own ? 0 : depth, isOpen: inner !== undefined },
      ...(inner ? rowsOf(inner, below, depth + 1) : []),
    ]
  })
}

function Pools({ id, pools, stale }: { id: string; pools: readonly Pool[]; stale: boolean }) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const ids = [...opened]
  const answers = useSeatsBelow(id, ids)
  const below = new Map<number, readonly Pool[]>()
  for (const [place, institutionId] of ids.entries()) {
    const found = answers[place]?.data
    if (found)
      below.set(
        institutionId,
        found.pools.filter((one) => one.institutionId !== institutionId),
      )
  }
  const turn = (institutionId: number) => {
    const next = new Set(opened)
    if (!next.delete(institutionId)) next.add(institutionId)
    setOpened(next)
  }
  const failed = answers.find(({ error }) => error !== null)?.error
  return (
    <>
      <LineTable
        label="各单位的席位"
        lines={rowsOf(pools, below)}
        columns={poolColumns(turn)}
        keyOf={({ institutionId }) => String(institutionId)}
        stale={stale}
        testId="seat-pool"
      />
      {failed && <ErrorBox title="下级的席位打开失败" detail={sentenceOf(failed)} />}
      <p className="x-soft">
        授予 = 已占用 + 待答复 + 剩余，含分给下级的；本级剩余是尚未分下去、也未使用的。
      </p>
    </>
  )
}

/** Seats of a project by office, who waits, what the portal does next, and what happened to one seat. */
export function SeatsPart({ view }: { view: CampaignView }) {
  const answer = useSeats(view.id)
  const [no, setNo] = useState<number | null>(null)
  return (
    <Loaded answer={answer} failed="席位打开失败" lines={5}>
      {(board) => (
        <div className="seats-columns">
          <Panel title="席位与候补">
            <div className="seats">
              {board.pools.length === 0 ? (
                <Empty text="上级尚未分配本单位名额。" />
              ) : (
                <Pools id={view.id} pools={board.pools} stale={answer.isPlaceholderData} />
              )}
              <Line waiting={board.waiting} />
            </div>
          </Panel>
          <div className="seats-beside">
            <NextByPortal view={view} board={board} />
            <Panel title="席位办理记录">
              <SeatSearch id={view.id} no={no} onAsk={setNo} />
            </Panel>
          </div>
        </div>
      )}
    </Loaded>
  )
}

/** What the portal does by itself, and when. */
function NextByPortal({ view, board }: { view: CampaignView; board: SeatBoard }) {
  const list = nextByPortal(view, board)
  if (list.length === 0) return null
  return (
    <Panel title="接下来由系统办">
      <ul className="seats-next">
        {list.map(({ what, when }) => (
          <li key={what}>
            {what} <span className="x-faint x-num">{when}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type LinePlace = SeatBoard['waiting'][number]

function Line({ waiting }: { waiting: readonly LinePlace[] }) {
  const role = useSession()?.role ?? 0
  if (waiting.length === 0) return <p className="x-soft">没有人候补。</p>
  const columns: LineColumn<LinePlace>[] = [
    {
      key: 'place',
      title: '次序',
      figure: true,
      render: ({ place }) => <span className="x-num">{place}</span>,
    },
    {
      key: 'name',
      title: '候补教师',
      wide: true,
      render: ({ id, name }) => <Link to={casePath(role, 'trainingEnrolment', id) ?? '/'}>{name}</Link>,
    },
    { key: 'institution', title: '单位', render: ({ institution }) => institution },
    { key: 'because', title: '排序依据', render: ({ because }) => because },
    { key: 'passed', title: '跳过原因', render: ({ passed }) => passed ?? '' },
  ]
  return (
    <LineTable
      label="候补名单"
      lines={waiting}
      columns={columns}
      keyOf={({ id }) => id}
      stale={false}
      testId="seat-waiting"
    />
  )
}

const words = {
  taken: '占用',
  offered: '递补，待答复',
  accepted: '接受',
  freed: '退出',
  lapsed: '没有答复',
  replaced: '接替',
} as const

/** One seat with all that happened to it. */
function SeatSearch(props: { id: string; no: number | null; onAsk: (no: number | null) => void }) {
  const { id, no, onAsk } = props
  const [typed, setTyped] = useState('')
  const asked = /^[1-9]\d{0,5}$/.test(typed) ? Number(typed) : null
  return (
    <form
      className="seats-search"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(asked)
      }}
    >
      <label>
        席位号
        <input inputMode="numeric" value={typed} onChange={(event) => setTyped(event.target.value.trim())} />
      </label>
      <Button disabled={asked === null} onClick={() => onAsk(asked)}>
        看办理记录
      </Button>
      {no !== null && <SeatChainList id={id} no={no} />}
    </form>
  )
}

function SeatChainList({ id, no }: { id: string; no: number }) {
  const answer = useSeatChain(id, no)
  return (
    <Loaded answer={answer} failed={`没有找到席位 ${no}`} lines={3}>
      {({ lines }) => (
        <ol className="xr-timeline" aria-label={`席位 ${no} 的办理记录`}>
          {lines.map(({ act, name, reason, by, at, until }) => (
            <li key={`${at} ${act} ${name}`} className="xr-tone-quiet">
              <b>
                {name}　{words[act]}
              </b>
              <p className="x-faint">
                {by ?? '系统'}　{listTime(at)}
                {until !== null && `　答复到 ${listTime(until)}`}
              </p>
              {reason !== '' && <p>{reason}</p>}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  )
}
