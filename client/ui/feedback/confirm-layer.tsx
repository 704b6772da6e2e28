import { Button } from '../forms/button.tsx'
import { question } from './confirm.ts'
import { useModalDialog } from './modal-dialog.ts'

/** The dialog of `confirm`. A native modal dialog: focus trap and inert background come with it. */
export function ConfirmLayer() {
  const asked = question.use()
  const dialog = useModalDialog(asked !== null, () => asked?.answer(false))
  if (!asked) return null
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="x-question">
      <div className="x-dialog-body">
        <h2 id="x-question">{asked.title}</h2>
        {asked.text && <p>{asked.text}</p>}
        <footer>
          <Button onClick={() => asked.answer(false)}>取消</Button>
          {/* What destroys something is never one Enter away: there the focus stands on 取消. */}
          <Button
            look={asked.danger ? 'danger' : 'primary'}
            data-first-focus={asked.danger ? undefined : ''}
            onClick={() => asked.answer(true)}
          >
            {asked.ok}
          </Button>
        </footer>
      </div>
    </dialog>
  )
}
