import { useState } from 'react'
import { z } from 'zod'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../catalogue/contract/contents.ts'
import { ApiError, sentenceOf } from '../../platform/api-error.ts'
import { api } from '../../platform/api.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { confirm } from '../../ui/feedback/confirm.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Panel } from '../../ui/layout/panel.tsx'
import { AsRead, Differences } from './differences.tsx'
import { ApprovalWay } from './approval-way.tsx'
import { useContentCalls } from './use-contents.ts'
import { standingOf } from './standing.ts'

/**
 * A time of the control, which knows no zone, as an instant: the portal's clocks are those of Asia/Shanghai.
 */
const instantOf = (typed: string): string | null => (typed === '' ? null : `${typed}:00+08:00`)

/** What readers see, from when until when, and what may be done about it. */
export function Publishing({
  type,
  view,
  unsaved,
  onGone,
}: {
  type: ContentName
  view: ContentView
  unsaved: boolean
  onGone: () => void
}) {
  const { act, forget } = useContentCalls(type)
  const definition = contents[type]
  const [from, setFrom] = useState('')
  const [until, setUntil] = useState('')
  const [opinion, setOpinion] = useState('')
  const [fault, setFault] = useState('')
  const can = (name: ContentView['can'][number]) => view.can.includes(name)
  const run = async (name: string, body: object, done: string) => {
    setFault('')
    try {
      await act.mutateAsync({ id: view.id, name, body: { version: view.version, ...body } })
      notify.success(done)
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : sentenceOf(error))
    }
  }
  const waits = view.state === 'inReview'
  const asks = !waits && view.approval !== null && (view.approval.nobody || view.approval.steps.length > 0)
  const publishWord = waits ? '审核通过' : asks ? '送审' : '发布'
  const remove = async () => {
    if (!(await confirm({ title: '删除这条草稿？', text: '删除后不能找回。', ok: '删除', danger: true })))
      return
    try {
      await api.del(`/api/v1/contents/${type}/${view.id}`, { schema: z.boolean() })
      void forget()
      onGone()
    } catch (error) {
      setFault(sentenceOf(error))
    }
  }
  const takeDown = async () => {
    if (
      await confirm({
        title: '下架？',
        text: '读者马上看不到；内容和历次版本都还在，可以再发布。',
        ok: '下架',
        danger: true,
      })
    )
      await run('takeDown', {}, '已下架')
  }
  return (
    <Panel title="发布">
      <p data-testid="standing">{standingOf(view)}</p>
      {waits && (
        <p className="x-soft">
          {view.by}送审{view.askedAt && `，要求 ${sentenceTime(view.askedAt)} 发布`}
          {view.askedUntil && `，${sentenceTime(view.askedUntil)} 下架`}。
        </p>
      )}
      {view.approval && <ApprovalWay approval={view.approval} waits={waits} />}
      {view.changed && view.live && view.shownLive && (
        <details open={waits}>
          <summary>与读者看到的不同之处</summary>
          <Differences
            definition={definition}
            before={{ value: view.live, shown: view.shownLive }}
            after={{ value: view.value, shown: view.shownValue }}
          />
        </details>
      )}
      <details open={waits && !view.live}>
        <summary>预览：读者会看到的样子</summary>
        <AsRead definition={definition} side={{ value: view.value, shown: view.shownValue }} />
      </details>
      {unsaved && <p className="contents-remark">有没保存的填写，请先保存再发布。</p>}
      {fault && (
        <p role="alert" className="contents-fault">
          {fault}
        </p>
      )}
      {can('publish') && !waits && (
        <div className="contents-times">
          <label className="x-labelled">
            发布时间（不填为立即）
            <input type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
          </label>
          <label className="x-labelled">
            下架时间（不填为一直显示）
            <input type="datetime-local" value={until} onChange={(event) => setUntil(event.target.value)} />
          </label>
        </div>
      )}
      {can('sendBack') && (
        <div className="contents-times">
          <label className="x-labelled contents-grow">
            审核意见（退回时必填）
            <input value={opinion} maxLength={200} onChange={(event) => setOpinion(event.target.value)} />
          </label>
        </div>
      )}
      <div className="contents-acts">
        {can('publish') && (
          <Button
            look="primary"
            busy={act.isPending}
            disabled={unsaved || (asks && view.approval?.nobody)}
            onClick={() =>
              void run(
                'publish',
                waits ? { opinion } : { publishAt: instantOf(from), takeDownAt: instantOf(until) },
                `已${publishWord}`,
              )
            }
          >
            {publishWord}
          </Button>
        )}
        {can('sendBack') && (
          <Button onClick={() => void run('sendBack', { reason: opinion }, '已退回')}>退回修改</Button>
        )}
        {can('withdraw') && (
          <Button onClick={() => void run('withdraw', {}, '已撤回，可以再改')}>撤回送审</Button>
        )}
        {can('takeDown') && <Button onClick={() => void takeDown()}>下架</Button>}
        {can('pin') && (
          <Button
            onClick={() => void run('pin', { pinned: !view.pinned }, view.pinned ? '已取消置顶' : '已置顶')}
          >
            {view.pinned ? '取消置顶' : '置顶'}
          </Button>
        )}
        {can('delete') && (
          <Button look="danger" onClick={() => void remove()}>
            删除草稿
          </Button>
        )}
      </div>
    </Panel>
  )
}
