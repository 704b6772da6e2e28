import { useState } from 'react'
import { labelOf, selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import './library.css'

const scopes = () => selectable('shareScope').filter(({ code }) => code !== '0')

/** Asks for another reach of the same text; `onRaise` sends it. */
export function RaisePart({
  reach,
  asked,
  onRaise,
}: {
  reach: string | null
  /** The reach that was asked for last. */
  asked: string
  onRaise: (shareScope: string) => Promise<unknown>
}) {
  const [scope, setScope] = useState(reach ?? asked)
  const { busy, faults, run } = useAct([])
  const send = () =>
    run(async () => {
      await onRaise(scope)
      notify.success(`已申请共享到${labelOf('shareScope', scope)}`)
    })
  return (
    <div className="library-raise">
      <Choice isRequired label="共享范围" value={scope} options={scopes()} onChange={setScope} />
      <Button busy={busy} disabled={scope === reach} onClick={() => void send()}>
        改共享范围
      </Button>
      {faults['form'] !== undefined && <p className="x-labelled-fault">{faults['form']}</p>}
    </div>
  )
}
