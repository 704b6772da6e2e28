import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { teacher, writesForSelf } from '../../../catalogue/contents/agreement.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { contentStates, type AnyContent, type ContentName } from '../../../catalogue/contents/define.ts'
import { cellFields } from '../../../catalogue/contract/declared-query.ts'
import { contentFilters, contentOrders } from '../../../catalogue/contract/portal/content-query.ts'
import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { declaredBars, filterKey } from '../../engine/list/declared-bars.ts'
import { useColumns } from '../../engine/list/column-chooser.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { filtersAsked } from '../../engine/list/filters-asked.ts'
import { ListShell } from '../../engine/list/list-shell.tsx'
import { useViewedAsked } from '../../engine/list/use-viewed-asked.ts'
import { useOpening } from '../../engine/list/views/use-opening.ts'
import { useSession } from '../../platform/session/session.ts'
import { listTime } from '../../platform/format.ts'
import { withQuery } from '../../platform/api/with-query.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn, type LineOrder } from '../../ui/layout/line-table.tsx'
import { Show } from '../../engine/kinds/show.tsx'
import { BatchBar } from './batch-bar.tsx'
import { ContentSurroundings } from './content-surroundings.tsx'
import { useContents } from './use-contents.ts'
import { standingOf } from './standing.ts'

/** All of one type that the person may manage, whatever the type declares. `editPath` opens one, `?id=`. */
export function ContentList({
  type,
  editPath,
  keep = {},
}: {
  type: ContentName
  editPath: string
  keep?: Readonly<Record<string, string>>
}) {
  const definition = contents[type]
  const filters = useFilters(definition)
  const asked = useViewedAsked(keysOf(definition))
  const { of, sort } = asked
  const waits = useOpening('contents', type)
  const query = { ...filtersAsked(asked.filter, undefined), ...(sort && { sort }) }
  const result = useContents(type, { ...query, page: asked.page, pageSize: asked.rows }, !waits)
  const to = (id: number) => withQuery(editPath, { ...keep, id })
  const columns = useColumns(`contents:${type}`, columnsOf(definition, to), otherColumnsOf(definition))
  const isNarrowed = asked.isNarrowed || of('state') !== ''
  const clear = () => asked.put(Object.fromEntries([...keysOf(definition), 'state'].map((key) => [key, ''])))
  return (
    <ContentSurroundings>
      <ListShell
        title={definition.title}
        testId={`list-${type}`}
        result={result}
        paging={{ ...asked, size: asked.rows, isNarrowed, clear }}
        columns={columns}
        views={{ list: 'contents', type }}
        filters={
          definition.single
            ? undefined
            : (end) => (
                <FilterBar
                  search={{ key: 'q', label: definition.fields[definition.headline]?.label ?? '关键词' }}
                  filters={filters}
                  asked={{
                    isNarrowed,
                    clear,
                    of: (key) => (key === 'state' ? of('queue') : '') || of(key),
                  }}
                  onAsk={(key, value) => asked.put(key === 'state' ? stateOf(value) : { [key]: value })}
                >
                  {end}
                </FilterBar>
              )
        }
        exported={{ list: `contents/${type}`, query, unit: '条' }}
        inFile={({ key }) => {
          const field = definition.fields[key]
          return !field || kindOf(field).names !== 'file'
        }}
        empty={`暂无${definition.title}。`}
        emptyAction={
          definition.single && (
            <ButtonLink to={withQuery(editPath, { ...keep, new: 1 })}>填写{definition.title}</ButtonLink>
          )
        }
        rows={({ list }, shown, pages) => (
          <Lines
            type={type}
            list={list}
            columns={shown}
            pages={pages}
            stale={result.isPlaceholderData}
            order={{ sort, onSort: (next) => asked.put({ sort: next }) }}
          />
        )}
      />
    </ContentSurroundings>
  )
}

/** What narrows the list beside the state, as it stands in the address. */
const keysOf = (definition: AnyContent): readonly string[] => [
  'q',
  'queue',
  ...contentFilters(definition).map(filterKey),
]

/** One choice stands for a state or for the queue of what waits for the reader. */
const stateOf = (chosen: string) =>
  chosen === 'mine' ? { state: '', queue: 'mine' } : { state: chosen, queue: '' }

/** Filters of the list: the state, and those by which readers narrow it. A teacher decides about nothing. */
function useFilters(definition: AnyContent): readonly BarFilter[] {
  const { approval, fields } = definition
  const role = useSession()?.role
  const decides = approval !== undefined && role !== teacher
  return [
    {
      kind: 'choice',
      key: 'state',
      label: '状态',
      options: [
        ...(decides ? [{ value: 'mine', label: '等我审核' }] : []),
        ...Object.entries(contentStates).map(([value, label]) => ({ value, label })),
      ],
    },
    ...declaredBars(fields, contentFilters(definition), filterKey),
  ]
}

/** A page of contents, of which several may be chosen and acted on. */
function Lines({
  type,
  list,
  columns,
  pages,
  stale,
  order,
}: {
  type: ContentName
  list: readonly ContentLine[]
  columns: readonly LineColumn<ContentLine>[]
  pages: ReactNode
  stale: boolean
  order: LineOrder
}) {
  const definition = contents[type]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const nameOf = ({ value }: ContentLine) => String(value[definition.headline] ?? '（未填）')
  return (
    <>
      <LineTable
        label={definition.title}
        lines={list}
        columns={columns}
        order={order}
        keyOf={({ id }) => String(id)}
        stale={stale}
        testId="content-line"
        {...(!definition.single && { choice: { chosen, onChange: setChosen, nameOf } })}
      />
      {pages}
      <BatchBar
        type={type}
        lines={list.filter(({ id }) => chosen.has(String(id)))}
        onDone={(left) => setChosen(new Set(left.map(String)))}
      />
    </>
  )
}

type ContentColumn = LineColumn<ContentLine> & { readonly fixed?: true }

/** The columns of a type: what names one, what its declaration lists, where it stands and who wrote it. */
function columnsOf(definition: AnyContent, to: (id: number) => string): ContentColumn[] {
  const { fields, headline, columns } = definition
  const orders = contentOrders(definition)
  const ordered = (key: string) => orders.includes(key) && { sort: key }
  return [
    {
      key: headline,
      title: fields[headline]?.label ?? '',
      wide: true,
      fixed: true,
      ...ordered(headline),
      render: (line) => <Link to={to(line.id)}>{String(line.value[headline] ?? '（未填）')}</Link>,
    },
    ...columns.flatMap((key) => fieldColumn(definition, key).map((one) => ({ ...one, ...ordered(key) }))),
    {
      key: '$standing',
      title: '状态',
      fixed: true,
      render: (line) => (
        <span className={line.shown === 'now' ? 'contents-shown' : ''}>
          {line.pinned && '置顶　'}
          {standingOf(line)}
        </span>
      ),
    },
    ...(writesForSelf(definition, teacher)
      ? [{ key: '$author', title: '作者', render: ({ author }: ContentLine) => author ?? '单位' }]
      : []),
    { key: '$org', title: '单位', render: ({ org }) => org },
    {
      key: '$at',
      title: '修改时间',
      sort: 'updatedAt',
      render: ({ updatedAt }) => <span className="x-num">{listTime(updatedAt)}</span>,
    },
  ]
}

/** The column of a field; none for a field that the type does not have. */
function fieldColumn({ fields }: AnyContent, key: string): ContentColumn[] {
  const field = fields[key]
  if (!field) return []
  const render = (line: ContentLine) => <Show field={field} value={line.value[key]} none="（空）" />
  return [{ key, title: field.label, render }]
}

/** The other fields that fit a cell, which the chooser of columns offers. */
const otherColumnsOf = (definition: AnyContent): ContentColumn[] =>
  cellFields(definition.fields)
    .filter((key) => key !== definition.headline && !definition.columns.includes(key))
    .flatMap((key) => fieldColumn(definition, key))
