import { useState } from 'react'
import { Link } from 'react-router'
import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { authorsPath } from '../../../catalogue/contents/paths.ts'
import { contentStates } from '../../../catalogue/contents/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { stateLabel } from '../../../catalogue/flows/review.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Coauthors } from './coauthors.tsx'
import { emptyText } from './words.ts'
import { useOwn } from './use-library.ts'

export const writingPath = `${authorsPath}?tab=resource`

function standingOf({ state, waitsAt, returned, shown }: ContentLine): string {
  const copy = waitsAt ? stateLabel('inReview', waitsAt) : returned ? '已退回' : contentStates[state]
  return shown === 'now' && state !== 'published' ? `${copy}，前面通过的范围已可用` : copy
}

const titleOf = ({ value }: ContentLine): string => String(value['title'] ?? '（未填）')

const columnsOf = (onCoauthors: (line: ContentLine) => void): readonly LineColumn<ContentLine>[] => [
  {
    key: 'title',
    title: '资源名称',
    wide: true,
    render: (line) => <Link to={`${writingPath}&id=${line.id}`}>{titleOf(line)}</Link>,
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
  {
    key: 'coauthors',
    title: '署名',
    render: (line) => (
      <Button look="text" aria-label={`“${titleOf(line)}”的合作作者`} onClick={() => onCoauthors(line)}>
        合作作者
      </Button>
    ),
  },
]

/** What the teacher wrote himself: drafts, what is under review, what came back and what is shared. */
export function OwnList({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const answer = useOwn(page, true)
  const [opened, setOpened] = useState<ContentLine | null>(null)
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
            {opened && (
              <Coauthors
                key={opened.id}
                id={opened.id}
                title={titleOf(opened)}
                onClose={() => setOpened(null)}
              />
            )}
            <LineTable
              label="我的资源"
              lines={data.list}
              columns={columnsOf(setOpened)}
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
