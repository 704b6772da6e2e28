import { useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { question } from './confirm.ts'

/** The dialog of `confirm`. A native modal dialog: focus trap, Esc and inert background come with it. */
export function ConfirmLayer() {
  const asked = question.use()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the document: only then does the browser give the focus back to where it was.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!asked || !shown) return
    shown.showModal()
    return () => shown.close()
  }, [asked])
  if (!asked) return null
  return (
    <dialog
      ref={dialog}
      className="x-dialog"
      aria-labelledby="x-question"
      onCancel={() => asked.answer(false)}
      onClick={(event) => {
        if (event.target === dialog.current) asked.answer(false)
      }}
    >
      <h2 id="x-question">{asked.title}</h2>
      {asked.text && <p>{asked.text}</p>}
      <footer>
        <Button onClick={() => asked.answer(false)}>取消</Button>
        <Button look={asked.danger ? 'danger' : 'primary'} onClick={() => asked.answer(true)}>
          {asked.ok}
        </Button>
      </footer>
    </dialog>
  )
}
