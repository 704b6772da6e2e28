import { lazy, Suspense, useState } from 'react'
import { useSearchParams } from 'react-router'
import { rolesToWriteTo } from '../../../catalogue/contract/account/messages-to-many.ts'
import type { Message, MessageGroup, MessageGroupOf } from '../../../catalogue/contract/workspace.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { loadDraftKey } from '../../platform/storage/drafts.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { GroupRow } from './group-row.tsx'
import { MessageRow } from './message-row.tsx'
import { SentList } from './sent-list.tsx'
import { useConfirming } from './use-confirming.ts'
import { useMessageActions, useMessages, type MessageTab } from './use-messages.ts'
import './messages.css'

// The chooser of institutions is heavy, and few write to many.
const SendDialog = lazy(async () => ({ default: (await import('./send-dialog.tsx')).SendDialog }))

const tabs = [
  { key: 'unread', label: '未读' },
  { key: 'all', label: '全部' },
] as const
/** Notices among the kinds of messages (dictionary messageKind). */
const notice = '7'
const sentTab = { key: 'sent', label: '我发出的' } as const

/** Messages of the portal to this account, and those it sent to many. Tab and page stand in the address. */
export function MessageListPage({ entry }: { entry: PageEntry }) {
  const role = useSession()?.role ?? 2
  const sends = rolesToWriteTo(role).length > 0
  const [writing, setWriting] = useState(false)
  const [search, setSearch] = useSearchParams()
  const tab =
    [...tabs, ...(sends ? [sentTab] : [])].find(({ key }) => key === search.get('tab'))?.key ?? 'unread'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const go = (to: { tab?: typeof tab; page?: number }) =>
    setSearch({ tab: to.tab ?? tab, ...(to.page && to.page > 1 && { page: String(to.page) }) })
  return (
    <PageFrame
      title={entry.title}
      actions={
        sends && (
          <Button icon="add" onClick={() => void loadDraftKey().then(() => setWriting(true))}>
            群发消息
          </Button>
        )
      }
    >
      <StateTabs
        label="消息范围"
        tabs={sends ? [...tabs, sentTab] : tabs}
        current={tab}
        onSelect={(key) => go({ tab: key })}
      />
      {tab === 'sent' ? (
        <SentList page={page} onPage={(to) => go({ page: to })} />
      ) : (
        <Received tab={tab} page={page} kind={entry.feature === 'notice' ? notice : undefined} go={go} />
      )}
      {writing && (
        <Suspense>
          <SendDialog role={role} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </PageFrame>
  )
}

function Received({
  tab,
  page,
  kind,
  go,
}: {
  tab: MessageTab
  page: number
  kind: string | undefined
  go: (to: { tab?: MessageTab; page?: number }) => void
}) {
  const messages = useMessages(tab, page, kind)
  const { read, readAll, readGroup, remove, busy } = useMessageActions()
  const confirm = useConfirming()
  const unread = messages.data?.list.some(({ unread: many }) => many > 0) ?? false
  return (
    <Loaded answer={messages} failed="消息打开失败" lines={8}>
      {(data) =>
        data.list.length === 0 ? (
          <Empty
            text={emptyText(tab, kind !== undefined)}
            action={tab === 'unread' && <Button onClick={() => go({ tab: 'all' })}>看全部消息</Button>}
          />
        ) : (
          <>
            {unread && kind === undefined && (
              <div className="messages-bar">
                <Button icon="check" busy={busy} onClick={() => readAll()}>
                  全部标为已读
                </Button>
              </div>
            )}
            <RowList stale={messages.isPlaceholderData}>
              {data.list.map((line) => (
                <Line
                  key={line.key}
                  line={line}
                  tab={tab}
                  acts={{ onOpen: read, onRemove: remove, onRead: readGroup, onConfirm: confirm, busy }}
                />
              ))}
            </RowList>
            <Pager {...data} onPage={(to) => go({ page: to })} />
          </>
        )
      }
    </Loaded>
  )
}

const emptyText = (tab: MessageTab, noticesOnly: boolean): string => {
  const what = noticesOnly ? '通知' : '消息'
  return tab === 'unread' ? `没有未读${what}。` : `暂无${what}。`
}

interface LineActs {
  readonly onOpen: (message: Message) => void
  readonly onRemove: (message: Message) => void
  readonly onRead: (of: MessageGroupOf) => void
  readonly onConfirm: (message: Message) => void
  readonly busy: boolean
}

/** One message, or several of one cause. */
function Line({ line, tab, acts }: { line: MessageGroup; tab: MessageTab; acts: LineActs }) {
  if (line.message) return <MessageRow message={line.message} {...acts} />
  return line.of && <GroupRow group={line} of={line.of} tab={tab} {...acts} />
}
