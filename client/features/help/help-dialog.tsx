import { Link } from 'react-router'
import type { PageName } from '../../../catalogue/pages/entry.ts'
import { help } from '../../../catalogue/pages/help.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { HelpText } from './help-text.tsx'
import { TourLink } from './tour-link.tsx'
import './help.css'

/** The help of the page beneath; the page stays as it is. */
export function HelpDialog({
  name,
  onClose,
  onFeedback,
}: {
  name: PageName
  onClose: () => void
  onFeedback: () => void
}) {
  const dialog = useModalDialog(true, onClose)
  return (
    <dialog ref={dialog} className="x-dialog help-dialog" aria-labelledby="help-title">
      <h2 id="help-title">{help[name].title}：这一页怎么用</h2>
      <div className="x-dialog-fields">
        <HelpText name={name} />
        <p className="help-more">
          <Link to={`/home/help?page=${name}`} onClick={onClose}>
            全部帮助
          </Link>
          <TourLink onClick={onClose} />
        </p>
      </div>
      <footer>
        <Button onClick={onFeedback}>意见反馈</Button>
        <Button look="primary" onClick={onClose}>
          关闭
        </Button>
      </footer>
    </dialog>
  )
}
