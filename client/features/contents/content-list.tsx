import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { contents } from '../../../catalogue/contents/contents.ts'
import { contentStates, type AnyContent, type ContentName } from '../../../catalogue/contents/define.ts'
import type { ContentLine } from '../../../catalogue/contract/portal/contents.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { withQuery } from '../../platform/api/with-query.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FilterForm } from '../../ui/forms/filter-form.tsx'
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
  const [search, setSearch] = useSearchParams()
  const asked = askedIn(search)
  const { data, error, refetch, isPlaceholderData } = useContents(type, asked)
  const go = (to: Partial<Asked>) =>
    setSearch(
      Object.fromEntries(
        Object.entries({ ...keep, ...asked, page: 1, ...to }).flatMap(([key, value]) =>
          value === '' || value === 1 ? [] : [[key, String(value)]],
        ),
      ),
    )
  const filtered = isFiltered(asked)
  const clear = () => go({ q: '', state: '', queue: '' })
  return (
    <>
      {!definition.single && (
        <FilterForm
          key={search.toString()}
          filtered={filtered}
          onAsk={(typed) => go({ q: typed('q'), ...stateOf(typed('state')) })}
          onClear={clear}
        >
          <Narrowing definition={definition} asked={asked} />
        </FilterForm>
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
          text={emptyTextOf(definition, asked)}
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
          <Pager {...data} onPage={(page) => go({ page })} />
        </ContentSurroundings>
      )}
    </>
  )
}

interface Asked {
  readonly q: string
  readonly state: string
  readonly queue: string
  readonly page: number
}

function askedIn(search: URLSearchParams): Asked {
  const of = (key: string) => search.get(key) ?? ''
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  return { q: of('q'), state: of('state'), queue: of('queue'), page }
}

const isFiltered = ({ q, state, queue }: Asked): boolean => q !== '' || state !== '' || queue !== ''

/** One choice stands for a state or for the queue of what waits for the reader. */
const stateOf = (chosen: string) =>
  chosen === 'mine' ? { state: '', queue: 'mine' } : { state: chosen, queue: '' }

function emptyTextOf({ title }: AnyContent, asked: Asked): string {
  if (asked.queue) return `没有等您审核的${title}。`
  return isFiltered(asked) ? '没有符合条件的内容。' : `还没有${title}。`
}

function Narrowing({ definition, asked }: { definition: AnyContent; asked: Asked }) {
  return (
    <>
      <label>
        {definition.fields[definition.headline]?.label}
        <input name="q" type="search" defaultValue={asked.q} maxLength={60} placeholder="其中的几个字" />
      </label>
      <label>
        状态
        <select name="state" defaultValue={asked.queue || asked.state}>
          <option value="">全部状态</option>
          {definition.approval && <option value="mine">等我审核</option>}
          {Object.entries(contentStates).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
    </>
  )
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

/** The columns of a type: what names one, what its declaration lists, where it stands and who wrote it. */
function columnsOf(
  { fields, headline, columns }: AnyContent,
  to: (id: number) => string,
): LineColumn<ContentLine>[] {
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
    { key: '$org', title: '单位', render: ({ org }) => org },
    {
      key: '$at',
      title: '修改时间',
      render: ({ updatedAt }) => <span className="x-num">{listTime(updatedAt)}</span>,
    },
  ]
}
