import { Link } from 'react-router'
import type { ReviewMaterialPage } from '../../../catalogue/contract/declarations.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { passwordPathOf } from '../../../catalogue/pages/menus.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { CaseState } from '../../engine/process/case-state.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { ContactPanel } from '../../engine/pages/contact-panel.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { useMaterials } from './use-declarations.ts'
import { deskPath } from './words.ts'
import './declarations.css'

const keys = ['queue', 'q'] as const
const definition = processOf('declaration')

/**
 * The first page of the staff who check materials: what waits for them, longest first, and what they checked.
 */
export function MaterialListPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const session = useSession()
  const queue = asked.of('queue') === 'done' ? 'done' : 'mine'
  const answer = useMaterials({ ...asked.filter, queue, page: asked.page, pageSize: 20 })
  const [next] = queue === 'mine' ? (answer.data?.list ?? []) : []
  return (
    <PageFrame
      title={entry.title}
      note={session?.organization?.name}
      actions={
        next && (
          <ButtonLink look="primary" to={deskPath(next.id)}>
            开始核对
          </ButtonLink>
        )
      }
    >
      <StateTabs
        label="材料的分组"
        current={queue}
        onSelect={(key) => asked.put({ queue: key })}
        tabs={[
          { key: 'mine', label: '等我核对' },
          { key: 'done', label: '我核对过的' },
        ]}
      />
      <FilterBar
        search={{ key: 'q', label: '教师姓名', hint: '姓名或拼音' }}
        filters={[]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="材料打开失败" lines={8}>
        {(data) => (
          <>
            {data.list.length === 0 ? (
              <Nothing queue={queue} narrowed={asked.of('q') !== ''} onClear={asked.clear} />
            ) : (
              <LineTable
                label={entry.title}
                lines={data.list}
                columns={columns}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="material-line"
              />
            )}
            {data.list.length > 0 && <Pager {...data} onPage={asked.setPage} />}
          </>
        )}
      </Loaded>
      <div className="dc-foot">
        <p className="dc-links">
          <Link to="/home/personal">核对个人资料</Link>
          {session && <Link to={passwordPathOf(session.role)}>修改密码</Link>}
        </p>
        <ContactPanel />
      </div>
    </PageFrame>
  )
}

function Nothing({ queue, narrowed, onClear }: { queue: string; narrowed: boolean; onClear: () => void }) {
  if (narrowed)
    return <Empty text="没有符合条件的材料。" action={<Button onClick={onClear}>清除条件</Button>} />
  if (queue === 'done') return <Empty text="暂无已核对的材料。" />
  return (
    <Empty text="暂无待核对的评审材料。轮到您核对时会列在这里，并写明期限；不齐的注明缺什么，退给申报人补正。" />
  )
}

type Line = ReviewMaterialPage['list'][number]

const columns: readonly LineColumn<Line>[] = [
  {
    key: 'name',
    title: '申报人',
    wide: true,
    render: ({ id, name }) => <Link to={deskPath(id)}>{name}</Link>,
  },
  { key: 'kind', title: '申报类别', render: ({ kind }) => kind },
  { key: 'campaign', title: '申报通知', render: ({ campaign }) => campaign },
  {
    key: 'school',
    title: '单位',
    render: ({ parties }) => parties.find(({ party }) => party === 'school')?.institution?.name ?? '',
  },
  { key: 'state', title: '状态', render: (line) => <CaseState definition={definition} line={line} /> },
  {
    key: 'due',
    title: '期限',
    render: ({ holder }) => <span className="x-num">{holder?.lastDay ?? '—'}</span>,
  },
]
