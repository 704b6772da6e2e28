import { useState } from 'react'
import { z } from 'zod'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentAction, ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { ApiError, sentenceOf } from '../../../platform/api/api-error.ts'
import { api } from '../../../platform/api/api.ts'
import { sentenceTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { confirm } from '../../../ui/feedback/confirm.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { AsRead, Differences } from './differences.tsx'
import { ApprovalWay } from './approval-way.tsx'
import { useContentCalls } from '../use-contents.ts'
import { standingOf } from '../standing.ts'

/**
 * A time of the control, which knows no zone, as an instant: the portal's clocks are those of Asia/Shanghai.
 */
const instantOf = (typed: string): string | null => (typed === '' ? null : `${typed}:00+08:00`)

/** What readers see, from when until when, and what may be done about it. */
export function Publishing({ type, view, unsaved, onGone }: Shown & { onGone: () => void }) {
  const acts = useActs(type, view, onGone)
  const [times, setTimes] = useState<Times>({ from: '', until: '' })
  const [opinion, setOpinion] = useState('')
  const { fault } = acts
  const can = (name: ContentAction) => view.can.includes(name)
  const waits = view.state === 'inReview'
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
      <Looks type={type} view={view} />
      {unsaved && <p className="contents-remark">有没保存的填写，请先保存再发布。</p>}
      {fault && (
        <p role="alert" className="contents-fault">
          {fault}
        </p>
      )}
      {can('publish') && !waits && <TimesInput times={times} onChange={setTimes} />}
      {can('sendBack') && (
        <div className="contents-times">
          <label className="x-labelled contents-grow">
            审核意见（退回时必填）
            <input value={opinion} maxLength={200} onChange={(event) => setOpinion(event.target.value)} />
          </label>
        </div>
      )}
      <Acts view={view} unsaved={unsaved} acts={acts} opinion={opinion} times={times} />
    </Panel>
  )
}

interface Shown {
  readonly type: ContentName
  readonly view: ContentView
  /** Whether something typed is not saved yet. */
  readonly unsaved: boolean
}
interface Times {
  readonly from: string
  readonly until: string
}

/** The acts on one content, and why the last one failed. */
function useActs(type: ContentName, view: ContentView, onGone: () => void) {
  const { act, forget } = useContentCalls(type)
  const [fault, setFault] = useState('')
  const run = async (name: ContentAction, body: object, done: string) => {
    setFault('')
    try {
      await act.mutateAsync({ id: view.id, name, body: { version: view.version, ...body } })
      notify.success(done)
    } catch (error) {
      setFault(error instanceof ApiError ? error.message : sentenceOf(error))
    }
  }
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
  return { run, remove, takeDown, fault, busy: act.isPending }
}

/** What changes for readers, and what they will see. */
function Looks({ type, view }: Pick<Shown, 'type' | 'view'>) {
  const definition = contents[type]
  const waits = view.state === 'inReview'
  return (
    <>
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
    </>
  )
}

function TimesInput({ times, onChange }: { times: Times; onChange: (times: Times) => void }) {
  return (
    <div className="contents-times">
      <label className="x-labelled">
        发布时间（不填为立即）
        <input
          type="datetime-local"
          value={times.from}
          onChange={(event) => onChange({ ...times, from: event.target.value })}
        />
      </label>
      <label className="x-labelled">
        下架时间（不填为一直显示）
        <input
          type="datetime-local"
          value={times.until}
          onChange={(event) => onChange({ ...times, until: event.target.value })}
        />
      </label>
    </div>
  )
}

interface ActsProps {
  readonly view: ContentView
  readonly unsaved: boolean
  readonly acts: ReturnType<typeof useActs>
  readonly opinion: string
  readonly times: Times
}

function Acts(props: ActsProps) {
  const { view, acts, opinion } = props
  const can = (name: ContentAction) => view.can.includes(name)
  return (
    <div className="contents-acts">
      {can('publish') && <PublishButton {...props} />}
      {can('sendBack') && (
        <Button onClick={() => void acts.run('sendBack', { reason: opinion }, '已退回')}>退回修改</Button>
      )}
      {can('withdraw') && (
        <Button onClick={() => void acts.run('withdraw', {}, '已撤回，可以再改')}>撤回送审</Button>
      )}
      {can('urge') && <Button onClick={() => void acts.run('urge', {}, '已催办')}>催办</Button>}
      {can('takeDown') && <Button onClick={() => void acts.takeDown()}>下架</Button>}
      {can('pin') && (
        <Button
          onClick={() =>
            void acts.run('pin', { pinned: !view.pinned }, view.pinned ? '已取消置顶' : '已置顶')
          }
        >
          {view.pinned ? '取消置顶' : '置顶'}
        </Button>
      )}
      {can('delete') && (
        <Button look="danger" onClick={() => void acts.remove()}>
          删除草稿
        </Button>
      )}
    </div>
  )
}

/** Publishes, submits where others have to agree, or agrees. */
function PublishButton({ view, unsaved, acts, opinion, times }: ActsProps) {
  const { approval } = view
  const waits = view.state === 'inReview'
  const asks = !waits && approval !== null && (approval.nobody || approval.steps.length > 0)
  const word = waits ? '审核通过' : asks ? '送审' : '发布'
  const body = waits ? { opinion } : { publishAt: instantOf(times.from), takeDownAt: instantOf(times.until) }
  return (
    <Button
      look="primary"
      busy={acts.busy}
      disabled={unsaved || (asks && approval.nobody)}
      onClick={() => void acts.run('publish', body, `已${word}`)}
    >
      {word}
    </Button>
  )
}
