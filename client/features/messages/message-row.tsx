import { useId, useState } from 'react'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import { listTime, sentenceTime } from '../../platform/format.ts'
import { isSitePath } from '../../platform/session/return-path.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'

/** One message: its title opens it in place, which marks it as read. */
export function MessageRow({
  message,
  onOpen,
  onRemove,
  onConfirm,
}: {
  message: Message
  onOpen: (message: Message) => void
  onRemove: (message: Message) => void
  onConfirm?: ((message: Message) => void) | undefined
}) {
  const [open, setOpen] = useState(false)
  const body = useId()
  const { title, content, link, is_read, created_at, confirm } = message
  return (
    <li className={is_read === 0 ? 'messages-unread' : undefined}>
      <button
        type="button"
        className="messages-title"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => {
          setOpen(!open)
          if (!open) onOpen(message)
        }}
      >
        <Icon name={open ? 'down' : 'right'} />
        <span>
          {is_read === 0 && <span className="x-hidden">未读，</span>}
          {confirm === 'asked' && <span className="messages-asked">须确认</span>}
          {title}
        </span>
        <time dateTime={created_at} title={sentenceTime(created_at)}>
          {listTime(created_at)}
        </time>
      </button>
      <div id={body} className="messages-body" hidden={!open}>
        <p>{content}</p>
        <div>
          {isSitePath(link) && (
            <ButtonLink to={link} look="primary">
              查看该记录
            </ButtonLink>
          )}
          {onConfirm && <Confirmation message={message} onConfirm={onConfirm} />}
          {confirm !== 'asked' && (
            <Button icon="trash" onClick={() => onRemove(message)}>
              删除
            </Button>
          )}
        </div>
      </div>
    </li>
  )
}

/** Asks to confirm a message whose sender wants that, or says that it was done. */
export function Confirmation({
  message,
  onConfirm,
}: {
  message: Message
  onConfirm: (message: Message) => void
}) {
  if (message.confirm === null) return null
  if (message.confirm === 'done') return <span className="x-soft">您已确认收到</span>
  return (
    <Button icon="check" look="primary" onClick={() => onConfirm(message)}>
      确认收到
    </Button>
  )
}
