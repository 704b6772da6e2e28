import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AppCentre, CentreApp } from '../../../catalogue/contract/portal/app-centre.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs, type StateTab } from '../../ui/layout/state-tabs.tsx'
import { AppRow, type RowActs } from './app-row.tsx'
import { AskPanel, Maintenance, Recents } from './aside.tsx'
import { Favourites } from './favourites.tsx'
import { RequestList } from './request-list.tsx'
import { useAppActs, useCentre } from './use-apps.ts'
import { isCalled } from './words.ts'
import './apps.css'

type Tab = 'all' | 'use' | 'ask' | 'own' | 'requests'
const isTab = (word: string | null): word is Tab =>
  word !== null && ['all', 'use', 'ask', 'own', 'requests'].includes(word)

const isOffered = ({ standing }: CentreApp): boolean => standing !== 'use'

/** The application centre; at the address of 我的应用 it shows what may be used and nothing else. */
export function AppsPage({ entry }: { entry: PageEntry }) {
  const mine = entry.path.endsWith('/wdyy')
  const [search, setSearch] = useSearchParams()
  const tab = tabOf(mine, search.get('tab'))
  const answer = useCentre()
  const role = useSession()?.role ?? 2
  const { usable, offered } = countsOf(answer.data)
  return (
    <PageFrame
      title={entry.title}
      note={mine ? `${usable} 个应用` : `可使用 ${usable} 个，可申请 ${offered} 个`}
    >
      {!mine && (
        <StateTabs
          label="应用"
          tabs={tabsOf(role, answer.data)}
          current={tab}
          onSelect={(key) => setSearch(key === 'all' ? {} : { tab: key })}
        />
      )}
      {tab === 'own' || tab === 'requests' ? (
        <RequestList key={tab} of={tab === 'own' ? 'own' : 'office'} />
      ) : (
        <Loaded answer={answer} failed="应用打开失败" lines={10}>
          {(centre) => <Centre centre={centre} tab={tab} role={role} />}
        </Loaded>
      )}
    </PageFrame>
  )
}

function tabOf(mine: boolean, given: string | null): Tab {
  if (mine) return 'use'
  return isTab(given) ? given : 'all'
}

function countsOf(centre: AppCentre | undefined) {
  const all = centre?.apps ?? []
  const offered = all.filter(isOffered).length
  return { usable: all.length - offered, offered }
}

/** Offices have the requests of their people beside their own. */
function tabsOf(role: RowActs['role'], centre: AppCentre | undefined): readonly StateTab<Tab>[] {
  const { usable, offered } = countsOf(centre)
  const office: readonly StateTab<Tab>[] =
    role === 2 ? [] : [{ key: 'requests', label: '授权管理', count: centre?.waiting ?? 0 }]
  return [
    { key: 'all', label: '全部', count: usable + offered },
    { key: 'use', label: '可使用', count: usable },
    { key: 'ask', label: '可申请', count: offered },
    { key: 'own', label: '我的申请' },
    ...office,
  ]
}

/** Stars, asking and taking back, as the rows call them. */
function useRowActs(centre: AppCentre, role: RowActs['role'], onAsk: RowActs['onAsk']): RowActs {
  const { favour, decide } = useAppActs()
  const kept = new Set(centre.favourites)
  const failed = (error: unknown) => notify.error(sentenceOf(error))
  return {
    role,
    onAsk,
    isFavourite: (id) => kept.has(id),
    onStar: (id) =>
      favour.mutate(
        kept.has(id) ? centre.favourites.filter((one) => one !== id) : [...centre.favourites, id],
        { onError: failed },
      ),
    onWithdraw: ({ request }) => {
      if (request === null) return
      decide.mutate(
        { id: request, verb: 'withdraw' },
        { onError: failed, onSuccess: () => notify.success('已撤回申请') },
      )
    },
  }
}

function Centre({ centre, tab, role }: { centre: AppCentre; tab: Tab; role: RowActs['role'] }) {
  const [typed, setTyped] = useState('')
  const [asking, setAsking] = useState<CentreApp | null>(null)
  const { favour } = useAppActs()
  const acts = useRowActs(centre, role, setAsking)
  const byId = new Map(centre.apps.map((app) => [app.id, app]))
  const pinned = centre.apps.filter(({ pinnedBy }) => pinnedBy !== null)
  const hidden = new Set(pinned.map(({ id }) => id))
  const shown = centre.apps
    .filter((app) => tab === 'all' || isOffered(app) === (tab === 'ask'))
    .filter((app) => isCalled(app, typed))
  return (
    <div className="app-centre">
      <div className="app-main">
        {tab !== 'ask' && (
          <Favourites
            pinned={pinned}
            own={centre.favourites.flatMap((id) => (hidden.has(id) ? [] : (byId.get(id) ?? [])))}
            role={role}
            onOrder={(ids) =>
              favour.mutate([...centre.favourites.filter((id) => hidden.has(id)), ...ids], {
                onError: (error) => notify.error(sentenceOf(error)),
              })
            }
          />
        )}
        <div className="app-search">
          <TextField label="应用名称、拼音或用途" value={typed} onChange={setTyped} maxLength={30} />
        </div>
        {shown.length === 0 ? (
          <Nothing typed={typed} onClear={() => setTyped('')} />
        ) : (
          <Groups apps={shown} asking={asking} acts={acts} />
        )}
      </div>
      <div className="app-aside">
        {asking && (
          <AskPanel key={asking.id} app={asking} decides={centre.decides} onClose={() => setAsking(null)} />
        )}
        <Recents centre={centre} role={role} />
        <Maintenance apps={centre.apps} />
      </div>
    </div>
  )
}

function Nothing({ typed, onClear }: { typed: string; onClear: () => void }) {
  return typed === '' ? (
    <Empty text="暂无向您开放的应用。需要使用时，请联系本单位或教育局。" />
  ) : (
    <Empty
      text={`没有名称、拼音或用途含有“${typed}”的应用。`}
      action={<Button onClick={onClear}>查看全部</Button>}
    />
  )
}

/** The apps by category, in the order of the first of each. */
function Groups({
  apps,
  asking,
  acts,
}: {
  apps: readonly CentreApp[]
  asking: CentreApp | null
  acts: RowActs
}) {
  const groups = [...Map.groupBy(apps, ({ category }) => category)].toSorted(([a], [b]) => a.localeCompare(b))
  return (
    <div className="app-groups">
      {groups.map(([category, members]) => (
        <section key={category} aria-label={labelOf('appCategory', category)}>
          <h2 className="app-group-head">
            {labelOf('appCategory', category)}
            <span className="x-faint x-dense">{members.length} 个</span>
          </h2>
          <ul className="app-rows">
            {members.map((app) => (
              <AppRow key={app.id} app={app} marked={asking?.id === app.id} acts={acts} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
