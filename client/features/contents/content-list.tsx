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
import { RowList } from '../../ui/layout/row-list.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Show } from '../../engine/kinds/show.tsx'
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
          <RowList stale={isPlaceholderData} label={definition.title}>
            {data.list.map((line) => (
              <Row
                key={line.id}
                definition={definition}
                line={line}
                to={withQuery(editPath, { ...keep, id: line.id })}
              />
            ))}
          </RowList>
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

function Row({ definition, line, to }: { definition: AnyContent; line: ContentLine; to: string }) {
  const { headline, columns, fields } = definition
  return (
    <li className="contents-row" data-testid="content-line">
      <Link to={to}>{String(line.value[headline] ?? '（未填）')}</Link>
      <span className="x-soft">
        {columns.map((key) => {
          const field = fields[key]
          return (
            field && (
              <span key={key} className="contents-column">
                {field.label} <Show field={field} value={line.value[key]} none="（空）" />
              </span>
            )
          )
        })}
      </span>
      <span className={line.shown === 'now' ? 'contents-shown' : 'x-soft'}>
        {line.pinned && '置顶　'}
        {standingOf(line)}
      </span>
      <span className="x-faint x-dense">
        {line.org}　{listTime(line.updatedAt)} 改
      </span>
    </li>
  )
}
