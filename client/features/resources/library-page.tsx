import type { LibraryView, ListedLine } from '../../../catalogue/contract/library.ts'
import { officePath } from '../../../catalogue/contents/paths.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { useState } from 'react'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { IndexTree } from '../../engine/library/index-tree.tsx'
import { ReachDots } from '../../engine/library/reach-dots.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked, type ListRequest } from '../../engine/list/use-asked.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { BatchBar } from './batch-bar.tsx'
import { ChapterPacks } from './chapter-pack.tsx'
import { Collections } from './collections.tsx'
import { ItemPanel } from './item-panel.tsx'
import { OwnList } from './own-list.tsx'
import { RoomBar } from './room-bar.tsx'
import { SchoolRooms } from './school-rooms.tsx'
import { TeacherRooms } from './teacher-rooms.tsx'
import { useLibrary } from './use-library.ts'
import { LibraryCover } from './library-cover.tsx'
import { emptyText, hasRoomBar, scoreText, tabsAt, underTitle, usesText, type LibraryTab } from './words.ts'
import './resources.css'

const keys = [
  'q',
  'form',
  'format',
  'stage',
  'subject',
  'order',
  'book',
  'node',
  'view',
  'id',
  'set',
] as const
type Key = (typeof keys)[number]
/** What narrows the list, among what stands in the address. */
const narrowing: readonly Key[] = ['q', 'form', 'format', 'stage', 'subject', 'node']

/** 资源库: the index, the list and one item side by side; which part of the library, the route says. */
export function LibraryPage({ entry: { path, title } }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const tabs = tabsAt(path)
  const tab = tabs.find(({ key }) => key === asked.of('view'))?.key ?? tabs[0]?.key ?? 'all'
  const role = useSession()?.role
  const writing = role === undefined ? null : officePath(role, contents.resource)
  return (
    <PageFrame
      title={title}
      actions={
        writing !== null && (
          <ButtonLink to={`${writing}&new=1`} look="primary" icon="add">
            上传资源
          </ButtonLink>
        )
      }
    >
      <StateTabs
        label={title}
        tabs={tabs}
        current={tab}
        onSelect={(key) => asked.put({ view: key === tabs[0]?.key ? '' : key, id: '', set: '' })}
      />
      {hasRoomBar(path, tab) && <RoomBar />}
      <Part asked={asked} tab={tab} />
    </PageFrame>
  )
}

/** What stands below a tab. */
function Part({ asked, tab }: { readonly asked: ListRequest<Key>; readonly tab: LibraryTab }) {
  const paged = { page: asked.page, onPage: asked.setPage }
  switch (tab) {
    case 'mine':
      return <OwnList {...paged} />
    case 'rooms':
      return <SchoolRooms {...paged} />
    case 'teacherRooms':
      return <TeacherRooms {...paged} />
    case 'sets':
      return (
        <Collections
          {...paged}
          opened={Number(asked.of('set')) || 0}
          onOpen={(id) => asked.turn('set', id > 0 ? String(id) : '')}
        />
      )
    default:
      return <Shelf asked={asked} tab={tab} />
  }
}

interface ShelfProps {
  readonly asked: ListRequest<Key>
  readonly tab: LibraryView
}

/** The index, the list, and the item that is opened. */
function Shelf({ asked, tab }: ShelfProps) {
  const id = Number(asked.of('id')) || 0
  const node = Number(asked.of('node')) || 0
  return (
    <div className={id > 0 ? 'library library-opened' : 'library'}>
      <aside className="library-index">
        <IndexTree
          kind="resource"
          book={Number(asked.of('book')) || 0}
          node={node}
          onBook={(book) => asked.put({ book: book > 0 ? String(book) : '', node: '' })}
          onNode={(node) => asked.put({ node: node > 0 ? String(node) : '' })}
        />
        {node > 0 && <ChapterPacks key={node} node={node} />}
      </aside>
      <Items asked={asked} tab={tab} />
      {id > 0 && (
        <div className="library-beside">
          <ItemPanel key={id} id={id} onClose={() => asked.turn('id', '')} />
        </div>
      )}
    </div>
  )
}

const choice = (key: Key, label: string, dict: DictName): BarFilter<Key> => ({
  kind: 'choice',
  key,
  label,
  options: selectable(dict).map((item) => ({ value: item.code, label: item.label })),
})

const filtersOf = (): readonly BarFilter<Key>[] => [
  choice('form', '类别', 'resourceKind'),
  choice('format', '格式', 'resourceFormat'),
  choice('stage', '学段', 'schoolStage'),
  choice('subject', '学科', 'subject'),
  {
    kind: 'choice',
    key: 'order',
    label: '排序',
    hint: '新的在前',
    options: [{ value: 'used', label: '用得多的在前' }],
  },
]

function Items({ asked, tab }: ShelfProps) {
  const { of, page } = asked
  const query = {
    view: tab,
    page,
    ...Object.fromEntries([...narrowing, 'order' as const].map((key) => [key, of(key)])),
  }
  const answer = useLibrary(query, true)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const isNarrowed = narrowing.some((key) => of(key) !== '')
  const clear = () => asked.put(Object.fromEntries([...narrowing, 'book', 'id'].map((key) => [key, ''])))
  return (
    <div className="library-list">
      <FilterBar
        search={{ key: 'q', label: '名称、作者、关键词' }}
        filters={filtersOf()}
        asked={{ ...asked, isNarrowed, clear }}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="资源库打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={emptyText(tab, isNarrowed, of('node') !== '')}
              action={
                <NextStep
                  tab={tab}
                  isNarrowed={isNarrowed}
                  onAll={() => asked.put({ view: 'all' })}
                  onClear={clear}
                />
              }
            />
          ) : (
            <>
              <LineTable
                label="资源"
                lines={data.list}
                columns={columnsOf((id) => asked.turn('id', String(id)), Number(of('id')))}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                choice={{ chosen, onChange: setChosen, nameOf: ({ title }) => title }}
                testId="library-line"
              />
              <Pager {...data} onPage={asked.setPage} />
              <BatchBar
                lines={data.list.filter(({ id, gone }) => !gone && chosen.has(String(id)))}
                onClear={() => setChosen(new Set())}
              />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

function NextStep({
  tab,
  isNarrowed,
  onAll,
  onClear,
}: {
  tab: LibraryTab
  isNarrowed: boolean
  onAll: () => void
  onClear: () => void
}) {
  if (tab === 'own') return <Button onClick={onAll}>看全部可用的</Button>
  return isNarrowed ? <Button onClick={onClear}>清除筛选</Button> : null
}

const columnsOf = (open: (id: number) => void, opened: number): readonly LineColumn<ListedLine>[] => [
  {
    key: 'title',
    title: '资源',
    wide: true,
    render: (line) => (
      <span className={line.gone ? 'library-title library-gone' : 'library-title'}>
        <LibraryCover line={line} />
        <button type="button" aria-current={line.id === opened || undefined} onClick={() => open(line.id)}>
          {line.title}
        </button>
        <span className="x-faint x-dense">
          {line.gone ? '已下架　' : ''}
          {line.newer ? '新版审核中　' : ''}
          {underTitle(line)}
        </span>
      </span>
    ),
  },
  { key: 'reach', title: '共享到', render: ({ reach }) => <ReachDots reach={reach} /> },
  { key: 'uses', title: '外单位使用', figure: true, render: usesText },
  { key: 'score', title: '评分', figure: true, render: scoreText },
]
