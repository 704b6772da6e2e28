import { Navigate, useSearchParams } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import type { ContentName } from '../../../catalogue/contents/define.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ContentList } from './content-list.tsx'
import { OpenedContent } from './opened-content.tsx'
import { ContentUndo } from './review/undo.tsx'
import './contents.css'

const isContent = (name: string): name is ContentName => Object.hasOwn(contents, name)

/**
 * Where offices decide about one type of content, which the route names: what waits for them, what they may
 * take down, and one of it (`?id=`).
 */
export function ReviewDeskPage({ entry: { path, title, feature } }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  if (!isContent(feature)) return null
  const list = `${path}?tab=${feature}&queue=mine`
  const id = Number(search.get('id'))
  if (Number.isInteger(id) && id > 0)
    return (
      <OpenedContent
        type={feature}
        id={id}
        list={list}
        crumbs={[{ label: title, to: list }]}
        address={(one) => `${path}?tab=${feature}&id=${one}`}
      />
    )
  if (!search.has('tab')) return <Navigate to={list} replace />
  const isQueue = search.get('queue') === 'mine'
  return (
    <PageFrame
      title={title}
      note={`${contents[feature].title}通过后，本级范围内立刻可用；更大的范围送上一级。`}
    >
      <StateTabs
        label={title}
        tabs={[
          { key: 'mine', label: '等我审核' },
          { key: 'all', label: '全部' },
        ]}
        current={isQueue ? 'mine' : 'all'}
        onSelect={(key) => setSearch({ tab: feature, ...(key === 'mine' && { queue: 'mine' }) })}
      />
      <ContentUndo type={feature} />
      <ContentList key={String(isQueue)} type={feature} editPath={path} keep={{ tab: feature }} />
    </PageFrame>
  )
}
