import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type { RecordFigures, RecordsBehind } from '../../../catalogue/contract/analysis/figures.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { documentPath } from '../../engine/archive-path.ts'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { definitionOf } from '../../engine/registry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { withQuery } from '../../platform/api/with-query.ts'
import { thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { Name } from '../../ui/look/name.tsx'
import { Sheet } from './sheet.tsx'
import { askedOf, cellKeys, useRecordFigures, useRecordsBehind } from './use-analysis.ts'
import { aboutRecords } from './words.ts'
import './analysis.css'

/** The page that has figures of records beside those of people. */
export const hasRecords = ({ path }: PageEntry): boolean => path.endsWith('/teacher_Statistics')

/** The type that stands there at first. */
const firstType = 'rewardHonor'

/** What is counted: people, or records of the archives. */
export function CountedTabs({ entry, current }: { entry: PageEntry; current: 'people' | 'records' }) {
  const navigate = useNavigate()
  return (
    <StateTabs
      label="统计什么"
      current={current}
      onSelect={(key) =>
        void navigate(key === 'people' ? entry.path : withQuery(entry.path, { records: firstType }))
      }
      tabs={[
        { key: 'people', label: '教职工' },
        { key: 'records', label: '档案记录' },
      ]}
    />
  )
}

const filterKeys = ['records', 'institution'] as const
type Key = (typeof filterKeys)[number]

/** Records of one type by its dimensions, each figure with its list behind it. */
export function RecordsView({ entry }: { entry: PageEntry }) {
  const asked = useAsked(filterKeys, cellKeys)
  const [search] = useSearchParams()
  const type = asked.of('records')
  const question = askedOf({ records: type, institution: asked.of('institution') })
  const back = withQuery(entry.path, question)
  const isList = search.has('panel')
  return (
    <PageFrame
      title={entry.title}
      crumbs={isList ? [{ label: '档案记录', to: back }, { label: '名单' }] : []}
      note={isList ? undefined : '现行有效的档案记录。每个数字都能打开名单，条数与数字一致。'}
    >
      {isList ? (
        <Behind type={type} back={back} institution={asked.of('institution')} />
      ) : (
        <>
          <CountedTabs entry={entry} current="records" />
          <Figures entry={entry} asked={asked} question={question} />
        </>
      )}
    </PageFrame>
  )
}

const filtersOf = ({ types }: RecordFigures): BarFilter<Key>[] => [
  {
    kind: 'choice',
    key: 'records',
    label: '档案内容',
    options: types.map(({ name, title }) => ({ value: name, label: title })),
  },
  { kind: 'place', key: 'institution', label: '单位' },
]

function Figures(props: {
  entry: PageEntry
  asked: ListRequest<Key>
  question: Readonly<Record<string, string>>
}) {
  const { entry, asked, question } = props
  const answer = useRecordFigures(asked.of('records'), asked.of('institution'))
  const [asTable, setAsTable] = useState(false)
  const links = {
    listOf: (panel: string) => (place: { row: string; column: string }) =>
      withQuery(entry.path, { ...question, panel, row: place.row, column: place.column }),
    belowOf: () => null,
  }
  const choose = (key: Key, value: string) =>
    asked.put({ [key]: key === 'records' ? value || firstType : value })
  return (
    <Loaded answer={answer} failed="统计打开失败" lines={12}>
      {(data) => (
        <>
          <div className="an-filters">
            <FilterBar
              filters={filtersOf(data)}
              asked={{
                of: asked.of,
                isNarrowed: asked.of('institution') !== '',
                clear: () => asked.put({ institution: '' }),
              }}
              onAsk={choose}
            />
            <div className="an-acts">
              <Button icon="table" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
                表
              </Button>
            </div>
          </div>
          <p className="x-soft">
            {data.place.name}共 <b className="x-num">{thousands(data.records)}</b> 条“{data.title}”，
            {data.ownersLabel} <b className="x-num">{thousands(data.owners)}</b>
          </p>
          {data.records === 0 ? (
            <Empty text="这个范围里暂无该记录。" />
          ) : (
            <div
              className={answer.isPlaceholderData ? 'an-sheet x-stale' : 'an-sheet'}
              aria-busy={answer.isPlaceholderData}
              data-testid="record-figures"
            >
              <Sheet about={aboutRecords(data)} panels={data.panels} links={links} asTable={asTable} />
            </div>
          )}
        </>
      )}
    </Loaded>
  )
}

/** The records behind a figure, or their owners: as many as the figure says. */
function Behind({ type, back, institution }: { type: string; back: string; institution: string }) {
  const { of, page, setPage } = useAsked(cellKeys)
  const asked = { institution, panel: of('panel'), row: of('row'), column: of('column') }
  const answer = useRecordsBehind(type, asked, page)
  return (
    <Loaded answer={answer} failed="名单打开失败" lines={12}>
      {(data) => (
        <>
          <div className="an-list-head">
            <h2>{data.title}</h2>
            <span className="x-soft">
              共 <b className="x-num">{thousands(data.total)}</b> {data.unit}，与统计数字一致
            </span>
            <div className="an-list-acts">
              <ButtonLink icon="return" to={back}>
                返回统计
              </ButtonLink>
            </div>
          </div>
          <LineTable
            label={data.title}
            lines={data.list}
            columns={columnsOf(type, data)}
            keyOf={({ id }) => id}
            stale={answer.isPlaceholderData}
            testId="counted-record"
          />
          {data.total > 0 && <Pager {...data} onPage={setPage} />}
        </>
      )}
    </Loaded>
  )
}

type Line = RecordsBehind['list'][number]

/** Where the records of a type stand in somebody’s archive, at one of them where it is named. */
function archivePath(type: string, teacherId: number, id: string | null): string {
  const archive = definitionOf(type)?.archive
  return documentPath(teacherId, {
    ...(archive && { archive }),
    section: type,
    ...(id !== null && { id }),
  })
}

/** Owners, and what the list of the type shows; a record opens where it stands in the archive. */
const columnsOf = (type: string, { columns, teachers, unit }: RecordsBehind): LineColumn<Line>[] => [
  {
    key: 'owner',
    title: teachers ? '姓名' : '单位',
    wide: true,
    render: ({ id, ownerId, owner }) =>
      teachers ? (
        <Link to={archivePath(type, ownerId, unit === '条' ? id : null)}>
          <Name value={owner} />
        </Link>
      ) : (
        owner
      ),
  },
  { key: 'institution', title: teachers ? '单位' : '上级', render: ({ institution }) => institution },
  ...columns.map((title, index) => ({
    key: String(index),
    title,
    render: ({ values }: Line) => values[index] ?? '',
  })),
]
