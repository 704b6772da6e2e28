import { useState } from 'react'
import type { CampaignView, QuotaBoard } from '../../../catalogue/contract/campaigns.ts'
import { hasPlaces } from '../../../catalogue/processes/campaign-reading.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { campaignCalled, useCampaignCalls, useQuota } from './use-campaigns.ts'

/** The places of the reader's office, and what it gives to those right below it. */
export function QuotaPart({ view }: { view: CampaignView }) {
  const answer = useQuota(view.type, view.id)
  return (
    <Panel title="推荐名额">
      <Loaded answer={answer} failed="名额打开失败" lines={4}>
        {(board) => <Board view={view} board={board} />}
      </Loaded>
    </Panel>
  )
}

const whole = (text: string): number => (/^\d{1,5}$/.test(text) ? Number(text) : Number.NaN)

function Board({ view, board }: { view: CampaignView; board: QuotaBoard }) {
  const { own, list, returnsOn } = board
  const { grant } = useCampaignCalls(view.type)
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({})
  const { busy, faults, run } = useAct(['grants'])
  const canGrant = hasPlaces(campaignCalled(view.type), view.state)
  const grants = list.flatMap(({ id, granted }) => {
    const text = typed[id]
    return text === undefined || whole(text) === granted ? [] : [{ institution: id, granted: whole(text) }]
  })
  const given = list.reduce((sum, { id, granted }) => sum + (whole(typed[id] ?? String(granted)) || 0), 0)
  const left = own ? own.granted - own.used - given : 0
  const wrong = grants.some(({ granted }) => Number.isNaN(granted))
  const send = async () => {
    await grant(view.id, grants)
    setTyped({})
    notify.success('名额已分配')
  }
  if (!own) return <Empty text="上级尚未分配本单位推荐名额。" />
  return (
    <div className="campaign-quota">
      <Sum own={own} given={given} returnsOn={returnsOn} />
      {(faults['grants'] ?? faults['form']) !== undefined && (
        <ErrorBox title="没有分成" detail={faults['grants'] ?? faults['form'] ?? ''} kept="填写的数还在" />
      )}
      {list.length > 0 && (
        <QuotaTable
          list={list}
          typed={typed}
          canGrant={canGrant}
          onType={(id, text) => setTyped((now) => ({ ...now, [id]: text }))}
        />
      )}
      {canGrant && list.length > 0 && (
        <Button
          look="primary"
          busy={busy}
          disabled={grants.length === 0 || left < 0 || wrong}
          onClick={() => void run(send)}
        >
          保存分配
        </Button>
      )}
      {wrong && <p className="xr-fault">名额应为整数</p>}
    </div>
  )
}

function Sum(props: { own: NonNullable<QuotaBoard['own']>; given: number; returnsOn: string | null }) {
  const { own, given, returnsOn } = props
  const left = own.granted - own.used - given
  return (
    <p>
      共 <b className="x-num">{own.granted}</b> 个，本单位已推荐 <b className="x-num">{own.used}</b>{' '}
      个，分给下级 <b className="x-num">{given}</b> 个，
      {left < 0 ? (
        <span className="xr-fault">超出 {-left} 个</span>
      ) : (
        <>
          还剩 <b className="x-num">{left}</b> 个
        </>
      )}
      {returnsOn !== null && `。${returnsOn} 没有用的退回上级`}
    </p>
  )
}

function QuotaTable(props: {
  list: QuotaBoard['list']
  typed: Readonly<Record<number, string>>
  canGrant: boolean
  onType: (id: number, text: string) => void
}) {
  const { list, typed, canGrant, onType } = props
  return (
    <table className="x-lines" aria-label="下级各单位的名额">
      <thead>
        <tr>
          {['单位', '名额', '已推荐', '已分给下级'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {list.map(({ id, name, granted, used, given }) => (
          <tr key={id}>
            <td data-head="单位" className="x-lines-wide">
              {name}
            </td>
            <td data-head="名额">
              {canGrant ? (
                <input
                  className="campaign-places"
                  inputMode="numeric"
                  aria-label={`${name}的名额`}
                  value={typed[id] ?? String(granted)}
                  onChange={(event) => onType(id, event.target.value.trim())}
                />
              ) : (
                granted
              )}
            </td>
            <td data-head="已推荐" className="x-num">
              {used}
            </td>
            <td data-head="已分给下级" className="x-num">
              {given}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
