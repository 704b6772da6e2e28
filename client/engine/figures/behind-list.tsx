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

/** Heads of the first two columns of a list: who, and where. */
export type ListHeads = readonly [who: string, where: string]
export const ofPeople: ListHeads = ['姓名', '单位']

interface BehindListProps {
  readonly data: FigureList
  readonly stale: boolean
  readonly onPage: (page: number) => void
  /** The address of the table. */
  readonly back: string
  readonly heads: ListHeads
  /** The button by which the list is taken out. */
  readonly taken: ReactNode
}

/** What stands behind one number: as many rows as the number says. */
export function BehindList({ data, stale, onPage, back, heads, taken }: BehindListProps) {
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
      <Lines data={data} stale={stale} heads={heads} />
      {data.total > 0 && <Pager {...data} onPage={onPage} />}
    </>
  )
}

function Lines({ data, stale, heads }: Pick<BehindListProps, 'data' | 'stale' | 'heads'>) {
  const columns = useMemo(() => columnsOf(data, heads), [data, heads])
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

const columnsOf = ({ columns }: FigureList, [who, where]: ListHeads): LineColumn<Line>[] => [
  {
    key: 'name',
    title: who,
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
  { key: 'institution', title: where, render: ({ institution }) => institution },
  ...columns.map((title, index) => ({
    key: String(index),
    title,
    render: ({ values }: Line) => values[index] ?? '',
  })),
]

/** The columns of such a list as they are taken out. */
export const columnsTaken = ({ columns }: FigureList, [who, where]: ListHeads) => [
  { key: 'name', title: who },
  { key: 'institution', title: where },
  ...columns.map((title, index) => ({ key: `value${index}`, title })),
]
