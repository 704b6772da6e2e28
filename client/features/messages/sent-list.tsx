import { lazy, Suspense, useState } from 'react'
import { roles } from '../../../catalogue/access/roles.ts'
import type { SentMessage } from '../../../catalogue/contract/account/messages-to-many.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime, sentenceTime, thousands } from '../../platform/format.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowList } from '../../ui/layout/row-list.tsx'
import { useSent, useWithdrawSent } from './use-sending.ts'

// What few open: the names of those who have not confirmed, with the export of lists.
const SentDetail = lazy(async () => ({ default: (await import('./sent-detail.tsx')).SentDetail }))

/** What a role is called, for sentences: 教师、学校. */
export const rolesCalled = (numbers: readonly number[]): string =>
  roles
    .filter(({ role }) => numbers.includes(role))
    .map(({ label }) => label)
    .join('、')

/** Messages that this account sent to many, with how many opened each. */
export function SentList({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const sent = useSent(page, true)
  const withdraw = useWithdrawSent()
  return (
    <Loaded answer={sent} failed="发出的消息打开失败" lines={6}>
      {(data) =>
        data.list.length === 0 ? (
          <Empty text="暂无群发消息。" />
        ) : (
          <>
            <RowList stale={sent.isPlaceholderData}>
              {data.list.map((one) => (
                <SentRow key={one.id} sent={one} onWithdraw={() => void withdraw(one)} />
              ))}
            </RowList>
            <Pager {...data} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  )
}

function SentRow({ sent, onWithdraw }: { sent: SentMessage; onWithdraw: () => void }) {
  const { title, content, place, reached, read, withdrawn_at, created_at } = sent
  const [open, setOpen] = useState(false)
  return (
    <li className="messages-sent">
      <h2>{title}</h2>
      <time dateTime={created_at} title={sentenceTime(created_at)}>
        {listTime(created_at)}
      </time>
      <p>{content}</p>
      <p className="x-soft">
        {place}及所辖单位的{rolesCalled(sent.roles)}，{thousands(reached)} 个账号，{thousands(read)} 个已读
        {sent.confirm && `，${thousands(sent.confirmed)} 个已确认收到`}
      </p>
      <div className="messages-sent-acts">
        {withdrawn_at === null ? (
          <Button onClick={onWithdraw}>撤回</Button>
        ) : (
          <span className="x-soft">已于 {sentenceTime(withdrawn_at)} 撤回</span>
        )}
        <Button icon={open ? 'down' : 'right'} aria-expanded={open} onClick={() => setOpen(!open)}>
          {sent.confirm ? '送达与确认' : '送达情况'}
        </Button>
      </div>
      {open && (
        <div className="messages-reach">
          <Suspense fallback={<Skeleton lines={4} />}>
            <SentDetail sent={sent} />
          </Suspense>
        </div>
      )}
    </li>
  )
}
