import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../catalogue/contract/contents.ts'
import { sentenceOf } from '../../platform/api-error.ts'
import { fullTime } from '../../platform/format.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/notify.ts'
import { Panel } from '../../ui/panel.tsx'
import { useContentCalls, useVersions } from './use-contents.ts'

/** Every version that was published; one may be taken back into the working copy. */
export function Versions({ type, view }: { type: ContentName; view: ContentView }) {
  const { data } = useVersions(type, view.id, view.version)
  const { act } = useContentCalls(type)
  if (!data || data.list.length === 0) return null
  const { headline } = contents[type]
  const restore = async (no: number) => {
    try {
      await act.mutateAsync({ id: view.id, name: 'restore', body: { version: view.version, no } })
      notify.success(`第 ${no} 版已取回，发布后读者才看到`)
    } catch (error) {
      notify.warn(sentenceOf(error))
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
              取回<span className="x-hidden">第 {no} 版</span>
            </Button>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
