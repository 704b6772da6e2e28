import { useId, useState } from 'react'
import type { Message, MessageGroup, MessageGroupOf } from '../../../catalogue/contract/workspace.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, sentenceTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { MessageRow } from './message-row.tsx'
import { useGroupMessages, type MessageTab } from './use-messages.ts'

/** Several messages of one cause in one line: its title opens the list of them. */
export function GroupRow({
  group,
  of,
  tab,
  busy,
  onRead,
  onOpen,
  onRemove,
}: {
  group: MessageGroup
  of: MessageGroupOf
  tab: MessageTab
  busy: boolean
  onRead: (of: MessageGroupOf) => void
  onOpen: (message: Message) => void
  onRemove: (message: Message) => void
}) {
  const [open, setOpen] = useState(false)
  const body = useId()
  const { title, unread, count, created_at } = group
  return (
    <li className={unread > 0 ? 'messages-unread' : undefined} data-testid="message-group">
      <button
        type="button"
        className="messages-title"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'right'} />
        <span>
          {unread > 0 && <span className="x-hidden">{unread} 条未读，</span>}
          {title}
        </span>
        <time dateTime={created_at} title={sentenceTime(created_at)}>
          {open ? '收起' : `展开 ${count} 条`}　{listTime(created_at)}
        </time>
      </button>
      <div id={body} className="messages-group" hidden={!open}>
        {open && (
          <>
            {unread > 0 && (
              <Button icon="check" busy={busy} onClick={() => onRead(of)}>
                这 {unread} 条标为已读
              </Button>
            )}
            <GroupMessages of={of} tab={tab} onOpen={onOpen} onRemove={onRemove} />
          </>
        )}
      </div>
    </li>
  )
}

function GroupMessages({
  of,
  tab,
  onOpen,
  onRemove,
}: {
  of: MessageGroupOf
  tab: MessageTab
  onOpen: (message: Message) => void
  onRemove: (message: Message) => void
}) {
  const [page, setPage] = useState(1)
  const messages = useGroupMessages(of, tab, page)
  return (
    <Loaded answer={messages} failed="消息打开失败" lines={4}>
      {(data) => (
        <>
          <RowList stale={messages.isPlaceholderData}>
            {data.list.map((message) => (
              <MessageRow key={message.id} message={message} onOpen={onOpen} onRemove={onRemove} />
            ))}
          </RowList>
          {data.total > data.pageSize && <Pager {...data} onPage={setPage} />}
        </>
      )}
    </Loaded>
  )
}
