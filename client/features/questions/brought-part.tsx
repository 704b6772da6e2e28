import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { takeBack } from './use-import.ts'

/** What was brought in together, and taking it back. */
export function BroughtPart({
  count,
  batch,
  path,
  onAgain,
}: {
  count: number
  batch: string
  path: string
  onAgain: () => void
}) {
  const cache = useQueryClient()
  const [left, setLeft] = useState(count)
  const { busy, faults, run } = useAct([])
  const back = () =>
    run(async () => {
      const { removed, kept } = await takeBack(batch)
      setLeft(kept)
      notify.success(`已撤回 ${removed} 道${kept > 0 ? `，${kept} 道已提交，留下` : ''}`)
      await cache.invalidateQueries({ queryKey: ['questions'] })
    })
  return (
    <Panel title={left > 0 ? `已导入 ${left} 道草稿` : '已整批撤回'}>
      <p>到“我的”里逐道补上学科、答案等，再提交。</p>
      {faults['form'] !== undefined && <p className="x-labelled-fault">{faults['form']}</p>}
      <div className="library-acts">
        <ButtonLink look="primary" to={`${path}?view=mine`}>
          看我的试题
        </ButtonLink>
        {left > 0 && (
          <Button busy={busy} onClick={() => void back()}>
            整批撤回
          </Button>
        )}
        <Button onClick={onAgain}>再导入一份</Button>
      </div>
    </Panel>
  )
}
