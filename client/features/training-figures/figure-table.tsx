import { Link } from 'react-router'
import type { TrainingStatistics } from '../../../catalogue/contract/training/figures.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { TrainingGroup } from '../../../catalogue/figures/training.ts'
import { noticesPath } from '../../../catalogue/processes/paths.ts'
import { fullTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { PanelFigure } from '../../ui/charts/panel-figure.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { allKey, cellText, firstOf, groupWords, headOf, opensList, panelsOf, rowWordOf } from './words.ts'

type Row = TrainingStatistics['table'][number]
type Column = TrainingStatistics['columns'][number]

/** Where figures and places lead. */
export interface TableLinks {
  readonly listOf: (row: string, column: string) => string
  readonly belowOf: (areaCode: string) => string
}

interface TableProps {
  readonly group: TrainingGroup
  readonly data: TrainingStatistics
  readonly links: TableLinks
}

/** The first figures of everybody in one line, each with its list. */
export function FirstFigures({ group, data: { table, columns }, links }: TableProps) {
  const whole = table.find(({ key }) => key === allKey)
  const first = firstOf(group).flatMap((key) => columns.find((column) => column.key === key) ?? [])
  if (!whole || first.length === 0) return null
  return (
    <dl className="tf-first">
      {first.map((column) => (
        <div key={column.key}>
          <dt>{column.title}</dt>
          <dd>
            <Figure group={group} row={whole} column={column} links={links} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Figure(props: { group: TrainingGroup; row: Row; column: Column; links: TableLinks }) {
  const { group, row, column, links } = props
  const text = cellText(row, column)
  const isOpen = opensList(group, column.key) && Number(row.cells[column.key]) > 0
  return isOpen ? <Link to={links.listOf(row.key, column.key)}>{text}</Link> : text
}

/** The table: a row of everything where there is one, then its rows. */
export function FigureTable({ group, data, links, stale }: TableProps & { readonly stale: boolean }) {
  const role = useSession()?.role ?? 0
  return (
    <div className="tf-scroll">
      <LineTable
        label={`${groupWords[group]}统计`}
        lines={data.table}
        columns={[
          {
            key: 'name',
            title: rowWordOf(group),
            wide: true,
            render: (row) => <RowName group={group} row={row} links={links} role={role} />,
          },
          ...data.columns.map((column) => figureColumn(group, column, links)),
        ]}
        keyOf={({ key }) => key}
        stale={stale}
        testId="figure-row"
        dataOf={({ key }) => (key === allKey ? { 'data-all': 'true' } : {})}
      />
    </div>
  )
}

const figureColumn = (group: TrainingGroup, column: Column, links: TableLinks): LineColumn<Row> => ({
  key: column.key,
  title: headOf(column),
  figure: true,
  render: (row) => (
    <span className="x-num">
      <Figure group={group} row={row} column={column} links={links} />
    </span>
  ),
})

function RowName(props: { group: TrainingGroup; row: Row; links: TableLinks; role: number }) {
  const { group, row, links, role } = props
  const { name, drill, level } = row
  if (drill === null) return name
  if (group === 'area' || group === 'manager') return <Link to={links.belowOf(drill)}>{name}</Link>
  const list = noticesPath(role, 'trainingProject')
  const shown = list === null ? name : <Link to={`${list}?id=${drill}`}>{name}</Link>
  return (
    <>
      {shown}
      {level !== '' && <span className="tf-level x-faint x-dense">{labelOf('trainingLevel', level)}</span>}
    </>
  )
}

/** The same rows as pictures. */
export function Pictures({ group, data, links }: TableProps) {
  const panels = panelsOf(group, data)
  if (panels.length === 0) return <Empty text="现在的数字还画不成图，请看表。" />
  const drillOf = new Map(data.table.map(({ key, drill }) => [key, drill]))
  const isArea = group === 'area' || group === 'manager'
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
                const drill = isArea ? (drillOf.get(row) ?? null) : null
                return drill === null ? null : links.belowOf(drill)
              },
            }}
          />
        </section>
      ))}
    </div>
  )
}

/** 口径: what each figure means, by which rule and as of when. */
export function Definitions({ data: { columns, rule, asOf } }: Pick<TableProps, 'data'>) {
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
        <div>
          <dt>规则</dt>
          <dd>{rule.of}；规则改版后重新计算</dd>
        </div>
        <div>
          <dt>数据时间</dt>
          <dd>{fullTime(asOf)}</dd>
        </div>
      </dl>
    </details>
  )
}
