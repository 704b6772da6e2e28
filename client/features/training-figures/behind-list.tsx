import { useMemo } from 'react'
import { Link } from 'react-router'
import type { TrainingList } from '../../../catalogue/contract/training/figures.ts'
import type { TrainingGroup } from '../../../catalogue/figures/training.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { withQuery } from '../../platform/api/with-query.ts'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { Name } from '../../ui/look/name.tsx'
import { askedOf, useBehind, type Question } from './use-figures.ts'

type Line = TrainingList['list'][number]

interface ListProps {
  readonly entry: PageEntry
  readonly group: TrainingGroup
  readonly question: Question
}

/** What stands behind one number: as many rows as the number says. */
export function BehindList({ entry, group, question }: ListProps) {
  const { of, page, setPage } = useAsked(['row', 'column', 'by'])
  const asked = { ...question, row: of('row'), column: of('column') }
  const answer = useBehind(group, asked, page)
  const back = withQuery(entry.path, { ...askedOf(question), by: of('by') })
  return (
    <Loaded answer={answer} failed="名单没能打开" lines={12}>
      {(data) => (
        <>
          <div className="tf-list-head">
            <h2>{data.title}</h2>
            <span className="x-soft">
              共 <b className="x-num">{thousands(data.total)}</b> {data.unit}，与统计数字一致
            </span>
            <div className="tf-list-acts">
              <ExportButton
                title={data.title}
                list="train/statistics-list"
                query={{ ...askedOf(asked), group_by: group }}
                columns={[
                  { key: 'name', title: '姓名' },
                  { key: 'institution', title: '单位' },
                  ...data.columns.map((title, index) => ({ key: `value${index}`, title })),
                ]}
                total={data.total}
                unit={data.unit}
              />
              <ButtonLink icon="return" to={back}>
                返回统计
              </ButtonLink>
            </div>
          </div>
          <Lines data={data} stale={answer.isPlaceholderData} />
          {data.total > 0 && <Pager {...data} onPage={setPage} />}
        </>
      )}
    </Loaded>
  )
}

function Lines({ data, stale }: { data: TrainingList; stale: boolean }) {
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

const columnsOf = ({ columns, unit }: TrainingList): LineColumn<Line>[] => [
  {
    key: 'name',
    title: unit === '场' ? '课程' : '姓名',
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
  {
    key: 'institution',
    title: unit === '场' ? '地点' : '单位',
    render: ({ institution }) => institution,
  },
  ...columns.map((title, index) => ({
    key: String(index),
    title,
    render: ({ values }: Line) => values[index] ?? '',
  })),
]
