import { Link } from 'react-router'
import type { CaseLine } from '../../../catalogue/contract/processes.ts'
import type { CaseQueue } from '../../../catalogue/contract/case-query.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casesPath, noticesPath } from '../../../catalogue/processes/paths.ts'
import {
  beginningsOf,
  betweenText,
  concernsPeople,
  openStates,
} from '../../../catalogue/processes/reading.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
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
import { useAsked, type ListRequest } from '../list/use-asked.ts'
import { textOf } from '../kinds/show.tsx'
import { useCaseAddresses } from './addresses.ts'
import { BeginButton } from './begin-case.tsx'
import { CaseState } from './case-state.tsx'
import { casesAsked } from './cases-asked.ts'
import { useCases, useCasesWaiting } from './use-cases.ts'

/** What the list of a process is asked with: its declared filters beside group, name and state. */
const keysOf = ({ list }: AnyProcess): readonly string[] => ['queue', 'q', 'state', ...list.filters]

/** What a page of the cases is asked with. */
const pageQuery = (
  { filter, page }: ListRequest<string>,
  queue: CaseQueue,
  states: readonly string[] | undefined,
) => ({
  ...casesAsked(filter, states),
  queue,
  page,
  pageSize: 20,
})

const isQueue = (text: string): text is CaseQueue => ['mine', 'begun', 'open', 'ended'].includes(text)

interface ListProps {
  readonly type: ProcessName
  readonly definition: AnyProcess
  /** The states to which the page keeps; all without. */
  readonly states?: readonly string[] | undefined
}

/** The cases of a process that the reader's office has part in. Filters and page stand in the address. */
export function CaseList({ type, definition, states }: ListProps) {
  const asked = useAsked(keysOf(definition))
  const wanted = asked.of('queue')
  const queue: CaseQueue = isQueue(wanted) ? wanted : states ? 'mine' : 'open'
  const { total } = useCases(type, pageQuery(asked, queue, states)).data ?? {}
  return (
    <div className="process">
      <Head type={type} definition={definition} states={states} queue={queue} asked={asked} />
      <FilterBar
        search={
          definition.titled === undefined
            ? { key: 'q', label: '教师姓名', hint: '姓名或拼音' }
            : { key: 'q', label: '名称或姓名', hint: '名称、姓名或拼音' }
        }
        filters={filtersOf(definition, { queue, states })}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title={definition.title}
          list={`cases/${type}`}
          query={{ ...casesAsked(asked.filter, states), queue }}
          columns={columnsOf(definition, () => '')}
          total={total}
          unit="件"
        />
      </FilterBar>
      <Found type={type} definition={definition} asked={asked} queue={queue} states={states} />
    </div>
  )
}

/** What waits for the reader; a teacher holds nothing of what offices deal with among themselves. */
const mineTab = (isOwn: boolean, holds: boolean, count: number | undefined) =>
  isOwn && !holds
    ? []
    : [
        {
          key: 'mine' as const,
          label: isOwn ? '待我办理' : '等我单位办理',
          ...(count !== undefined && { count }),
        },
      ]

/**
 * Where a case is begun: an entry at the notice that collects it, a change at the case; null where no page
 * says, undefined for this one.
 */
function beginPath({ campaign, of }: AnyProcess, role: number): string | null | undefined {
  if (campaign) return noticesPath(role, campaign.of.name)
  return of && casesPath(role, of.process)
}

/** The groups of the list, and the button that begins a case. */
function Head(props: ListProps & { asked: ListRequest<string>; queue: CaseQueue }) {
  const { type, definition, states, asked, queue } = props
  const role = useSession()?.role
  const begins = beginPath(definition, role ?? 0)
  const waiting = useCasesWaiting(true).data?.list.find((one) => one.type === type)?.count ?? 0
  const isOwn = role === 2
  const starts = beginningsOf(definition, role ?? 0).length > 0
  return (
    <div className="process-head">
      <StateTabs
        label={`${definition.title}的分组`}
        current={queue}
        onSelect={(next) => asked.put({ queue: next, state: '' })}
        tabs={[
          ...mineTab(isOwn, concernsPeople(definition), states ? undefined : waiting),
          { key: 'open', label: '正在办理' },
          ...(starts && !isOwn ? [{ key: 'begun' as const, label: '我单位发起' }] : []),
          // What is decided has left the stage that the page keeps to.
          ...(states ? [] : [{ key: 'ended' as const, label: '已办结' }]),
        ]}
      />
      {starts && begins === undefined && <BeginButton type={type} definition={definition} />}
      {starts && typeof begins === 'string' && (
        <ButtonLink look="primary" icon="add" to={begins}>
          {definition.beginLabel}
        </ButtonLink>
      )}
    </div>
  )
}

function Found(props: ListProps & { asked: ListRequest<string>; queue: CaseQueue }) {
  const { type, definition, asked, queue, states } = props
  const isOwn = useSession()?.role === 2
  const addresses = useCaseAddresses(type)
  const { data, error, refetch, isPlaceholderData } = useCases(type, pageQuery(asked, queue, states))
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
        text={
          keysOf(definition).some((key) => key !== 'queue' && asked.of(key) !== '')
            ? '没有符合条件的。'
            : noneOf(queue, isOwn)
        }
        action={asked.isNarrowed && <Button onClick={asked.clear}>看正在办理的</Button>}
      />
    )
  return (
    <>
      <div className="x-lines-box">
        <LineTable
          label={definition.title}
          lines={data.list}
          columns={columnsOf(definition, addresses.one)}
          keyOf={({ id }) => id}
          stale={isPlaceholderData}
          testId="case-line"
        />
      </div>
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

const noneOf = (queue: CaseQueue, isOwn: boolean): string =>
  isOwn && queue === 'mine' ? '没有等您办理的。' : none[queue]

function filtersOf(
  definition: AnyProcess,
  { queue, states: kept }: { queue: CaseQueue; states?: readonly string[] | undefined },
): BarFilter<string>[] {
  const isOpen = queue === 'mine' || queue === 'open'
  const states = kept ?? (isOpen ? openStates(definition) : Object.keys(definition.states))
  const declared = definition.list.filters.flatMap((key): BarFilter<string>[] => {
    const field = definition.fields[key]
    const choices = field && kindOf(field).choices?.(field)
    if (!field || !choices) return []
    const options = choices.map(({ value, label }) => ({ value: String(value), label }))
    return [{ kind: 'choice', key, label: field.label, options }]
  })
  return [
    ...declared,
    ...(states.length < 2
      ? []
      : [
          {
            kind: 'choice' as const,
            key: 'state' as const,
            label: '状态',
            options: states.map((state) => ({
              value: state,
              label: definition.states[state]?.label ?? state,
            })),
          },
        ]),
  ]
}

function columnsOf(definition: AnyProcess, addressOf: (id: string) => string): LineColumn<CaseLine>[] {
  return [
    {
      key: 'name',
      title: definition.titled === undefined ? '教师' : '名称',
      wide: true,
      render: ({ id, name, title }) => <Link to={addressOf(id)}>{title ?? name}</Link>,
    },
    ...(definition.titled === undefined
      ? []
      : [
          { key: 'person', title: '申报人', render: ({ name }: CaseLine) => name },
          {
            key: 'number',
            title: '编号',
            render: ({ number }: CaseLine) => number && <span className="x-num">{number}</span>,
          },
        ]),
    ...definition.list.columns.flatMap((key): LineColumn<CaseLine>[] => {
      const field = definition.fields[key]
      if (key === definition.titled || !field || kindOf(field).names === 'institution') return []
      return [{ key, title: field.label, render: ({ value }) => textOf(field, value[key]) ?? '' }]
    }),
    ...(definition.list.between
      ? [
          {
            key: 'parties',
            title: definition.list.between.title,
            render: (line: CaseLine) => betweenText(definition, line),
          },
        ]
      : []),
    { key: 'state', title: '状态', render: (line) => <CaseState definition={definition} line={line} /> },
    { key: 'updatedAt', title: '最近办理', render: ({ updatedAt }) => listDate(updatedAt) },
  ]
}
