import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnOpenings, OwnTypes as OwnTypesView } from '../../../catalogue/contract/own-fields.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { mostFields } from '../../../catalogue/own/judge.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { isSlot } from '../../../catalogue/own/slot-names.ts'
import { blankType } from '../../../catalogue/own/slots.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { OwnTypes } from './own-types.tsx'
import { OwnTypePage } from './own-type-page.tsx'
import { ownApi, useOpenings, useOwnTypes } from './use-own-fields.ts'
import './own-fields.css'

const types: Readonly<Record<string, AnyRecord>> = records
const archives = { personal: '个人档案', professional: '专业档案', integrity: '诚信档案' } as const
const states = { none: '', inForce: '已启用', draft: '有草稿', asked: '待复核' } as const

/** Fields that the office adds to the shipped types. Which type is open stands in the address. */
export function OwnFieldsPage({ entry }: { entry: PageEntry }) {
  const [search, setSearch] = useSearchParams()
  const name = search.get('type') ?? ''
  const definition = isSlot(name) ? bareType(name) : types[name]
  if (definition) return <OwnTypePage key={definition.name} facts={definition} entry={entry} />
  return <TypeList entry={entry} onOpen={(type) => setSearch({ type })} />
}

/** An own type before anything is said of it: it has no shipped fields. */
const bareType = (name: string): AnyRecord => {
  const blank = blankType(name)
  return { ...blank, fields: {}, pages: { ...blank.pages, form: [] } }
}

function TypeList({ entry, onOpen }: { entry: PageEntry; onOpen: (type: string) => void }) {
  const { data, error, refetch } = useOwnTypes()
  const isSuperior = (useSession()?.role ?? 0) >= 5
  const note = '发布后约十秒，范围内的表单、列表和审核都按新栏目办理；已办结的不受影响'
  return (
    <PageFrame title={entry.title} note={note}>
      {error && !data && (
        <ErrorBox title="自有栏目打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={10} />}
      <div className="own-parts">
        {data && data.most === 0 && (
          <Panel title="本单位的栏目">
            <Empty text="上级单位尚未向本单位开放自有栏目。需要时请与上级单位联系。" />
          </Panel>
        )}
        {data && data.most > 0 && <Types data={data} onOpen={onOpen} />}
        {data?.isTop && <OwnTypes lines={data.list.filter(({ isOwn }) => isOwn)} onOpen={onOpen} />}
        {isSuperior && <Openings />}
      </div>
    </PageFrame>
  )
}

type TypeLine = OwnTypesView['list'][number]

function Types({ data, onOpen }: { data: OwnTypesView; onOpen: (type: string) => void }) {
  const columns: readonly LineColumn<TypeLine>[] = [
    {
      key: 'type',
      title: '档案',
      wide: true,
      render: ({ type, title }) => (
        <Button look="text" onClick={() => onOpen(type)}>
          {title}
        </Button>
      ),
    },
    { key: 'mine', title: '本单位栏目', figure: true, render: ({ mine }) => mine },
    { key: 'above', title: '上级栏目', figure: true, render: ({ above }) => above },
    { key: 'below', title: '下级栏目', figure: true, render: ({ below }) => below },
    ...(data.isTop
      ? [
          {
            key: 'tightened',
            title: '收紧或不用',
            figure: true as const,
            render: (one: TypeLine) => one.tightened,
          },
        ]
      : []),
    { key: 'state', title: '状态', render: ({ state }) => states[state] },
  ]
  return Object.entries(archives).map(([archive, title]) => (
    <Panel key={archive} title={title} flush>
      <LineTable
        label={`${title}的自有栏目`}
        lines={data.list.filter(({ type }) => types[type]?.archive === archive)}
        columns={columns}
        keyOf={({ type }) => type}
        stale={false}
      />
    </Panel>
  ))
}

type OpeningLine = OwnOpenings['list'][number]

/** Which offices right below may add fields, and how many to a type. */
function Openings() {
  const { data, error, refetch } = useOpenings()
  if (error && !data)
    return <ErrorBox title="开放情况打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  const columns: readonly LineColumn<OpeningLine>[] = [
    { key: 'name', title: '单位', wide: true, render: ({ name }) => name },
    { key: 'fields', title: '已加栏目', figure: true, render: ({ fields }) => fields },
    { key: 'most', title: '每类档案可加', render: (line) => <OpeningInput line={line} /> },
  ]
  return (
    <Panel
      title="向下级开放"
      beside={<span className="x-soft x-note">填 0 不开放，已加的栏目保留</span>}
      flush
    >
      {data && data.list.length === 0 && <Empty text="暂无下级单位。" />}
      {data && data.list.length > 0 && (
        <LineTable
          label="向下级单位开放自有栏目"
          lines={data.list}
          columns={columns}
          keyOf={({ id }) => String(id)}
          stale={false}
        />
      )}
    </Panel>
  )
}

function OpeningInput({ line }: { line: OpeningLine }) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState(String(line.most))
  const most = /^\d{1,2}$/.test(typed) ? Number(typed) : -1
  const isRight = most >= 0 && most <= mostFields
  const save = () => {
    if (!isRight || most === line.most) return
    ownApi.open(line.id, most).then(
      () => {
        notify.success(most === 0 ? `已停止向${line.name}开放` : `${line.name}每类档案可加 ${most} 个栏目`)
        void cache.invalidateQueries({ queryKey: ['own-openings'] })
      },
      (error: unknown) => notify.error(sentenceOf(error), { stay: 4000 }),
    )
  }
  return (
    <span className="own-opening">
      <input
        inputMode="numeric"
        aria-label={`${line.name}每类档案可加几个栏目，0 至 ${mostFields}`}
        aria-invalid={!isRight}
        value={typed}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <Button busy={false} disabled={!isRight || most === line.most} onClick={save}>
        保存
      </Button>
    </span>
  )
}
