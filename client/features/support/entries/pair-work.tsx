import { useState } from 'react'
import { Link } from 'react-router'
import type { AgreementEntry } from '../../../../catalogue/contract/support-entries.ts'
import { labelOf } from '../../../../catalogue/dictionaries/dictionaries.ts'
import { casePath, casesPath } from '../../../../catalogue/processes/paths.ts'
import { processes } from '../../../../catalogue/processes/processes.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useSession } from '../../../platform/session/session.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { Sums } from './ledger-part.tsx'
import { useAgreementEntries } from './use-entries.ts'

/** What was done under one agreement: sums of what both sides confirmed, the entries, and the ways to more. */
export function PairWork({ agreement }: { agreement: string }) {
  const role = useSession()?.role ?? 0
  const ledger = casesPath(role, 'supportEntry')
  if (ledger === null) return null
  return (
    <Panel title="帮扶台账" beside={<span className="x-soft x-dense">双方都确认的才进合计</span>}>
      <Sums query={{ agreement }} />
      <Entries agreement={agreement} role={role} />
      <p className="support-acts">
        <ButtonLink to={ledger}>台账、记一条</ButtonLink>
        <ButtonLink to={ledger.replace('tab=supportEntry', 'tab=needs')}>需求与响应</ButtonLink>
      </p>
    </Panel>
  )
}

function Entries({ agreement, role }: { agreement: string; role: number }) {
  const [page, setPage] = useState(1)
  const answer = useAgreementEntries(agreement, page)
  return (
    <Loaded answer={answer} failed="台账打开失败" lines={4}>
      {(data) =>
        data.total === 0 ? (
          <Empty text="暂无台账。做了送教、跟岗、讲座等，由一方记一条，另一方确认。" />
        ) : (
          <>
            <LineTable
              label="本协议的台账"
              lines={data.list}
              columns={columnsFor(role)}
              keyOf={({ id }) => id}
              stale={answer.isPlaceholderData}
              testId="pair-entry"
            />
            <Pager {...data} onPage={setPage} />
          </>
        )
      }
    </Loaded>
  )
}

const stateLabel = (state: string): string => {
  const { states } = processes.supportEntry
  return Object.entries(states).find(([key]) => key === state)?.[1].label ?? state
}

const columnsFor = (role: number): readonly LineColumn<AgreementEntry>[] => [
  {
    key: 'day',
    title: '日期',
    render: ({ fromOn, toOn }) => (
      <span className="x-num">{fromOn === toOn ? fromOn : `${fromOn} 至 ${toOn}`}</span>
    ),
  },
  {
    key: 'title',
    title: '事项',
    wide: true,
    render: ({ id, title }) => <Link to={casePath(role, 'supportEntry', id) ?? '/'}>{title}</Link>,
  },
  { key: 'kind', title: '类别', render: ({ kind }) => labelOf('supportEntryKind', kind) },
  {
    key: 'people',
    title: '人员',
    render: ({ person, people }) => (people > 1 ? `${person} 等 ${people} 人` : person),
  },
  {
    key: 'state',
    title: '状态',
    render: ({ state, holder }) => `${stateLabel(state)}${holder === null ? '' : `（${holder}）`}`,
  },
]
