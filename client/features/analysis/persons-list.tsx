import { Link } from 'react-router'
import { useMemo } from 'react'
import type { CountedPersons, Report } from '../../../catalogue/contract/analysis/figures.ts'
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
import { askedOf, cellKeys, usePersons, type Question } from './use-analysis.ts'

type Person = CountedPersons['list'][number]

interface ListProps {
  readonly report: Report
  readonly entry: PageEntry
  readonly question: Question
}

/** The people behind one figure: as many as the figure says. */
export function PersonsList({ report, entry, question }: ListProps) {
  const { of, page, setPage } = useAsked(cellKeys)
  const asked = { ...question, panel: of('panel'), row: of('row'), column: of('column') }
  const answer = usePersons(report, asked, page)
  const back = withQuery(entry.path, askedOf(question))
  return (
    <Loaded answer={answer} failed="名单打开失败" lines={12}>
      {(data) => (
        <>
          <div className="an-list-head">
            <h2>{data.title}</h2>
            <span className="x-soft">
              共 <b className="x-num">{thousands(data.total)}</b> 人，与统计数字一致
            </span>
            <div className="an-list-acts">
              <ExportButton
                title="统计名单"
                list="analysis/persons"
                query={{ report, ...askedOf(asked) }}
                columns={exportColumns(data)}
                total={data.total}
                unit="人"
              />
              <ButtonLink icon="return" to={back}>
                返回统计
              </ButtonLink>
            </div>
          </div>
          <People data={data} stale={answer.isPlaceholderData} />
          {data.total > 0 && <Pager {...data} onPage={setPage} />}
        </>
      )}
    </Loaded>
  )
}

function People({ data, stale }: { data: CountedPersons; stale: boolean }) {
  const columns = useMemo(() => columnsOf(data.columns), [data.columns])
  if (data.list.length === 0) return <Empty text="这个数字背后没有人。" />
  return (
    <LineTable
      label={data.title}
      lines={data.list}
      columns={columns}
      keyOf={({ teacherId }) => String(teacherId)}
      stale={stale}
      testId="counted-person"
    />
  )
}

const columnsOf = (titles: readonly string[]): LineColumn<Person>[] => [
  {
    key: 'name',
    title: '姓名',
    wide: true,
    render: ({ teacherId, name }) => (
      <Link to={documentPath(teacherId)}>
        <Name value={name} />
      </Link>
    ),
  },
  { key: 'institution', title: '单位', render: ({ institution }) => institution },
  ...titles.map((title, index) => ({
    key: String(index),
    title,
    render: ({ values }: Person) => values[index] ?? '',
  })),
]

const exportColumns = ({ columns }: CountedPersons) => [
  { key: 'name', title: '姓名' },
  { key: 'institution', title: '单位' },
  ...columns.map((title, index) => ({ key: `value${index}`, title })),
]
