import { contents } from '../../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../../catalogue/contents/define.ts'
import type { ContentView } from '../../../../catalogue/contract/portal/contents.ts'
import { Panel } from '../../../ui/layout/panel.tsx'
import { AsRead, Differences } from './differences.tsx'

/** What changes for readers, and what they will see. */
export function Looks({ type, view }: { type: ContentName; view: ContentView }) {
  const definition = contents[type]
  return (
    <Panel title="预览">
      {view.changed && view.live && view.shownLive && (
        <details>
          <summary>与读者看到的不同之处</summary>
          <Differences
            definition={definition}
            before={{ value: view.live, shown: view.shownLive }}
            after={{ value: view.value, shown: view.shownValue }}
          />
        </details>
      )}
      <details>
        <summary>预览：读者会看到的样子</summary>
        <AsRead definition={definition} side={{ value: view.value, shown: view.shownValue }} />
      </details>
    </Panel>
  )
}
