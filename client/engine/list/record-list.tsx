import { useMemo, type ReactNode } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ViewedList } from '../../../catalogue/contract/archive/saved-views.ts'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import type { Query } from '../data/query.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { RowsFirst } from '../../ui/library/control.tsx'
import type { CountedPage } from '../data/record-api.ts'
import { useRecordList } from '../data/queries.ts'
import { References, unnamed } from '../record/references.ts'
import { useNarrow } from '../narrow.ts'
import { ColumnChooser, useColumns } from './column-chooser.tsx'
import { fieldColumns, otherColumns, type Column } from './columns.tsx'
import { FilterLine } from './filter-line.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { isNarrowed, queryOf, queueQueryOf, sizes, useListState, type ListControl } from './list-state.ts'
import { RecordCards } from './record-cards.tsx'
import { RecordTable, type Selection } from './record-table.tsx'
import { useOpening } from './views/use-opening.ts'
import { ViewBar } from './views/view-bar.tsx'
import './list.css'

export interface RecordListProps {
  readonly definition: AnyRecord
  /** Conditions of the page beside the reader’s filters, e.g. a queue or an owner. */
  readonly base?: Query
  /** Columns before and after those of the record. */
  readonly before?: readonly Column[]
  readonly after?: readonly Column[]
  /** A queue: its rows are proposals, and the server sends them in the order of waiting only. */
  readonly sortable?: boolean
  /** For a person’s own records, of which there are few: without search, filters and pages. */
  readonly plain?: boolean
  /** The page whose views of this list are kept. */
  readonly views?: ViewedList
  readonly searchHint?: string
  readonly verb: string
  readonly onOpen: (row: ListRow) => void
  readonly acts?: (row: ListRow) => ReactNode
  readonly selection?: Selection
  readonly empty: string
  readonly emptyAction?: ReactNode
}

const none: readonly Column[] = []

/** Whether a list shows what is in force: proposals that wait or came back are no list to take out. */
const inForce = (base: Query, sortable: boolean): boolean =>
  sortable && (base['queue'] === undefined || base['queue'] === 'done')

/** A list of records of one type, from its declaration: filters, columns, pages, and cards on a phone. */
export function RecordList(props: RecordListProps) {
  const { definition, base = {}, before = none, after = none, sortable = true, plain = false } = props
  const control = useListState(definition)
  const asked = plain ? base : (sortable ? queryOf : queueQueryOf)(control.state, base)
  const waits = useOpening(props.views, definition.name)
  const result = useRecordList(definition.name, asked, !waits)
  const usual = useMemo(
    () => [...before, ...fieldColumns(definition, sortable && !plain, !sortable), ...after],
    [definition, before, after, sortable, plain],
  )
  const others = useMemo(() => otherColumns(definition), [definition])
  const columns = useColumns(definition.name, usual, others)
  return (
    <RowsFirst value={result.data === undefined && result.error === null}>
      <div className="xr-list" data-testid={`list-${definition.name}`}>
        {props.views && <ViewBar list={props.views} type={definition.name} />}
        {!plain && (
          <FilterLine definition={definition} control={control} searchHint={props.searchHint ?? '搜索'}>
            <ColumnChooser columns={columns} />
            {inForce(base, sortable) && (
              <ExportButton
                title={definition.title}
                list={`records/${definition.name}`}
                query={asked}
                columns={columns.shown}
                total={result.data?.total}
                unit="条"
              />
            )}
          </FilterLine>
        )}
        <Rows {...props} result={result} columns={columns.shown} control={control} plain={plain} />
      </div>
    </RowsFirst>
  )
}

function Rows(
  props: RecordListProps & {
    result: ReturnType<typeof useRecordList>
    columns: readonly Column[]
    control: ListControl
    plain: boolean
  },
) {
  const { result, columns, control, plain, verb, onOpen, acts, selection } = props
  const narrow = useNarrow()
  const { data, error, isPlaceholderData, refetch } = result
  if (error)
    return <ErrorBox title="列表没能载入" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={10} />
  if (data.list.length === 0) return <NoRows {...props} page={data} />
  const shared = {
    rows: data.list,
    columns,
    sort: control.state.sort,
    onSort: control.setSort,
    onOpen,
    verb,
    selection,
    refreshing: isPlaceholderData,
    told: props.definition.pages.summary,
    acts,
  }
  return (
    <>
      <References value={data.references ?? unnamed}>
        {narrow ? <RecordCards {...shared} /> : <RecordTable {...shared} />}
      </References>
      {!plain && (
        <div className="xr-pages">
          <Pager
            page={data.page}
            pageSize={data.pageSize}
            total={data.total}
            totalMore={data.totalMore}
            onPage={control.setPage}
          />
          <label className="xr-size">
            <span className="x-hidden">每页条数</span>
            <select
              value={control.state.size}
              onChange={(event) => control.setSize(Number(event.target.value))}
            >
              {sizes.map((size) => (
                <option key={size} value={size}>
                  {size} 条/页
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
    </>
  )
}

function NoRows({
  control,
  page,
  empty,
  emptyAction,
}: RecordListProps & { control: ListControl; page: CountedPage }) {
  if (page.page > 1 && page.total > 0) {
    return (
      <Empty text="这一页没有了。" action={<Button onClick={() => control.setPage(1)}>回到第一页</Button>} />
    )
  }
  if (isNarrowed(control.state)) {
    return (
      <Empty text="没有符合这些条件的记录。" action={<Button onClick={control.clear}>清除筛选</Button>} />
    )
  }
  return <Empty text={empty} action={emptyAction} />
}
