import { useState } from 'react'
import { Link } from 'react-router'
import { teacher, writesForSelf } from '../../../catalogue/contents/agreement.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { contentStates, type AnyContent, type ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar, type BarFilter } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { useSession } from '../../platform/session/session.ts'
import { listTime } from '../../platform/format.ts'
import { withQuery } from '../../platform/api/with-query.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Show } from '../../engine/kinds/show.tsx'
import { BatchBar } from './batch-bar.tsx'
import { ContentSurroundings } from './content-surroundings.tsx'
import { useContents } from './use-contents.ts'
import { standingOf } from './standing.ts'

/** All of one type that the person may manage, whatever the type declares. `editPath` opens one, `?id=`. */
export function ContentList({
  type,
  editPath,
  keep = {},
}: {
  type: ContentName
  editPath: string
  keep?: Readonly<Record<string, string>>
}) {
  const definition = contents[type]
  const filters = useFilters(definition)
  const asked = useAsked(keys)
  const { of, page, isNarrowed: filtered, clear } = asked
  const { data, error, refetch, isPlaceholderData } = useContents(type, {
    q: of('q'),
    state: of('state'),
    queue: of('queue'),
    page,
  })
  return (
    <>
      {!definition.single && (
        <FilterBar
          search={{ key: 'q', label: definition.fields[definition.headline]?.label ?? '关键词' }}
          filters={filters}
          asked={{ ...asked, of: (key) => (key === 'state' ? of('queue') : '') || of(key) }}
          onAsk={(key, value) => asked.put(key === 'state' ? stateOf(value) : { [key]: value })}
        >
          <ExportButton
            title={definition.title}
            list={`contents/${type}`}
            query={{ q: of('q'), state: of('state'), queue: of('queue') }}
            columns={exportColumnsOf(definition)}
            total={data?.total}
            unit="条"
          />
        </FilterBar>
      )}
      {error && (
        <ErrorBox
          title={`${definition.title}没能打开`}
          detail={sentenceOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton lines={8} />}
      {data && data.list.length === 0 && (
        <Empty
          text={emptyTextOf(definition, of('queue') !== '', filtered)}
          action={
            filtered ? (
              <Button onClick={clear}>看全部</Button>
            ) : (
              definition.single && (
                <ButtonLink to={withQuery(editPath, { ...keep, new: 1 })}>填写{definition.title}</ButtonLink>
              )
            )
          }
        />
      )}
      {data && data.list.length > 0 && (
        <ContentSurroundings>
          <Lines
            type={type}
            list={data.list}
            stale={isPlaceholderData}
            to={(id) => withQuery(editPath, { ...keep, id })}
          />
          <Pager {...data} onPage={asked.setPage} />
        </ContentSurroundings>
      )}
    </>
  )
}

const keys = ['q', 'state', 'queue'] as const
type Key = (typeof keys)[number]

/** One choice stands for a state or for the queue of what waits for the reader. */
const stateOf = (chosen: string) =>
  chosen === 'mine' ? { state: '', queue: 'mine' } : { state: chosen, queue: '' }

function emptyTextOf({ title }: AnyContent, isQueue: boolean, isNarrowed: boolean): string {
  if (isQueue) return `暂无待审核的${title}。`
  return isNarrowed ? '没有符合条件的内容。' : `还没有${title}。`
}

/** Filters of the list; a teacher decides about nothing. */
function useFilters({ approval }: AnyContent): readonly BarFilter<Key>[] {
  const role = useSession()?.role
  const decides = approval !== undefined && role !== teacher
  return [
    {
      kind: 'choice',
      key: 'state',
      label: '状态',
      options: [
        ...(decides ? [{ value: 'mine', label: '等我审核' }] : []),
        ...Object.entries(contentStates).map(([value, label]) => ({ value, label })),
      ],
    },
  ]
}

/** A page of contents, of which several may be chosen and acted on. */
function Lines({
  type,
  list,
  stale,
  to,
}: {
  type: ContentName
  list: readonly ContentLine[]
  stale: boolean
  to: (id: number) => string
}) {
  const definition = contents[type]
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const nameOf = ({ value }: ContentLine) => String(value[definition.headline] ?? '（未填）')
  return (
    <>
      <LineTable
        label={definition.title}
        lines={list}
        columns={columnsOf(definition, to)}
        keyOf={({ id }) => String(id)}
        stale={stale}
        testId="content-line"
        {...(!definition.single && { choice: { chosen, onChange: setChosen, nameOf } })}
      />
      <BatchBar
        type={type}
        lines={list.filter(({ id }) => chosen.has(String(id)))}
        onDone={(left) => setChosen(new Set(left.map(String)))}
      />
    </>
  )
}

/** The columns that a file can have: a picture is none. */
const exportColumnsOf = (definition: AnyContent) =>
  columnsOf(definition, () => '').filter(({ key }) => {
    const field = definition.fields[key]
    return !field || kindOf(field).names !== 'file'
  })

/** The columns of a type: what names one, what its declaration lists, where it stands and who wrote it. */
function columnsOf(definition: AnyContent, to: (id: number) => string): LineColumn<ContentLine>[] {
  const { fields, headline, columns } = definition
  return [
    {
      key: headline,
      title: fields[headline]?.label ?? '',
      wide: true,
      render: (line) => <Link to={to(line.id)}>{String(line.value[headline] ?? '（未填）')}</Link>,
    },
    ...columns.flatMap((key) => {
      const field = fields[key]
      const render = (line: ContentLine) =>
        field && <Show field={field} value={line.value[key]} none="（空）" />
      return field ? [{ key, title: field.label, render }] : []
    }),
    {
      key: '$standing',
      title: '状态',
      render: (line) => (
        <span className={line.shown === 'now' ? 'contents-shown' : ''}>
          {line.pinned && '置顶　'}
          {standingOf(line)}
        </span>
      ),
    },
    ...(writesForSelf(definition, teacher)
      ? [{ key: '$author', title: '作者', render: ({ author }: ContentLine) => author ?? '单位' }]
      : []),
    { key: '$org', title: '单位', render: ({ org }) => org },
    {
      key: '$at',
      title: '修改时间',
      render: ({ updatedAt }) => <span className="x-num">{listTime(updatedAt)}</span>,
    },
  ]
}
