import { useState } from 'react'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { useCollectionActs, useCollections } from './use-collections.ts'

/** Puts a resource into one of the reader's collections. */
export function Collect({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        收入合集
      </Button>
      {isOpen && <Chosen id={id} onDone={() => setOpen(false)} />}
    </>
  )
}

function Chosen({ id, onDone }: { id: number; onDone: () => void }) {
  const { data } = useCollections('own', 1)
  const { add } = useCollectionActs()
  const { busy, faults, run } = useAct([])
  const [chosen, setChosen] = useState('')
  if (!data) return null
  if (data.list.length === 0) return <p className="x-soft">暂无合集，请先在“合集”里新增一个。</p>
  const put = () =>
    run(async () => {
      const isNew = await add(Number(chosen), id)
      if (isNew) notify.success('已收入合集')
      else notify.warn('该资源已在这个合集里')
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
