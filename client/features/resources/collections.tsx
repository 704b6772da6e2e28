import { useState } from 'react'
import type { CollectionLine } from '../../../catalogue/contract/collections.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { Collection } from './collection.tsx'
import { useCollectionActs, useCollections } from './use-collections.ts'

const views = [
  { key: 'own', label: '我编的' },
  { key: 'shared', label: '他人编的' },
] as const

const columnsOf = (open: (id: number) => void): readonly LineColumn<CollectionLine>[] => [
  {
    key: 'title',
    title: '合集',
    wide: true,
    render: ({ id, title }) => (
      <span className="library-title">
        <button type="button" onClick={() => open(id)}>
          {title}
        </button>
      </span>
    ),
  },
  {
    key: 'by',
    title: '编者',
    render: ({ author, org }) => [author, org].filter(Boolean).join('　'),
  },
  { key: 'items', title: '资源', figure: true, render: ({ items }) => `${items} 件` },
  {
    key: 'shared',
    title: '谁可看',
    render: ({ shared, open }) => (open ? '公开' : shared ? '本单位及所属' : '仅自己'),
  },
  {
    key: 'at',
    title: '修改日期',
    render: ({ updatedAt }) => <span className="x-num">{listDate(updatedAt)}</span>,
  },
]

/** 合集 of the reader and those that he may read; one of them is opened in place. */
export function Collections({
  opened,
  onOpen,
  page,
  onPage,
}: {
  opened: number
  onOpen: (id: number) => void
  page: number
  onPage: (page: number) => void
}) {
  const [view, setView] = useState<'own' | 'shared'>('own')
  const answer = useCollections(view, page)
  if (opened > 0) return <Collection key={opened} id={opened} onClose={() => onOpen(0)} />
  return (
    <>
      <StateTabs
        label="合集"
        tabs={views}
        current={view}
        onSelect={(next) => {
          setView(next)
          onPage(1)
        }}
      />
      {view === 'own' && <NewCollection onMade={onOpen} />}
      <Loaded answer={answer} failed="合集打开失败" lines={4}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={
                view === 'own'
                  ? '暂无合集。写上名称新增一个，再在资源页上“收入合集”。'
                  : '暂无本单位或上级编的合集。'
              }
            />
          ) : (
            <>
              <LineTable
                label="合集"
                lines={data.list}
                columns={columnsOf(onOpen)}
                keyOf={({ id }) => String(id)}
                stale={answer.isPlaceholderData}
                testId="collection"
              />
              <Pager {...data} onPage={onPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function NewCollection({ onMade }: { onMade: (id: number) => void }) {
  const { make } = useCollectionActs()
  const { busy, faults, run } = useAct(['title'])
  const [title, setTitle] = useState('')
  const begin = () =>
    run(async () => {
      const { id } = await make({ title, description: '', shared: false, open: false, items: [] })
      notify.success('已新增合集')
      onMade(id)
    })
  return (
    <form
      className="library-grant"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      <TextField
        label="新合集的名称"
        value={title}
        fault={faults['title'] ?? faults['form']}
        onChange={setTitle}
      />
      <Button type="submit" busy={busy}>
        新增合集
      </Button>
    </form>
  )
}
