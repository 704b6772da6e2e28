import { useState } from 'react'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useCollectionActs, useCollections } from './use-collections.ts'

/** Puts resources into one of the reader's collections. */
export function Collect({ ids }: { ids: readonly number[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        收入合集
      </Button>
      {isOpen && <Chosen ids={ids} onDone={() => setOpen(false)} />}
    </>
  )
}

function Chosen({ ids, onDone }: { ids: readonly number[]; onDone: () => void }) {
  const { data } = useCollections('own', 1)
  const { add } = useCollectionActs()
  const { busy, faults, run } = useAct([])
  const [chosen, setChosen] = useState('')
  if (!data) return null
  if (data.list.length === 0) return <p className="x-soft">暂无合集，请先在“合集”里新增一个。</p>
  const put = () =>
    run(async () => {
      const count = await add(Number(chosen), ids)
      if (count > 0) notify.success(`已收入合集 ${count} 件`)
      else notify.warn('选中的资源已在这个合集里')
      onDone()
    })
  return (
    <div className="library-grant">
      <Choice
        label="合集"
        value={chosen}
        fault={faults['form']}
        options={data.list.map((one) => ({ code: String(one.id), label: one.title }))}
        onChange={setChosen}
      />
      <Button look="primary" busy={busy} disabled={chosen === ''} onClick={() => void put()}>
        收入
      </Button>
    </div>
  )
}
