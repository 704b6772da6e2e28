import { Link } from 'react-router'
import type { KeptDetail, SearchAnswer } from '../../../catalogue/contract/analysis/query.ts'
import { keyInFile } from '../../../catalogue/query/columns.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { documentPath } from '../../engine/archive-path.ts'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import type { Desk } from './model.ts'

type FoundRow = SearchAnswer['list'][number]
type Value = FoundRow['values'][string]

const shown = (value: Value | undefined): string => {
  if (value === null || value === undefined) return '—'
  if (typeof value === 'boolean') return value ? '是' : '否'
  return Array.isArray(value) ? value.join('、') : String(value)
}

function columnsOf(answer: SearchAnswer): LineColumn<FoundRow>[] {
  return answer.columns.map(({ key, label, sorts }) => {
    const figure = answer.list.some(({ values }) => typeof values[key] === 'number')
    const column = {
      key,
      title: label,
      ...(figure && { figure: true as const }),
      ...(key === 'name' && { wide: true as const }),
      ...(sorts && { sort: key }),
    }
    const render = ({ id, values }: FoundRow) =>
      key === 'name' ? (
        <Link className="xq-name" to={documentPath(id)}>
          {shown(values[key])}
        </Link>
      ) : (
        shown(values[key])
      )
    return { ...column, render }
  })
}

/** The people who were found: how many, by institution, and one page of them. */
export function Results(props: {
  answer: SearchAnswer
  isBehind: boolean
  desk: Desk
  within: number | null
  /** The kept version that the page shows unchanged; null where something is not saved. */
  kept: { readonly detail: KeptDetail; readonly version: number } | null
  onSort: (sort: Desk['sort']) => void
  onWithin: (id: number | null) => void
  onPage: (page: number) => void
}) {
  const { answer, isBehind, desk, within, kept, onSort, onWithin, onPage } = props
  const [first] = desk.sort
  return (
    <section
      aria-labelledby="xq-results"
      className={isBehind ? 'xq-results x-stale' : 'xq-results'}
      aria-busy={isBehind}
    >
      <div className="xq-results-head">
        <h2 id="xq-results">查询结果</h2>
        <b className="x-num">{thousands(answer.total)} 人</b>
        <Places answer={answer} within={within} onWithin={onWithin} />
        <span className="xq-results-acts">
          {kept ? (
            <ExportButton
              title={kept.detail.name}
              list="query"
              query={{
                query: String(kept.detail.id),
                version: String(kept.version),
                ...(within !== null && { within: String(within) }),
              }}
              columns={answer.columns.map(({ key, label }) => ({ key: keyInFile(key), title: label }))}
              total={answer.total}
              unit="人"
            />
          ) : (
            answer.total > 0 && (
              <span className="x-note x-faint">保存后可以导出这 {thousands(answer.total)} 人</span>
            )
          )}
        </span>
      </div>
      {answer.list.length === 0 ? (
        <Empty
          text={
            answer.base === 0
              ? '该范围暂无人员。'
              : '没有符合全部条件的人。条件右边的“余”说明在哪一条以后没有人了。'
          }
        />
      ) : (
        <div className="xq-table">
          <LineTable
            label="查询结果"
            lines={answer.list}
            columns={columnsOf(answer)}
            keyOf={({ id }) => String(id)}
            stale={isBehind}
            order={{
              sort: first ? `${first[1] === 'desc' ? '-' : ''}${first[0]}` : '',
              onSort: (sort) =>
                onSort(sort === '' ? [] : [[sort.replace(/^-/, ''), sort.startsWith('-') ? 'desc' : 'asc']]),
            }}
            testId="found"
          />
        </div>
      )}
      <Pager page={answer.page} pageSize={answer.pageSize} total={answer.total} onPage={onPage} />
    </section>
  )
}

/** How many belong to each institution below; pressing one narrows the list to it. */
function Places(props: {
  answer: SearchAnswer
  within: number | null
  onWithin: (id: number | null) => void
}) {
  const { answer, within, onWithin } = props
  if (answer.places.length < 2 && within === null) return null
  return (
    <fieldset className="xq-places">
      <legend className="x-hidden">按单位筛选</legend>
      {answer.places.slice(0, 12).map(({ id, name, count }) => (
        <button
          key={id}
          type="button"
          aria-pressed={within === id}
          onClick={() => onWithin(within === id ? null : id)}
        >
          {name.replace(/教育局$/, '')} <span className="x-num">{thousands(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
