import type { ReactNode } from 'react'
import type { ViewedList } from '../../../catalogue/contract/archive/saved-views.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { RowsFirst } from '../../ui/library/control.tsx'
import { ExportButton, type ShownList } from '../exports/export-button.tsx'
import { ColumnChooser, type Choosable, type ChosenColumns } from './column-chooser.tsx'
import { sizes } from './list-state.ts'
import { ViewBar } from './views/view-bar.tsx'
import './list.css'

/** A page of a list as its call answers it. */
export interface PageOfList {
  readonly list: readonly unknown[]
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly totalMore?: boolean | undefined
}

/** Request of a list and its setters. */
export interface ListPaging {
  readonly size: number
  readonly isNarrowed: boolean
  readonly setPage: (page: number) => void
  readonly setSize: (size: number) => void
  readonly clear: () => void
}

interface ShellProps<P extends PageOfList, C extends Choosable> {
  readonly title: string
  readonly testId: string
  readonly result: {
    readonly data: P | undefined
    readonly error: Error | null
    readonly refetch: () => unknown
  }
  readonly paging: ListPaging
  readonly columns: ChosenColumns<C>
  /** The list whose saved views are shown; absent: no views. */
  readonly views?: { readonly list: ViewedList; readonly type: string } | undefined
  /** The filter line; `end` stands at its right. A list without filters has no pages. */
  readonly filters?: ((end: ReactNode) => ReactNode) | undefined
  /** The export of the list; absent: no export. */
  readonly exported?: Pick<ShownList, 'list' | 'query' | 'unit'> | undefined
  /** Columns of the export file, if they differ from the columns on the screen. */
  readonly inFile?: (column: C) => boolean
  readonly empty: string
  readonly emptyAction?: ReactNode
  /** The rows, with the links to the other pages below them. */
  readonly rows: (page: P, columns: readonly C[], pages: ReactNode) => ReactNode
}

/**
 * What every declared list has around its rows, whether those are records, cases or contents: views, filters,
 * choice of columns, export, what stands there while nothing is, pages and their size.
 */
export function ListShell<P extends PageOfList, C extends Choosable>(props: ShellProps<P, C>) {
  const { title, testId, result, views, filters, exported, columns, inFile = () => true } = props
  return (
    <RowsFirst value={result.data === undefined && result.error === null}>
      <div className="xr-list" data-testid={testId}>
        {views && <ViewBar {...views} />}
        {filters?.(
          <>
            <ColumnChooser columns={columns} />
            {exported && (
              <ExportButton
                {...exported}
                title={title}
                columns={columns.shown.filter(inFile)}
                total={result.data?.total}
              />
            )}
          </>,
        )}
        <Body {...props} />
      </div>
    </RowsFirst>
  )
}

function Body<P extends PageOfList, C extends Choosable>(props: ShellProps<P, C>) {
  const { title, result, paging, columns, filters, rows } = props
  const { data, error, refetch } = result
  if (error)
    return <ErrorBox title={`${title}打开失败`} detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={10} />
  if (data.list.length === 0) return <NoRows {...props} page={data} />
  return rows(data, columns.shown, filters && <Pages page={data} paging={paging} />)
}

/** The links to the other pages, and how many rows stand on one. */
function Pages({ page, paging }: { page: PageOfList; paging: ListPaging }) {
  return (
    <div className="xr-pages">
      <Pager
        page={page.page}
        pageSize={page.pageSize}
        total={page.total}
        totalMore={page.totalMore}
        onPage={paging.setPage}
      />
      <label className="xr-size">
        <span className="x-hidden">每页条数</span>
        <select value={paging.size} onChange={(event) => paging.setSize(Number(event.target.value))}>
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size} 条/页
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}

interface NoRowsProps {
  readonly page: PageOfList
  readonly paging: ListPaging
  readonly empty: string
  readonly emptyAction?: ReactNode
}

/** Empty state: the reason, and a link to where rows are. */
function NoRows({ page, paging, empty, emptyAction }: NoRowsProps) {
  if (page.page > 1 && page.total > 0)
    return (
      <Empty text="这一页没有了。" action={<Button onClick={() => paging.setPage(1)}>回到第一页</Button>} />
    )
  if (paging.isNarrowed)
    return <Empty text="没有符合这些条件的记录。" action={<Button onClick={paging.clear}>清除筛选</Button>} />
  return <Empty text={empty} action={emptyAction} />
}
