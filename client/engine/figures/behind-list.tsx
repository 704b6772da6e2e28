import { useMemo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { FigureList } from '../../../catalogue/contract/figure-table.ts'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Name } from '../../ui/look/name.tsx'
import { documentPath } from '../archive-path.ts'
import './figures.css'

type Line = FigureList['list'][number]

interface BehindListProps {
  readonly data: FigureList
  readonly stale: boolean
  readonly onPage: (page: number) => void
  /** The address of the table. */
  readonly back: string
  /** The button by which the list is taken out. */
  readonly taken: ReactNode
}

/** What stands behind one number: as many rows as the number says. */
export function BehindList({ data, stale, onPage, back, taken }: BehindListProps) {
  return (
    <>
      <div className="tf-list-head">
        <h2>{data.title}</h2>
        <span className="x-soft">
          共 <b className="x-num">{thousands(data.total)}</b> {data.unit}，与统计数字一致
        </span>
        <div className="tf-list-acts">
          {taken}
          <ButtonLink icon="return" to={back}>
            返回统计
          </ButtonLink>
        </div>
      </div>
      <Lines data={data} stale={stale} />
      {data.total > 0 && <Pager {...data} onPage={onPage} />}
    </>
  )
}

function Lines({ data, stale }: Pick<BehindListProps, 'data' | 'stale'>) {
  const columns = useMemo(() => columnsOf(data), [data])
  if (data.list.length === 0) return <Empty text="这个数字背后没有记录。" />
  return (
    <div className="tf-scroll">
      <LineTable
        label={data.title}
        lines={data.list}
        columns={columns}
        keyOf={({ key }) => key}
        stale={stale}
        testId="behind-line"
      />
    </div>
  )
}

const columnsOf = ({ heads }: FigureList): LineColumn<Line>[] => [
  {
    key: 'name',
    title: heads.name,
    wide: true,
    render: ({ teacherId, name }) =>
      teacherId === null ? (
        name
      ) : (
        <Link to={documentPath(teacherId)}>
          <Name value={name} />
        </Link>
      ),
  },
  { key: 'institution', title: heads.institution, render: ({ institution }) => institution },
  ...heads.values.map((title, index) => ({
    key: String(index),
    title,
    render: ({ values }: Line) => values[index] ?? '',
  })),
]

/** The columns of such a list as they are taken out. */
export const columnsTaken = ({ heads }: FigureList) => [
  { key: 'name', title: heads.name },
  { key: 'institution', title: heads.institution },
  ...heads.values.map((title, index) => ({ key: `value${index}`, title })),
]
