import { Link } from 'react-router'
import type { CaseLine, CaseQueue } from '../../../catalogue/contract/processes.ts'
import { openStates, type AnyProcess } from '../../../catalogue/processes/define.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listDate } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../list/filter-bar.tsx'
import { useAsked, type Asked } from '../list/use-asked.ts'
import { textOf } from '../kinds/show.tsx'
import { useCaseAddresses } from './addresses.ts'
import { CaseState } from './case-state.tsx'
import { useCases, useCasesWaiting } from './use-cases.ts'

const keys = ['queue', 'q', 'state', 'kind'] as const
type Key = (typeof keys)[number]

/** What a page of the cases is asked with. */
const pageQuery = ({ filter, page }: Asked<Key>, queue: CaseQueue) => ({
  ...filter,
  queue,
  page,
  pageSize: 20,
})

const isQueue = (text: string): text is CaseQueue => ['mine', 'begun', 'open', 'ended'].includes(text)

/** The cases of a process that the reader's office has part in. Filters and page stand in the address. */
export function CaseList({ type, definition }: { type: ProcessName; definition: AnyProcess }) {
  const session = useSession()
  const asked = useAsked(keys)
  const addresses = useCaseAddresses(type)
  const wanted = asked.of('queue')
  const queue: CaseQueue = isQueue(wanted) ? wanted : 'open'
  const waiting = useCasesWaiting(true).data?.list.find((one) => one.type === type)?.count ?? 0
  const { total } = useCases(type, pageQuery(asked, queue)).data ?? {}
  const starts = definition.starters.some((role) => role === session?.role)
  return (
    <div className="process">
      <div className="process-head">
        <StateTabs
          label={`${definition.title}的分组`}
          current={queue}
          onSelect={(next) => asked.put({ queue: next, state: '' })}
          tabs={[
            { key: 'mine', label: '等我单位办理', count: waiting },
            { key: 'open', label: '正在办理' },
            ...(starts ? [{ key: 'begun' as const, label: '我单位发起' }] : []),
            { key: 'ended', label: '已办结' },
          ]}
        />
        {starts && (
          <ButtonLink look="primary" icon="add" to={addresses.begin}>
            {definition.begins}
          </ButtonLink>
        )}
      </div>
      <FilterBar
        search={{ key: 'q', label: '教师姓名', hint: '姓名或拼音' }}
        filters={filtersOf(definition, queue)}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title={definition.title}
          list={`cases/${type}`}
          query={{ ...asked.filter, queue }}
          columns={columnsOf(definition, () => '')}
          total={total}
          unit="件"
        />
      </FilterBar>
      <Found type={type} definition={definition} asked={asked} queue={queue} />
    </div>
  )
}

function Found(props: { type: ProcessName; definition: AnyProcess; asked: Asked<Key>; queue: CaseQueue }) {
  const { type, definition, asked, queue } = props
  const addresses = useCaseAddresses(type)
  const { data, error, refetch, isPlaceholderData } = useCases(type, pageQuery(asked, queue))
  if (error)
    return (
      <ErrorBox
        title={`${definition.title}没能打开`}
        detail={sentenceOf(error)}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton lines={8} />
  if (data.list.length === 0)
    return (
      <Empty
        text={asked.of('q') || asked.of('state') || asked.of('kind') ? '没有符合条件的。' : none[queue]}
        action={asked.isNarrowed && <Button onClick={asked.clear}>看正在办理的</Button>}
      />
    )
  return (
    <>
      <LineTable
        label={definition.title}
        lines={data.list}
        columns={columnsOf(definition, addresses.one)}
        keyOf={({ id }) => id}
        stale={isPlaceholderData}
        testId="case-line"
      />
      <Pager {...data} onPage={asked.setPage} />
    </>
  )
}

const none: Readonly<Record<CaseQueue, string>> = {
  mine: '没有等您单位办理的。',
  open: '没有正在办理的。',
  begun: '您单位还没有发起过。',
  ended: '还没有办结的。',
}

function filtersOf(definition: AnyProcess, queue: CaseQueue): BarFilter<Key>[] {
  const states =
    queue === 'mine' || queue === 'open' ? openStates(definition) : Object.keys(definition.states)
  const kinds = definition.fields['kind']?.dict
  return [
    ...(kinds && definition.list.filters.includes('kind')
      ? [
          {
            kind: 'choice' as const,
            key: 'kind' as const,
            label: definition.fields['kind']?.label ?? '类别',
            options: dictionary(kinds).items.map(({ code, label }) => ({ value: code, label })),
          },
        ]
      : []),
    {
      kind: 'choice',
      key: 'state',
      label: '状态',
      options: states.map((state) => ({ value: state, label: definition.states[state]?.label ?? state })),
    },
  ]
}

function columnsOf(definition: AnyProcess, addressOf: (id: string) => string): LineColumn<CaseLine>[] {
  return [
    {
      key: 'name',
      title: '教师',
      wide: true,
      render: ({ id, name }) => <Link to={addressOf(id)}>{name}</Link>,
    },
    ...definition.list.columns.flatMap((key): LineColumn<CaseLine>[] => {
      const field = definition.fields[key]
      if (!field || kindOf(field).names === 'institution') return []
      return [{ key, title: field.label, render: ({ value }) => textOf(field, value[key]) ?? '' }]
    }),
    { key: 'parties', title: '从、到', render: fromTo },
    { key: 'state', title: '状态', render: (line) => <CaseState definition={definition} line={line} /> },
    { key: 'updatedAt', title: '最近办理', render: ({ updatedAt }) => listDate(updatedAt) },
  ]
}

/** The two institutions between which somebody goes; one where there is one only. */
function fromTo({ parties, value }: CaseLine) {
  const named = (party: string) => parties.find((one) => one.party === party)?.institution?.name
  const outside = typeof value['outsideOrg'] === 'string' ? value['outsideOrg'] : undefined
  const [from, to] = [named('sender') ?? named('school') ?? outside, named('receiver') ?? named('host')]
  return [from, to].filter((name) => name !== undefined && name !== '').join(' → ')
}
