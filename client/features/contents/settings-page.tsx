import { useSearchParams } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ContentList } from './content-list.tsx'
import { HostsPanel } from './hosts-panel.tsx'
import { OpenedContent } from './opened-content.tsx'
import { ownRoutes } from './paths.ts'
import { UploadsPanel } from './uploads-panel.tsx'

const path = '/appCore/uppage'
const withOwn = new Set(Object.values(ownRoutes))
const types = (Object.keys(contents) as ContentName[]).filter((name) => !withOwn.has(name)).toReversed()
const tabs = [
  { key: 'uploads', label: '上传的文件' },
  ...types.map((key) => ({ key, label: contents[key].title })),
  { key: 'hosts', label: '外链名单' },
]

/**
 * What the portal shows beside links, banners and teachers: files, the site's configuration, pages, the list
 * of hosts.
 */
export function SettingsPage({ title }: { title: string }) {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ key }) => key === search.get('tab'))?.key ?? 'uploads'
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
      <StateTabs label="页面设置" tabs={tabs} current={tab} onSelect={(key) => setSearch({ tab: key })} />
      {tab === 'uploads' && <UploadsPanel />}
      {tab === 'hosts' && <HostsPanel />}
      {type && <ContentList key={type} type={type} editPath={path} keep={{ tab: type }} />}
    </PageFrame>
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
