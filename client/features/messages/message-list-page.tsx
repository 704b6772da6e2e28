import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { MessageRow } from './message-row.tsx'
import { useMessageActions, useMessages, type MessageTab } from './use-messages.ts'
import './messages.css'

const tabs = [
  { key: 'unread', label: '未读' },
  { key: 'all', label: '全部' },
] as const

/** Messages of the portal to this account. Tab and page stand in the address. */
export function MessageListPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const tab: MessageTab = search.get('tab') === 'all' ? 'all' : 'unread'
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const messages = useMessages(tab, page)
  const { read, readAll, remove, busy } = useMessageActions()
  const go = (to: { tab?: MessageTab; page?: number }) =>
    setSearch({ tab: to.tab ?? tab, ...(to.page && to.page > 1 && { page: String(to.page) }) })
  const unread = messages.data?.list.some(({ is_read }) => is_read === 0) ?? false
  return (
    <PageFrame
      title={entry.title}
      actions={
        unread && (
          <Button icon="check" busy={busy} onClick={() => readAll()}>
            全部标为已读
          </Button>
        )
      }
    >
      <StateTabs label="消息范围" tabs={tabs} current={tab} onSelect={(key) => go({ tab: key })} />
      <Loaded answer={messages} failed="消息没能打开" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={tab === 'unread' ? '没有未读消息。' : '还没有收到消息。'}
              action={tab === 'unread' && <Button onClick={() => go({ tab: 'all' })}>看全部消息</Button>}
            />
          ) : (
            <>
              <RowList stale={messages.isPlaceholderData}>
                {data.list.map((message) => (
                  <MessageRow key={message.id} message={message} onOpen={read} onRemove={remove} />
                ))}
              </RowList>
              <Pager {...data} onPage={(to) => go({ page: to })} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}
