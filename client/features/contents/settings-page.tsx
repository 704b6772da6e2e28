import { useSearchParams } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { TabRow } from '../../engine/pages/type-tabs.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ContentList } from './content-list.tsx'
import { HostsPanel } from './hosts-panel.tsx'
import { OpenedContent } from './opened-content.tsx'
import { ownRoutes } from './paths.ts'
import { UploadsPanel } from './uploads-panel.tsx'

const path = '/appCore/uppage'
const withOwn = new Set(Object.values(ownRoutes))
const types = (Object.keys(contents) as ContentName[]).filter((name) => !withOwn.has(name))
const tabOf = (key: ContentName) => ({ key: key as string, label: contents[key].title })
const isSite = (name: ContentName): boolean => contents[name].writers.every((role) => role === 1)

/** Settings of which there is one come first; what offices write, too, are columns of the portal. */
const groups = [
  {
    key: 'site',
    label: '站点',
    tabs: [
      ...types.filter((name) => isSite(name) && contents[name].single),
      ...types.filter((name) => isSite(name) && !contents[name].single),
    ].map(tabOf),
  },
  { key: 'columns', label: '栏目', tabs: types.filter((name) => !isSite(name)).map(tabOf) },
  {
    key: 'files',
    label: '文件',
    tabs: [
      { key: 'uploads', label: '上传的文件' },
      { key: 'hosts', label: '外链名单' },
    ],
  },
] as const
const tabs = groups.flatMap((group) => group.tabs)
const firstOf = (key: string): string => groups.find((group) => group.key === key)?.tabs[0]?.key ?? 'uploads'

/**
 * What the portal shows beside links, banners and teachers: the site's configuration and its pages, the
 * columns that offices write, files and the list of hosts.
 */
export function SettingsPage({ title }: { title: string }) {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ key }) => key === search.get('tab'))?.key ?? firstOf('site')
  const type = types.find((name) => name === tab)
  const id = Number(search.get('id'))
  const one = Number.isInteger(id) && id > 0 ? id : null
  const isNew = search.get('new') === '1'
  if (type && (one !== null || isNew))
    return (
      <OpenedContent
        type={type}
        id={one}
        list={listOf(type)}
        crumbs={[
          { label: title, to: path },
          { label: contents[type].title, to: listOf(type) },
        ]}
        address={(made) => `${listOf(type)}&id=${made}`}
      />
    )
  return (
    <PageFrame title={title} actions={type && !contents[type].single && <AddLink type={type} />}>
      <SettingTabs current={tab} onSelect={(key) => setSearch({ tab: key })} />
      {tab === 'uploads' && <UploadsPanel />}
      {tab === 'hosts' && <HostsPanel />}
      {type && <ContentList key={type} type={type} editPath={path} keep={{ tab: type }} />}
    </PageFrame>
  )
}

function SettingTabs({ current, onSelect }: { current: string; onSelect: (key: string) => void }) {
  const group = groups.find((one) => one.tabs.some(({ key }) => key === current)) ?? groups[0]
  return (
    <>
      <TabRow
        tabs={groups.map(({ key, label }) => ({ key, label, count: null }))}
        current={group.key}
        unit=""
        onSelect={(key) => onSelect(firstOf(key))}
      />
      <StateTabs label={group.label} tabs={group.tabs} current={current} onSelect={onSelect} />
    </>
  )
}

const listOf = (type: ContentName): string => `${path}?tab=${type}`

function AddLink({ type }: { type: ContentName }) {
  return (
    <ButtonLink to={`${listOf(type)}&new=1`} look="primary" icon="add">
      新增{contents[type].title}
    </ButtonLink>
  )
}
