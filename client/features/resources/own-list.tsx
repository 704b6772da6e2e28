import { Link } from 'react-router'
import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { authorsPath } from '../../../catalogue/contents/paths.ts'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { emptyText } from './words.ts'
import { useOwn } from './use-library.ts'

export const writingPath = `${authorsPath}?tab=resource`

function standingOf({ state, waitsAt, returned, shown }: ContentLine): string {
  const copy = waitsAt ? stateLabel('inReview', waitsAt) : returned ? '已退回' : contentStates[state]
  return shown === 'now' && state !== 'published' ? `${copy}，前面通过的范围已可用` : copy
}

const columns: readonly LineColumn<ContentLine>[] = [
  {
    key: 'title',
    title: '资源名称',
    wide: true,
    render: ({ id, value }) => (
      <Link to={`${writingPath}&id=${id}`}>{String(value['title'] ?? '（未填）')}</Link>
    ),
  },
  {
    key: 'reach',
    title: '申请共享到',
    render: ({ value }) =>
      typeof value['shareScope'] === 'string' ? labelOf('shareScope', value['shareScope']) : '（未选）',
  },
  { key: 'standing', title: '状态', render: standingOf },
  {
    key: 'at',
    title: '修改时间',
    render: ({ updatedAt }) => <span className="x-num">{listTime(updatedAt)}</span>,
  },
]

/** What the teacher wrote himself: drafts, what is under review, what came back and what is shared. */
export function OwnList({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const answer = useOwn(page, true)
  return (
    <Loaded answer={answer} failed="我的资源打开失败" lines={8}>
      {(data) =>
        data.list.length === 0 ? (
          <Empty
            text={emptyText('mine', false, false)}
            action={<ButtonLink to={`${writingPath}&new=1`}>上传资源</ButtonLink>}
          />
        ) : (
          <>
            <LineTable
              label="我的资源"
              lines={data.list}
              columns={columns}
              keyOf={({ id }) => String(id)}
              stale={answer.isPlaceholderData}
              testId="own-resource"
            />
            <Pager {...data} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  )
}
