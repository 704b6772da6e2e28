import { useMemo, type ReactNode } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { ViewedList } from '../../../catalogue/contract/archive/saved-views.ts'
import type { ListRow } from '../../../catalogue/contract/archive/records.ts'
import type { Query } from '../data/query.ts'
import type { CountedPage } from '../data/record-api.ts'
import { useRecordList } from '../data/queries.ts'
import { References, unnamed } from '../record/references.ts'
import { useNarrow } from '../narrow.ts'
import { useColumns } from './column-chooser.tsx'
import { fieldColumns, otherColumns, type Column } from './columns.tsx'
import { FilterLine } from './filter-line.tsx'
import { ListShell } from './list-shell.tsx'
import { isNarrowed, queryOf, queueQueryOf, useListState, type ListControl } from './list-state.ts'
import { RecordCards } from './record-cards.tsx'
import { RecordTable, type Selection } from './record-table.tsx'
import { useOpening } from './views/use-opening.ts'

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

/** Whether a list shows effective records. Lists of pending or returned proposals have no export. */
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
  const { setPage, setSize, clear, state } = control
  return (
    <ListShell
      title={definition.title}
      testId={`list-${definition.name}`}
      result={result}
      paging={{ size: state.size, isNarrowed: isNarrowed(state), setPage, setSize, clear }}
      columns={columns}
      views={props.views && { list: props.views, type: definition.name }}
      filters={
        plain
          ? undefined
          : (end) => (
              <FilterLine definition={definition} control={control} searchHint={props.searchHint ?? '搜索'}>
                {end}
              </FilterLine>
            )
      }
      exported={
        inForce(base, sortable) ? { list: `records/${definition.name}`, query: asked, unit: '条' } : undefined
      }
      empty={props.empty}
      emptyAction={props.emptyAction}
      rows={(page, shown, pages) => (
        <>
          <Rows
            {...props}
            page={page}
            columns={shown}
            control={control}
            refreshing={result.isPlaceholderData}
          />
          {pages}
        </>
      )}
    />
  )
}

function Rows(
  props: RecordListProps & {
    page: CountedPage
    columns: readonly Column[]
    control: ListControl
    refreshing: boolean
  },
) {
  const { page, columns, control, refreshing, verb, onOpen, acts, selection } = props
  const narrow = useNarrow()
  const shared = {
    rows: page.list,
    columns,
    sort: control.state.sort,
    onSort: control.setSort,
    onOpen,
    verb,
    selection,
    refreshing,
    told: props.definition.pages.summary,
    acts,
  }
  return (
    <References value={page.references ?? unnamed}>
      {narrow ? <RecordCards {...shared} /> : <RecordTable {...shared} />}
    </References>
  )
}
