import { Link, useSearchParams } from 'react-router'
import { needStates, type NeedLine } from '../../../../catalogue/contract/support-needs.ts'
import { dictionary, labelOf, type DictName } from '../../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { casesPath } from '../../../../catalogue/processes/paths.ts'
import { ExportButton } from '../../../engine/exports/export-button.tsx'
import { FilterBar } from '../../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../../engine/list/use-asked.ts'
import { PageTabs } from '../../../engine/process/page-tabs.tsx'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useSession } from '../../../platform/session/session.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { NeedPart } from './need-part.tsx'
import { useNeeds } from './use-needs.ts'
import { NeedMark } from './words.tsx'
import '../support.css'

/** 需求: what supported institutions ask for, and one of them with its offers. */
export function SupportNeedsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('need')
  const [opening] = entry.tabs ?? []
  return (
    <PageFrame
      title={entry.title}
      note="需求由受援方先提出；结对单位先看到，10 个工作日后本市的支援单位也能响应"
    >
      <PageTabs entry={entry} current="needs" first={opening?.key ?? ''} />
      {id === null ? <NeedList entry={entry} /> : <NeedPart key={id} entry={entry} id={id} />}
    </PageFrame>
  )
}

const keys = ['q', 'kind', 'stage', 'subject', 'state', 'whose'] as const
const choices = (name: DictName) =>
  dictionary(name)
    .items.filter(({ selectable }) => selectable)
    .map(({ code, label }) => ({ value: code, label }))
const states = [
  { value: 'open', label: '还差的（待响应、部分满足）' },
  ...Object.entries(needStates).map(([value, label]) => ({ value, label })),
]
const whose = [
  { value: 'own', label: '本单位提出的' },
  { value: 'partners', label: '结对单位的' },
  { value: 'others', label: '其他单位的' },
]

type NeedRequest = ListRequest<(typeof keys)[number]>

const filled = (filter: NeedRequest['filter']) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))

function NeedList({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const query = filled(asked.filter)
  const answer = useNeeds({ ...query, page: asked.page, pageSize: 20 })
  return (
    <>
      <FilterBar
        search={{ key: 'q', label: '需求或单位', hint: '需求、受援单位' }}
        filters={[
          { kind: 'choice', key: 'state', label: '状态', options: states },
          { kind: 'choice', key: 'whose', label: '谁的', options: whose },
          { kind: 'choice', key: 'kind', label: '类别', options: choices('supportNeedKind') },
          { kind: 'choice', key: 'stage', label: '学段', options: choices('schoolStage') },
          { kind: 'choice', key: 'subject', label: '学科', options: choices('subject') },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title="帮扶需求"
          list="supportNeeds"
          query={query}
          columns={exported}
          total={answer.data?.total}
          unit="项"
        />
      </FilterBar>
      <Loaded answer={answer} failed="帮扶需求打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <NoNeeds asked={asked} />
          ) : (
            <>
              <LineTable
                label="帮扶需求"
                lines={data.list}
                columns={columnsOf(entry)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="support-need"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function NoNeeds({ asked }: { asked: NeedRequest }) {
  const role = useSession()?.role ?? 0
  if (asked.isNarrowed)
    return <Empty text="没有符合条件的需求。" action={<Button onClick={asked.clear}>清除条件</Button>} />
  const own = role === 3 || role === 4 ? casesPath(role, 'supportNeed') : null
  return (
    <Empty
      text={own === null ? '范围内暂无提出的需求。' : '暂无需求。缺教师、想请人上课，可以先提出来。'}
      {...(own !== null && { action: <ButtonLink to={own}>提出需求</ButtonLink> })}
    />
  )
}

/** What the file has of a need, as the server names it. */
const exported = [
  { key: 'title', title: '需求' },
  { key: 'kind', title: '类别' },
  { key: 'owner', title: '受援方' },
  { key: 'stage', title: '学段' },
  { key: 'subject', title: '学科' },
  { key: 'places', title: '需要' },
  { key: 'taken', title: '已有' },
  { key: 'state', title: '状态' },
  { key: 'startOn', title: '从' },
  { key: 'endOn', title: '到' },
]

const columnsOf = (entry: PageEntry): LineColumn<NeedLine>[] => [
  {
    key: 'title',
    title: '需求',
    wide: true,
    render: ({ id, title, isPartners }) => (
      <>
        <Link to={`${entry.path}?tab=needs&need=${id}`}>{title}</Link>
        {isPartners && <span className="xr-tag support-tag">结对</span>}
      </>
    ),
  },
  { key: 'kind', title: '类别', render: ({ kind }) => labelOf('supportNeedKind', kind) },
  { key: 'owner', title: '受援方', render: ({ owner, isOwn }) => (isOwn ? '本单位' : owner) },
  {
    key: 'subject',
    title: '学段学科',
    render: ({ stage, subject }) =>
      [
        stage === null ? '' : labelOf('schoolStage', stage),
        subject === null ? '' : labelOf('subject', subject),
      ].join(' '),
  },
  {
    key: 'days',
    title: '时间',
    render: ({ startOn, endOn }) => <span className="x-num">{`${startOn} 至 ${endOn}`}</span>,
  },
  {
    key: 'places',
    title: '已有/需要',
    figure: true,
    render: ({ taken, places }) => <span className="x-num">{`${taken}/${places}`}</span>,
  },
  { key: 'state', title: '状态', render: (need) => <NeedMark need={need} /> },
]
