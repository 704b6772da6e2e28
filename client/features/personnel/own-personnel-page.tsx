import { useQuery } from '@tanstack/react-query'
import { memberships, type Memberships } from '../../../catalogue/contract/processes.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { CasesPage } from '../../engine/process/cases-page.tsx'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import './personnel.css'

type Line = Memberships['list'][number]

const columns: readonly LineColumn<Line>[] = [
  { key: 'institution', title: '单位', wide: true, render: ({ institution }) => institution.name },
  { key: 'kind', title: '关系', render: ({ kind }) => (kind === 'personnel' ? '人事关系' : '任教') },
  {
    key: 'days',
    title: '起止',
    render: ({ from, to }) => (
      <span className="x-num">
        {from} 至 {to ?? '今'}
      </span>
    ),
  },
  { key: 'cause', title: '由来', render: ({ cause }) => cause },
]

/** Where the teacher belonged and belongs, and the cases that offices deal with about it. */
export function OwnPersonnelPage({ entry }: { entry: PageEntry }) {
  return (
    <CasesPage
      entry={entry}
      note="调动、派出和状态变更由学校和教育局办理，这里看得到办到哪里"
      over={() => (
        <div className="personnel-own">
          <OwnMemberships />
        </div>
      )}
    />
  )
}

function OwnMemberships() {
  const teacherId = useSession()?.teacherObj?.id
  const answer = useQuery({
    queryKey: ['membership', teacherId],
    queryFn: ({ signal }) =>
      api.get('/api/v1/membership', {
        schema: memberships,
        query: { teacherId: String(teacherId) },
        quiet: true,
        signal,
      }),
    enabled: teacherId !== undefined,
  })
  return (
    <Panel title="我的人事关系和任教" flush>
      <Loaded answer={answer} failed="人事关系打开失败" lines={3}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="暂无人事关系。" />
          ) : (
            <LineTable
              label="我的人事关系和任教"
              lines={list}
              columns={columns}
              keyOf={({ institution, kind, from }) => `${institution.id} ${kind} ${from}`}
              stale={false}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}
