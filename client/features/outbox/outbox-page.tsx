import { useQuery } from '@tanstack/react-query'
import { outboxList, type OutboxLine } from '../../../catalogue/contract/administration/outbox.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { api } from '../../platform/api/api.ts'
import { sentenceTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** What would have been sent, where nothing is sent: for whoever tries the portal out. */
export function OutboxPage({ entry }: { entry: PageEntry }) {
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['outbox'],
    queryFn: ({ signal }) => api.get('/api/v1/outbox', { schema: outboxList, quiet: true, signal }),
    staleTime: 0,
    retry: false,
  })
  const production = error instanceof ApiError && error.status === 404
  return (
    <PageFrame
      title={entry.title}
      note="只在开发与演示环境有：这里没有接通短信和邮件，本该发出的内容列在下面"
      actions={
        <Button icon="rot" busy={isFetching} onClick={() => void refetch()}>
          刷新
        </Button>
      }
    >
      {production && <Empty text="正式环境不保存发出的短信和邮件。" />}
      {error && !production && !data && (
        <ErrorBox title="打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={6} />}
      {data?.list.length === 0 && <Empty text="暂无待发的短信和邮件。" />}
      {data && data.list.length > 0 && (
        <LineTable
          label="短信与邮件"
          lines={data.list}
          columns={columns}
          keyOf={({ at, to }) => `${at} ${to}`}
          stale={false}
        />
      )}
    </PageFrame>
  )
}

const columns: readonly LineColumn<OutboxLine>[] = [
  {
    key: 'text',
    title: '内容',
    wide: true,
    render: ({ subject, text }) => (
      <div>
        {subject !== '' && <b>{subject}</b>}
        <p>{text}</p>
      </div>
    ),
  },
  { key: 'channel', title: '渠道', render: ({ channel }) => (channel === 'sms' ? '短信' : '邮件') },
  { key: 'to', title: '收件人', render: ({ to }) => <span className="x-num">{to}</span> },
  { key: 'at', title: '时间', render: ({ at }) => <span className="x-num">{sentenceTime(at)}</span> },
]
