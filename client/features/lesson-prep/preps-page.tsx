import { Link, useSearchParams } from 'react-router'
import { prepStates, prepViews, type PrepLine, type PrepView } from '../../../catalogue/contract/preps.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useAsked } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ArrangePage } from './arrange-page.tsx'
import { PrepPage } from './prep-page.tsx'
import { usePreps } from './use-preps.ts'
import { aboutText, isLate, thisDay, weekText } from './words.ts'
import '../../ui/forms/labelled.css'
import './lesson-prep.css'

/** 本校备课: the lessons of the school by week, a new one (`?new=1`), one of them (`?id=`). */
export function PrepsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id !== null) return <PrepPage key={id} entry={entry} id={id} />
  return search.has('new') ? <ArrangePage entry={entry} /> : <PrepList entry={entry} />
}

const tabs: readonly { readonly key: PrepView; readonly label: string }[] = [
  { key: 'all', label: '本校全部' },
  { key: 'main', label: '我主备' },
  { key: 'asked', label: '待我研讨' },
]

const emptyTexts: Readonly<Record<PrepView, string>> = {
  all: '本校暂无备课。由一人主备，写好初备后请大家研讨。',
  main: '您暂无主备的备课。',
  asked: '没有待您研讨的备课。',
}

function PrepList({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['view', 'subject', 'week'])
  const view = prepViews.find((one) => one === asked.of('view')) ?? 'all'
  const narrowed = { subject: asked.of('subject'), week: asked.of('week') }
  const answer = usePreps({ view, page: asked.page, ...narrowed })
  const isNarrowed = narrowed.subject !== '' || narrowed.week !== ''
  const begin = (
    <ButtonLink to={`${entry.path}?new=1`} look="primary" icon="add">
      新增备课
    </ButtonLink>
  )
  return (
    <PageFrame title={entry.title} actions={begin}>
      <StateTabs
        label={entry.title}
        tabs={tabs}
        current={view}
        onSelect={(key) => asked.put({ view: key === 'all' ? '' : key })}
      />
      <div className="x-filters">
        <label>
          学科
          <select value={narrowed.subject} onChange={({ target }) => asked.put({ subject: target.value })}>
            <option value="">全部学科</option>
            {selectable('subject').map(({ code, label }) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          哪一周（选其中任一天）
          <input
            type="date"
            value={narrowed.week}
            onChange={({ target }) => asked.put({ week: target.value })}
          />
        </label>
        {isNarrowed && <Button onClick={() => asked.put({ subject: '', week: '' })}>清除筛选</Button>}
      </div>
      <Loaded answer={answer} failed="备课打开失败" lines={6}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty text={isNarrowed ? '没有符合条件的备课。' : emptyTexts[view]} />
          ) : (
            <>
              <LineTable
                label="备课"
                lines={data.list}
                columns={columnsOf(entry.path)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="prep-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

const columnsOf = (path: string): readonly LineColumn<PrepLine>[] => [
  {
    key: 'title',
    title: '课题',
    wide: true,
    render: (line) => (
      <span className="prep-title">
        <Link to={`${path}?id=${line.id}`}>{line.title}</Link>
        <span className="x-faint x-dense">{aboutText(line)}</span>
      </span>
    ),
  },
  { key: 'week', title: '上课周', render: ({ week }) => <span className="x-num">{weekText(week)}</span> },
  { key: 'main', title: '主备', render: ({ main }) => main.name },
  {
    key: 'state',
    title: '进度',
    render: (line) => (
      <>
        {prepStates[line.state]}
        {isLate(line, thisDay()) && <span className="prep-late">　已到上课周</span>}
      </>
    ),
  },
  { key: 'open', title: '待处理批注', figure: true, render: ({ open }) => (open === 0 ? '–' : open) },
  {
    key: 'adapted',
    title: '取用人数',
    figure: true,
    render: ({ adapted }) => (adapted === 0 ? '–' : adapted),
  },
]
