import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Message } from '../../../catalogue/contract/workspace.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { pagesFor } from '../../../catalogue/pages/pages.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { sentenceTime } from '../../platform/format.ts'
import { isSitePath } from '../../platform/session/return-path.ts'
import { useSession } from '../../platform/session/session.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Confirmation } from './message-row.tsx'
import { useConfirming } from './use-confirming.ts'
import { useMessage, useMessageActions } from './use-messages.ts'
import './messages.css'

/** One message by its address; opening it marks it as read. */
export function MessageDetailPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const role = useSession()?.role ?? null
  const list =
    pagesFor(role).find(({ page, feature }) => page === 'message-list' && feature === 'message')?.path ?? '/'
  const id = Math.trunc(Number(search.get('id'))) || 0
  const found = useMessage(id)
  const back = <ButtonLink to={list}>返回消息</ButtonLink>
  return (
    <PageFrame
      title={entry.title}
      crumbs={[{ label: '消息', to: list }, { label: entry.title }]}
      actions={back}
    >
      {id < 1 ? (
        <Empty text="地址里没有消息编号，请从消息列表打开。" action={back} />
      ) : (
        <Loaded answer={found} failed="消息打开失败" lines={5}>
          {({ list: [message] }) =>
            message ? (
              <Detail key={message.id} message={message} list={list} />
            ) : (
              <Empty text="消息不存在，可能已删除或撤回。" action={back} />
            )
          }
        </Loaded>
      )}
    </PageFrame>
  )
}

function Detail({ message, list }: { message: Message; list: string }) {
  const { title, content, link, created_at } = message
  const { read, remove } = useMessageActions()
  const confirm = useConfirming()
  const navigate = useNavigate()
  const opened = useRef(false)
  useEffect(() => {
    if (opened.current) return
    opened.current = true
    read(message)
  }, [message, read])
  return (
    <Panel title={title} beside={<time dateTime={created_at}>{sentenceTime(created_at)}</time>}>
      <p className="messages-content">{content}</p>
      <div className="messages-acts">
        {isSitePath(link) && (
          <ButtonLink to={link} look="primary">
            查看该记录
          </ButtonLink>
        )}
        <Confirmation message={message} onConfirm={confirm} />
        {message.confirm !== 'asked' && (
          <Button icon="trash" onClick={() => remove(message, () => void navigate(list))}>
            删除
          </Button>
        )}
      </div>
    </Panel>
  )
}
