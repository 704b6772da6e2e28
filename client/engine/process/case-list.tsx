import { useState, type ReactNode } from 'react'
import type { CaseLine } from '../../../catalogue/contract/processes.ts'
import type { CaseQueue } from '../../../catalogue/contract/case-query.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { casesPath, noticesPath } from '../../../catalogue/processes/paths.ts'
import { beginningsOf, concernsPeople, openStates } from '../../../catalogue/processes/reading.ts'
import type { ProcessName } from '../../../catalogue/processes/processes.ts'
import { useSession } from '../../platform/session/session.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn, type LineOrder } from '../../ui/layout/line-table.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { declaredBars, filterKey } from '../list/declared-bars.ts'
import { useColumns } from '../list/column-chooser.tsx'
import { FilterBar, type BarFilter } from '../list/filter-bar.tsx'
import { filtersAsked } from '../list/filters-asked.ts'
import { ListShell } from '../list/list-shell.tsx'
import { useViewedAsked, type ViewedAsked } from '../list/use-viewed-asked.ts'
import { useOpening } from '../list/views/use-opening.ts'
import { useCaseAddresses } from './addresses.ts'
import { BeginButton } from './begin-case.tsx'
import { columnsOf, otherColumnsOf } from './case-columns.tsx'
import { CaseBatch } from './case-batch.tsx'
import { useCases, useCasesWaiting } from './use-cases.ts'

/** What narrows the list of a process, as it stands in the address: its declared filters, name and state. */
const keysOf = ({ list }: AnyProcess): readonly string[] => ['q', 'f.state', ...list.filters.map(filterKey)]

const isQueue = (text: string): text is CaseQueue => ['mine', 'begun', 'open', 'ended'].includes(text)

interface ListProps {
  readonly type: ProcessName
  readonly definition: AnyProcess
  /** The states to which the page keeps; all without. */
  readonly states?: readonly string[] | undefined
}

/**
 * The cases of a process that the reader's office has part in. What it is asked for stands in the address.
 */
export function CaseList({ type, definition, states }: ListProps) {
  const asked = useViewedAsked(keysOf(definition))
  const waits = useOpening('cases', type)
  const wanted = asked.of('queue')
  const queue: CaseQueue = isQueue(wanted) ? wanted : states ? 'mine' : 'open'
  const query = { ...filtersAsked(asked.filter, states), queue, ...(asked.sort && { sort: asked.sort }) }
  const result = useCases(type, { ...query, page: asked.page, pageSize: asked.rows }, !waits)
  const addresses = useCaseAddresses(type)
  const columns = useColumns(
    `cases:${type}`,
    columnsOf(definition, addresses.one),
    otherColumnsOf(definition),
  )
  const isOwn = useSession()?.role === 2
  return (
    <div className="process">
      <Head type={type} definition={definition} states={states} queue={queue} asked={asked} />
      <ListShell
        title={definition.title}
        testId={`list-${type}`}
        result={result}
        paging={{ ...asked, size: asked.rows }}
        columns={columns}
        views={{ list: 'cases', type }}
        filters={(end) => (
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
            {end}
          </FilterBar>
        )}
        exported={{ list: `cases/${type}`, query, unit: '件' }}
        empty={noneOf(queue, isOwn)}
        rows={({ list }, shown, pages) => (
          <Rows
            type={type}
            definition={definition}
            list={list}
            columns={shown}
            pages={pages}
            stale={result.isPlaceholderData}
            order={{ sort: asked.sort, onSort: (sort) => asked.put({ sort }) }}
          />
        )}
      />
    </div>
  )
}

/** The rows. Rows that wait for the reader can be selected for batch acts. */
function Rows({
  type,
  definition,
  list,
  columns,
  pages,
  stale,
  order,
}: {
  type: ProcessName
  definition: AnyProcess
  list: readonly CaseLine[]
  columns: readonly LineColumn<CaseLine>[]
  pages: ReactNode
  stale: boolean
  order: LineOrder
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const nameOf = ({ title, name }: CaseLine) => title ?? name
  const choosable = list.some(({ moves = [] }) => moves.length > 0)
  return (
    <>
      <div className="x-lines-box">
        <LineTable
          label={definition.title}
          lines={list}
          columns={columns}
          keyOf={({ id }) => id}
          stale={stale}
          order={order}
          testId="case-line"
          {...(choosable && { choice: { chosen, onChange: setChosen, nameOf } })}
        />
      </div>
      {pages}
      <CaseBatch
        type={type}
        lines={list.filter(({ id }) => choosable && chosen.has(id))}
        onDone={(left) => setChosen(new Set(left))}
      />
    </>
  )
}

/** Tab of cases that wait for the reader. Teachers have none for processes between offices. */
const mineTab = (isOwn: boolean, holds: boolean, count: number | undefined) =>
  isOwn && !holds
    ? []
    : [
        {
          key: 'mine' as const,
          label: isOwn ? '待我办理' : '本单位待办',
          ...(count !== undefined && { count }),
        },
      ]

/**
 * Where a case is begun: an entry at the notice that collects it, a change at the case; null where no page
 * says, undefined for this one.
 */
function beginPath({ campaign, of, begunApart }: AnyProcess, role: number): string | null | undefined {
  if (begunApart) return null
  if (campaign) return noticesPath(role, campaign.of.name)
  return of && casesPath(role, of.process)
}

/** The groups of the list, and the button that begins a case. */
function Head(props: ListProps & { asked: ViewedAsked<string>; queue: CaseQueue }) {
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
        onSelect={(next) => asked.put({ queue: next, 'f.state': '' })}
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

const none: Readonly<Record<CaseQueue, string>> = {
  mine: '本单位暂无待办。',
  open: '没有正在办理的。',
  begun: '本单位暂无发起的事项。',
  ended: '暂无已办结的事项。',
}

const noneOf = (queue: CaseQueue, isOwn: boolean): string =>
  isOwn && queue === 'mine' ? '暂无待办。' : none[queue]

function filtersOf(
  definition: AnyProcess,
  { queue, states: kept }: { queue: CaseQueue; states?: readonly string[] | undefined },
): BarFilter[] {
  const isOpen = queue === 'mine' || queue === 'open'
  const states = kept ?? (isOpen ? openStates(definition) : Object.keys(definition.states))
  return [
    ...declaredBars(definition.fields, definition.list.filters, filterKey),
    ...(states.length < 2
      ? []
      : [
          {
            kind: 'choice' as const,
            key: 'f.state',
            label: '状态',
            options: states.map((state) => ({
              value: state,
              label: definition.states[state]?.label ?? state,
            })),
          },
        ]),
  ]
}
