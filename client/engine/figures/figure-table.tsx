import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureTable as Figures } from '../../../catalogue/contract/figure-table.ts'
import { fullTime } from '../../platform/format.ts'
import { PanelFigure } from '../../ui/charts/panel-figure.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { allKey, cellText, headOf, panelsOf, type FigureColumn, type FigureRow } from './cells.ts'
import './figures.css'

/** Where figures and places lead. */
export interface FigureLinks {
  readonly listOf: (row: string, column: string) => string
  readonly belowOf: (areaCode: string) => string
}

/** How a table of figures is told. */
export interface FigureWords {
  /** Name of the table, for screen readers. */
  readonly label: string
  /** What a row is: 地区, 学校. */
  readonly rowWord: string
  /** Columns of the row of everything that stand above the table in large figures. */
  readonly first: readonly string[]
  /** Columns that are drawn. */
  readonly drawn: readonly string[]
  /** Whether its rows are places, which lead to the places below them. */
  readonly ofPlaces: boolean
}

interface TableProps {
  readonly words: FigureWords
  readonly data: Pick<Figures, 'table' | 'columns'>
  readonly links: FigureLinks
}

/** The first figures of everybody in one line, each with its list. */
export function FirstFigures({ words: { first }, data: { table, columns }, links }: TableProps) {
  const whole = table.find(({ key }) => key === allKey)
  const shown = first.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  if (!whole || shown.length === 0) return null
  return (
    <dl className="tf-first">
      {shown.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>
            <Figure row={whole} column={column} links={links} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Figure({ row, column, links }: { row: FigureRow; column: FigureColumn; links: FigureLinks }) {
  const text = cellText(row, column)
  const isOpen = column.opens && Number(row.cells[column.key]) > 0
  return isOpen ? <Link to={links.listOf(row.key, column.key)}>{text}</Link> : text
}

/** The table: a row of everything where there is one, then its rows. */
export function FigureTable({
  words,
  data,
  links,
  stale,
  nameOf = ({ name }) => name,
}: TableProps & {
  readonly stale: boolean
  /** How a row that is no place is named. */
  readonly nameOf?: ((row: FigureRow) => ReactNode) | undefined
}) {
  const named = (row: FigureRow) =>
    words.ofPlaces && row.drill !== null ? <Link to={links.belowOf(row.drill)}>{row.name}</Link> : nameOf(row)
  return (
    <div className="tf-scroll">
      <LineTable
        label={words.label}
        lines={data.table}
        columns={[
          { key: 'name', title: words.rowWord, wide: true, render: named },
          ...data.columns.map((column) => figureColumn(column, links)),
        ]}
        keyOf={({ key }) => key}
        stale={stale}
        testId="figure-row"
        dataOf={({ key }) => (key === allKey ? { 'data-all': 'true' } : {})}
      />
    </div>
  )
}

const figureColumn = (column: FigureColumn, links: FigureLinks): LineColumn<FigureRow> => ({
  key: column.key,
  title: headOf(column),
  figure: true,
  render: (row) => (
    <span className="x-num">
      <Figure row={row} column={column} links={links} />
    </span>
  ),
})

/** The same rows as pictures. */
export function Pictures({ words, data, links }: TableProps) {
  const panels = panelsOf(data, words.drawn)
  if (panels.length === 0) return <Empty text="现在的数字还画不成图，请看表。" />
  const drillOf = new Map(data.table.map(({ key, drill }) => [key, drill]))
  return (
    <div className="tf-pictures">
      {panels.map((panel) => (
        <section key={panel.key} aria-label={panel.title}>
          <h2>
            {panel.title}
            <span className="x-faint x-dense">（{panel.unit}）</span>
          </h2>
          <PanelFigure
            panel={panel}
            asTable={false}
            links={{
              listOf: ({ row, column }) => links.listOf(row, column),
              belowOf: (row) => {
                const drill = words.ofPlaces ? (drillOf.get(row) ?? null) : null
                return drill === null ? null : links.belowOf(drill)
              },
            }}
          />
        </section>
      ))}
    </div>
  )
}

/** Whether the figures are shown as pictures or as a table. */
export function ViewChoice({
  asPicture,
  onChoose,
}: {
  asPicture: boolean
  onChoose: (view: string) => void
}) {
  return (
    <fieldset className="tf-views">
      <legend className="x-hidden">显示方式</legend>
      <Button icon="chart" aria-pressed={asPicture} onClick={() => onChoose('chart')}>
        图
      </Button>
      <Button icon="table" aria-pressed={!asPicture} onClick={() => onChoose('table')}>
        表
      </Button>
    </fieldset>
  )
}

/** 口径: what each figure means, by which rule and as of when. */
export function Definitions({
  data: { columns, asOf },
  rule,
}: {
  data: Pick<Figures, 'columns' | 'asOf'>
  rule: string | undefined
}) {
  return (
    <details className="tf-words">
      <summary>口径</summary>
      <dl>
        {columns.map(({ key, title, unit, definition }) => (
          <div key={key}>
            <dt>
              {title}
              {unit !== '' && <span className="x-faint">（{unit}）</span>}
            </dt>
            <dd>{definition}</dd>
          </div>
        ))}
        {rule !== undefined && (
          <div>
            <dt>规则</dt>
            <dd>{rule}</dd>
          </div>
        )}
        <div>
          <dt>数据时间</dt>
          <dd>{fullTime(asOf)}</dd>
        </div>
      </dl>
    </details>
  )
}
