import { useState } from 'react'
import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentVersions, ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { fullTime } from '../../../platform/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Differences, type Side } from './differences.tsx'
import { useContentCalls, useVersions } from '../use-contents.ts'

type Version = ContentVersions['list'][number]
const sideOf = ({ value, shownValue }: { value: Side['value']; shownValue: Side['shown'] }): Side => ({
  value,
  shown: shownValue,
})

/** Every version that was published; one may be taken back into the working copy, any two may be compared. */
export function Versions({ type, view }: { type: ContentName; view: ContentView }) {
  const { data, error, refetch } = useVersions(type, view.id, view.version)
  const { act } = useContentCalls(type)
  if (error && !data)
    return <ErrorBox title="发布过的版本打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data || data.list.length === 0) return null
  const { headline } = contents[type]
  const restore = async (no: number) => {
    try {
      await act.mutateAsync({ id: view.id, name: 'restore', body: { version: view.version, no } })
      notify.success(`第 ${no} 版已恢复到工作稿，发布后读者才看到`)
    } catch (fault) {
      notify.warn(sentenceOf(fault))
    }
  }
  return (
    <Panel title="发布过的版本">
      <ol className="contents-versions" reversed>
        {data.list.map(({ no, at, by, value }) => (
          <li key={no}>
            <span>第 {no} 版</span>
            <span className="contents-grow">{String(value[headline] ?? '')}</span>
            <span className="x-soft">
              {by}　{fullTime(at)}
            </span>
            <Button onClick={() => void restore(no)}>
              恢复此版本<span className="x-hidden">（第 {no} 版）</span>
            </Button>
          </li>
        ))}
      </ol>
      <Comparison type={type} view={view} list={data.list} />
    </Panel>
  )
}

/** Two of the versions, or one and the working copy, beside each other in one text. */
function Comparison({
  type,
  view,
  list,
}: {
  type: ContentName
  view: ContentView
  list: readonly Version[]
}) {
  const [from, setFrom] = useState(String(list.at(1)?.no ?? list[0]?.no ?? 'work'))
  const [to, setTo] = useState('work')
  const [open, setOpen] = useState(false)
  const named = (key: string): Side => {
    const version = list.find(({ no }) => String(no) === key)
    return sideOf(version ?? view)
  }
  const choice = (label: string, value: string, choose: (key: string) => void) => (
    <label className="x-labelled">
      {label}
      <select value={value} onChange={(event) => choose(event.target.value)}>
        <option value="work">工作稿</option>
        {list.map(({ no }) => (
          <option key={no} value={no}>
            第 {no} 版
          </option>
        ))}
      </select>
    </label>
  )
  return (
    <details className="contents-compare" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>比较两个版本</summary>
      <div className="contents-times">
        {choice('从', from, setFrom)}
        {choice('到', to, setTo)}
      </div>
      {open && <Differences definition={contents[type]} before={named(from)} after={named(to)} />}
    </details>
  )
}
