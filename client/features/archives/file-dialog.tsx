import { useId, useState } from 'react'
import type { FileRef } from '../../../catalogue/contract/archive/records.ts'
import { EvidenceViewer } from '../../engine/evidence/evidence-viewer.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'

/** Files over the page, one large, the others beneath. */
export function FileDialog({
  title,
  files,
  open,
  onClose,
}: {
  title: string
  files: readonly FileRef[]
  open: string
  onClose: () => void
}) {
  const [current, setCurrent] = useState(open)
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  return (
    <dialog ref={dialog} className="x-dialog archive-viewer" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="archive-viewer-body">
        <EvidenceViewer files={files} open={current} onOpen={setCurrent} />
      </div>
      <footer>
        <Button onClick={onClose}>关闭</Button>
      </footer>
    </dialog>
  )
}
