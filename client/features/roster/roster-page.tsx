import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { RosterApp } from '../../../catalogue/contract/administration/roster.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { DeliveriesPanel } from './deliveries-panel.tsx'
import { FeedForm } from './feed-form.tsx'
import { HookForm } from './hook-form.tsx'
import { secretShown } from './secret-shown.ts'
import { TryPanel } from './try-panel.tsx'
import { useRoster } from './use-roster.ts'
import './roster.css'

/** Which apps are told of who works where, and what became of it; one of them is looked at below the list. */
export function RosterPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const answer = useRoster()
  useEffect(() => () => secretShown.set(null), [])
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
      <Loaded answer={answer} failed="数据同步没能打开" lines={6}>
        {(list) =>
          list.length === 0 ? (
            <Empty
              text="还没有应用。先新增应用，再登记向它提供名册的约定。"
              action={<ButtonLink to="/appCore/apps">应用管理</ButtonLink>}
            />
          ) : (
            <>
              <LineTable
                label="应用的数据同步"
                lines={list}
                columns={columnsOf((app) => setSearch({ app }))}
                keyOf={({ app }) => app}
                stale={false}
                testId="roster-app"
              />
              <Chosen one={list.find(({ app }) => app === search.get('app'))} />
            </>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function Chosen({ one }: { one: RosterApp | undefined }) {
  if (!one) return null
  return (
    <div className="roster-chosen" key={one.app}>
      <FeedForm key={`feed ${one.app} ${one.feed?.version ?? 0}`} one={one} />
      {one.feed && <HookForm key={`hook ${one.app} ${one.hook?.version ?? 0}`} one={one} />}
      {one.hook && <TryPanel key={`try ${one.app}`} app={one.app} />}
      {one.hook && <DeliveriesPanel key={`sent ${one.app}`} one={one} hook={one.hook} />}
    </div>
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

const columnsOf = (onOpen: (app: string) => void): readonly LineColumn<RosterApp>[] => [
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
      <Button look="text" onClick={() => onOpen(app)}>
        {feed === null ? '登记' : '查看'}
        <span className="x-hidden">{name}</span>
      </Button>
    ),
  },
]
