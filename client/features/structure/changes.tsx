import { useNavigate, useLocation } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { EntryList } from './entry-list.tsx'
import { InstitutionPicker } from './institution-picker.tsx'
import { useEntries } from './use-structure.ts'

/** Where a change begins, and those of the region. */
export function Changes({ entry }: { entry: PageEntry }) {
  const { data, error, refetch } = useEntries()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <PageFrame title={entry.title} note="合并、分设、改变上级、撤销">
      <div className="structure">
        <Panel title="选择要调整的机构">
          <InstitutionPicker
            label="机构"
            query={{}}
            onChoose={({ id }) => void navigate(`${pathname}?id=${id}`)}
          />
        </Panel>
        <Panel title="已安排和办结的调整" flush>
          {error && !data && (
            <ErrorBox title="打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
          )}
          {!data && !error && <Skeleton lines={4} />}
          {data?.length === 0 && <Empty text="暂无机构调整。合并、撤销过的机构会列在这里。" />}
          {data && data.length > 0 && <EntryList entries={data} />}
        </Panel>
      </div>
    </PageFrame>
  )
}
