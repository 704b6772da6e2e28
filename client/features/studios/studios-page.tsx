import { Link, useSearchParams } from 'react-router'
import type { StudioLine } from '../../../catalogue/contract/teaching/studios.ts'
import { dictionary, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { lightLabels, type Light } from '../../../catalogue/teaching/studio-lights.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { QuotaPart } from './quota-part.tsx'
import { StudioPage } from './studio-page.tsx'
import { useStudios } from './use-studios.ts'
import { LightMark, studioStateText } from './words.tsx'
import './studios.css'

const first = 'running'

/** 名师工作室 of an office: those that run or are over, and the page of one. */
export function StudiosPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const role = useSession()?.role ?? 0
  const id = search.get('studio')
  const over = search.get('tab') === 'over'
  if (id !== null) return <StudioPage key={id} entry={entry} id={id} />
  return (
    <PageFrame title={entry.title} note="完成数由平台从活动、听课表、档案和资源里数">
      <PageTabs entry={entry} current={over ? 'over' : first} first={first} />
      <StudioList key={String(over)} entry={entry} over={over} />
      {!over && role >= 5 && <QuotaPart />}
    </PageFrame>
  )
}

const keys = ['q', 'level', 'kind', 'subject', 'light'] as const
const choices = (name: 'studioLevel' | 'studioKind' | 'subject') =>
  dictionary(name).items.map(({ code, label }) => ({ value: code, label }))
const lights = [
  { value: 'late', label: '要追的（偏慢、落后、逾期）' },
  ...Object.entries(lightLabels).map(([value, label]) => ({ value, label })),
]

function StudioList({ entry, over }: { entry: PageEntry; over: boolean }) {
  const asked = useAsked(keys)
  const { page, filter } = asked
  const answer = useStudios({ ...filter, page, pageSize: 20, ...(over && { over: '1' }) })
  return (
    <>
      <FilterBar
        search={{ key: 'q', label: '名称或主持人', hint: '名称、姓名或拼音' }}
        filters={[
          { kind: 'choice', key: 'level', label: '级别', options: choices('studioLevel') },
          { kind: 'choice', key: 'kind', label: '类别', options: choices('studioKind') },
          { kind: 'choice', key: 'subject', label: '学科', options: choices('subject') },
          { kind: 'choice', key: 'light', label: '任务', options: lights },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title="名师工作室"
          list="studios"
          query={{ ...filter, ...(over && { over: '1' }) }}
          columns={exported}
          total={answer.data?.total}
          unit="个"
        />
      </FilterBar>
      <Loaded answer={answer} failed="工作室打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={
                asked.isNarrowed ? '没有符合条件的工作室。' : over ? '暂无结束的工作室。' : '暂无工作室。'
              }
              action={
                asked.isNarrowed ? (
                  <Button onClick={asked.clear}>清除条件</Button>
                ) : (
                  <ButtonLink to={`${entry.path}?tab=studio`}>看申报</ButtonLink>
                )
              }
            />
          ) : (
            <>
              <LineTable
                label={entry.title}
                lines={data.list}
                columns={columnsOf(entry)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="studio"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** What the file has of a studio, as the server names it. */
const exported = [
  { key: 'name', title: '工作室' },
  { key: 'level', title: '级别' },
  { key: 'kind', title: '类别' },
  { key: 'subject', title: '学科' },
  { key: 'host', title: '主持人' },
  { key: 'institution', title: '依托单位' },
  { key: 'members', title: '入室学员' },
  { key: 'capacity', title: '名额' },
  ...Object.entries(lightLabels).map(([light, title]) => ({ key: `lights.${light}`, title })),
  { key: 'state', title: '状态' },
  { key: 'period', title: '周期止' },
  { key: 'result', title: '最近考核' },
]

const order: readonly Light[] = ['overdue', 'behind', 'slow', 'onTime', 'done']

function Lights({ line: { lights: many } }: { line: StudioLine }) {
  const shown = order.filter((light) => (many[light] ?? 0) > 0)
  if (shown.length === 0) return '没有任务'
  return (
    <span className="studio-lights">
      {shown.map((light) => (
        <LightMark key={light} light={light} many={many[light] ?? 0} />
      ))}
    </span>
  )
}

const columnsOf = (entry: PageEntry): LineColumn<StudioLine>[] => [
  {
    key: 'name',
    title: '工作室',
    wide: true,
    render: ({ id, name }) => <Link to={`${entry.path}?studio=${id}`}>{name}</Link>,
  },
  { key: 'level', title: '级别', render: ({ level }) => labelOf('studioLevel', level) },
  { key: 'kind', title: '类别', render: ({ kind }) => labelOf('studioKind', kind) },
  { key: 'host', title: '主持人', render: ({ host }) => host },
  { key: 'institution', title: '依托单位', render: ({ institution }) => institution },
  {
    key: 'members',
    title: '成员',
    figure: true,
    render: ({ members, capacity }) => (
      <span className="x-num">
        {members} / {capacity}
      </span>
    ),
  },
  { key: 'lights', title: '年度任务', render: (line) => <Lights line={line} /> },
  { key: 'state', title: '状态', render: ({ state }) => studioStateText(state) },
  { key: 'period', title: '周期止', render: ({ periodEnd }) => periodEnd },
  {
    key: 'result',
    title: '最近考核',
    render: ({ lastResult }) => (lastResult === null ? '' : labelOf('annualResult', lastResult)),
  },
]
