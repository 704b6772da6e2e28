import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { RosterApp } from '../../../catalogue/contract/administration/roster.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { FeedForm } from './feed-form.tsx'
import { HookForm } from './hook-form.tsx'
import { secretShown } from './secret-shown.ts'
import { TryPanel } from './try-panel.tsx'
import { useRoster } from './use-roster.ts'
import './roster.css'

/** Which apps are told of who works where; with `?app=33` one of them, and what became of it. */
export function RosterPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const app = search.get('app')
  const answer = useRoster()
  return (
    <Loaded answer={answer} failed="数据同步打开失败" lines={6}>
      {(list) => {
        const one = list.find((line) => line.app === app)
        return one ? <OneApp key={one.app} entry={entry} one={one} /> : <AllApps entry={entry} list={list} />
      }}
    </Loaded>
  )
}

function AllApps({ entry, list }: { entry: PageEntry; list: readonly RosterApp[] }) {
  return (
    <PageFrame
      title={entry.title}
      note="按约定向其他系统提供名册，并在有变更时通知它们；身份证件号从不提供"
      actions={
        <a className="x-button" href="/api/docs">
          接口文档
        </a>
      }
    >
      {list.length === 0 ? (
        <Empty
          text="暂无应用。先新增应用，再登记向它提供名册的约定。"
          action={<ButtonLink to="/appCore/apps">应用管理</ButtonLink>}
        />
      ) : (
        <LineTable
          label="应用的数据同步"
          lines={list}
          columns={columnsOf(entry.path)}
          keyOf={({ app }) => app}
          stale={false}
          testId="roster-app"
        />
      )}
    </PageFrame>
  )
}

function OneApp({ entry, one }: { entry: PageEntry; one: RosterApp }) {
  useEffect(() => () => secretShown.set(null), [])
  const { app, name, feed, hook } = one
  return (
    <PageFrame
      title={name}
      crumbs={[{ label: entry.title, to: entry.path }, { label: name }]}
      note={hook ? hookState(one) : feedState(one)}
    >
      <div className="roster-chosen">
        <FeedForm key={`feed ${feed?.version ?? 0}`} one={one} />
        {feed && <HookForm key={`hook ${hook?.version ?? 0}`} one={one} />}
        {hook && <TryPanel app={app} />}
        {hook && <DeliveriesPanel one={one} hook={hook} />}
      </div>
    </PageFrame>
  )
}

function feedState({ feed, appEnabled }: RosterApp): string {
  if (feed === null) return '没有约定'
  if (!appEnabled) return '应用已停用'
  if (!feed.enabled) return '已停用'
  return `有效至 ${feed.until}`
}

function hookState({ hook }: RosterApp): string {
  if (hook === null) return '没有设置'
  if (!hook.enabled) return '已停用'
  if (hook.pausedUntil !== null) return `暂停到 ${listTime(hook.pausedUntil)}`
  return hook.dead > 0 ? `${hook.dead} 条没有送达` : '正常'
}

const columnsOf = (path: string): readonly LineColumn<RosterApp>[] => [
  { key: 'name', title: '应用', wide: true, render: ({ name }) => <b>{name}</b> },
  { key: 'feed', title: '约定', render: feedState },
  { key: 'place', title: '范围', render: ({ feed }) => feed?.placeName ?? '—' },
  {
    key: 'read',
    title: '最近读取',
    render: ({ lastReadAt }) => (lastReadAt === null ? '没有' : listTime(lastReadAt)),
  },
  { key: 'hook', title: '变更通知', render: hookState },
  {
    key: 'ok',
    title: '最近送达',
    render: ({ hook }) => (hook?.lastOkAt ? listTime(hook.lastOkAt) : '没有'),
  },
  { key: 'waiting', title: '等待', figure: true, render: ({ hook }) => hook?.waiting ?? 0 },
  {
    key: 'acts',
    title: '操作',
    render: ({ app, name, feed }) => (
      <Link to={`${path}?app=${encodeURIComponent(app)}`}>
        {feed === null ? '登记' : '查看'}
        <span className="x-hidden">{name}</span>
      </Link>
    ),
  },
]
