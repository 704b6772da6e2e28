import type { ReactNode } from 'react'
import type { CampaignView, RankingList } from '../../../catalogue/contract/campaigns.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useDragging } from '../../ui/layout/use-dragging.ts'
import { useCampaignCalls, useRanking } from './use-campaigns.ts'

/** What the reader's office recommended, in its order; moved by buttons, or dragged with a mouse. */
export function RankingPart({ view, empty = null }: { view: CampaignView; empty?: ReactNode }) {
  const answer = useRanking(view.type, view.id)
  return (
    <Loaded answer={answer} failed="推荐名单打开失败" lines={3}>
      {(ranking) =>
        ranking.list.length === 0 ? (
          empty
        ) : (
          <Panel title="推荐排序" extra={<span className="x-faint x-dense">第一个最优先</span>}>
            <Order view={view} ranking={ranking} />
          </Panel>
        )
      }
    </Loaded>
  )
}

function Order({ view, ranking: { list, canRank } }: { view: CampaignView; ranking: RankingList }) {
  const { rank } = useCampaignCalls(view.type)
  const { busy, faults, run } = useAct([])
  const move = (id: string, to: number) => {
    const order = list.map((one) => one.id).filter((one) => one !== id)
    void run(() => rank(view.id, order.toSpliced(Math.max(0, to), 0, id)))
  }
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="没有排成" detail={faults['form']} />}
      <ol className="campaign-ranking" aria-busy={busy}>
        {list.map((one, place) => (
          <Ranked
            key={one.id}
            one={one}
            place={place}
            last={list.length - 1}
            moves={canRank && !busy}
            onMove={move}
          />
        ))}
      </ol>
    </>
  )
}

/** One entry with its place: dropped on another one's place, or moved by buttons. */
function Ranked(props: {
  one: RankingList['list'][number]
  place: number
  last: number
  moves: boolean
  onMove: (id: string, to: number) => void
}) {
  const { one, place, last, moves, onMove } = props
  const { id, title, name, institution, state } = one
  const item = useDragging(id, (dropped) => onMove(dropped, place))
  return (
    <li ref={item} draggable={moves}>
      <b className="x-num">{place + 1}</b>
      <span className="campaign-ranked">
        {title}
        <span className="x-faint">{`${name}　${institution}　${state}`}</span>
      </span>
      <Button
        look="text"
        aria-label={`${name}的${title}上移`}
        disabled={place === 0 || !moves}
        onClick={() => onMove(id, place - 1)}
      >
        上移
      </Button>
      <Button
        look="text"
        aria-label={`${name}的${title}下移`}
        disabled={place === last || !moves}
        onClick={() => onMove(id, place + 1)}
      >
        下移
      </Button>
    </li>
  )
}
