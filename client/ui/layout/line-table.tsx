import type { ReactNode } from 'react'
import { Icon } from '../look/icon.tsx'
import './line-table.css'

/**
 * A column of a table; `figure` stands to the right, `wide` takes what is left and heads the card of a phone.
 * `sort` is the key by which the lines can be ordered.
 */
export interface LineColumn<T> {
  readonly key: string
  readonly title: string
  readonly figure?: true
  readonly wide?: true
  readonly sort?: string
  readonly render: (line: T) => ReactNode
}

/**
 * The order of the lines: the key of a column, with a minus in front for falling; empty for the usual one.
 */
export interface LineOrder {
  readonly sort: string
  readonly onSort: (sort: string) => void
}

/** The chosen rows, by the key of each. */
export interface LineChoice<T> {
  readonly chosen: ReadonlySet<string>
  readonly onChange: (chosen: ReadonlySet<string>) => void
  /** The name of a row for its check box. */
  readonly nameOf: (line: T) => string
}

/**
 * Rows below the heads of their columns, dimmed while the next ones load; on a phone each row is a card whose
 * values stand beside the heads.
 */
export function LineTable<T>({
  label,
  lines,
  columns,
  keyOf,
  stale,
  choice,
  order,
  testId,
  dataOf,
}: {
  label: string
  lines: readonly T[]
  columns: readonly LineColumn<T>[]
  keyOf: (line: T) => string
  stale: boolean
  choice?: LineChoice<T> | undefined
  order?: LineOrder | undefined
  testId?: string
  dataOf?: (line: T) => Readonly<Record<`data-${string}`, string>>
}) {
  return (
    <table className={stale ? 'x-lines x-stale' : 'x-lines'} aria-label={label} aria-busy={stale}>
      <thead>
        <tr>
          {choice && <AllChosen keys={lines.map(keyOf)} choice={choice} />}
          {columns.map(({ key, ...column }) => (
            <Head key={key} {...column} order={order} />
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => {
          const own = keyOf(line)
          return (
            <tr
              key={own}
              data-testid={testId}
              {...dataOf?.(line)}
              className={choice?.chosen.has(own) ? 'x-lines-chosen' : ''}
            >
              {choice && <OneChosen own={own} name={choice.nameOf(line)} choice={choice} />}
              {columns.map(({ key, title, figure, wide, render }) => (
                <td
                  key={key}
                  data-head={title}
                  className={figure ? 'x-lines-figure' : wide ? 'x-lines-wide' : ''}
                >
                  {render(line)}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type HeadProps = Pick<LineColumn<never>, 'title' | 'figure' | 'sort'> & { order: LineOrder | undefined }

/** The head of a column; a button where the lines can be ordered by it: rising, falling, as usual. */
function Head({ title, figure, sort, order }: HeadProps) {
  const className = figure && 'x-lines-figure'
  if (sort === undefined || !order)
    return (
      <th scope="col" className={className}>
        {title}
      </th>
    )
  const rising = order.sort === sort
  const falling = order.sort === `-${sort}`
  return (
    <th scope="col" className={className} aria-sort={rising ? 'ascending' : falling ? 'descending' : 'none'}>
      <button
        type="button"
        className="x-lines-sort"
        onClick={() => order.onSort(rising ? `-${sort}` : falling ? '' : sort)}
      >
        {title}
        <Icon name={rising ? 'up' : falling ? 'down' : 'sort'} />
      </button>
    </th>
  )
}

type Choice = Pick<LineChoice<never>, 'chosen' | 'onChange'>

function AllChosen({ keys, choice: { chosen, onChange } }: { keys: readonly string[]; choice: Choice }) {
  const all = keys.every((key) => chosen.has(key))
  return (
    <th scope="col" className="x-lines-box">
      <label>
        <input
          type="checkbox"
          aria-label="选择本页全部"
          checked={all}
          onChange={() => onChange(new Set(all ? [] : keys))}
        />
      </label>
    </th>
  )
}

function OneChosen(props: { own: string; name: string; choice: Choice }) {
  const { own, name, choice } = props
  const { chosen, onChange } = choice
  return (
    <td className="x-lines-box">
      <label>
        <input
          type="checkbox"
          aria-label={`选择 ${name}`}
          checked={chosen.has(own)}
          onChange={() =>
            onChange(new Set(chosen.has(own) ? [...chosen].filter((key) => key !== own) : [...chosen, own]))
          }
        />
      </label>
    </td>
  )
}
