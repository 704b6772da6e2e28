import { Link, useSearchParams } from 'react-router'
import type { OfficeFigures, OfficeItem } from '../../../catalogue/contract/todos.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { listDate, thousands } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { useOfficeItems, useOffices } from './use-todos.ts'

const figures = { open: '在办', overdue: '超期', decided: '近 90 天已办' } as const
type Figure = keyof typeof figures
const isFigure = (text: string): text is Figure => Object.hasOwn(figures, text)

/** How the offices below do: what lies there and how long they take, with the list behind each figure. */
export function OfficesView() {
  const [search, setSearch] = useSearchParams()
  const place = search.get('place') ?? ''
  const office = search.get('office')
  const page = Math.max(1, Math.trunc(Number(search.get('page'))) || 1)
  const offices = useOffices(place, page)
  const at = (more: Readonly<Record<string, string>>) =>
    `?${new URLSearchParams({ view: 'offices', ...(place !== '' && { place }), ...more }).toString()}`
  if (office !== null)
    return <OfficeItems office={office} figure={search.get('figure') ?? 'open'} back={at({})} />
  return (
    <Loaded answer={offices} failed="办理用时打开失败" lines={8}>
      {(data) => (
        <>
          <p className="x-soft todo-offices-note">
            {place !== '' && (
              <ButtonLink look="text" icon="left" to="?view=offices">
                返回本级
              </ButtonLink>
            )}
            {data.place.name}所属单位；在办与超期按现在算，用时按工作日计，取近 90 天办理的中位数（至多最近
            500 件）。
          </p>
          {data.list.length === 0 ? (
            <Empty text="没有下级单位。" />
          ) : (
            <>
              <LineTable
                label="下级单位的办理情况"
                lines={data.list}
                columns={columnsOf(at)}
                keyOf={({ id }) => String(id)}
                stale={offices.isPlaceholderData}
              />
              <Pager
                {...data}
                onPage={(to) => setSearch(new URLSearchParams(at(to > 1 ? { page: String(to) } : {})))}
              />
            </>
          )}
        </>
      )}
    </Loaded>
  )
}

function columnsOf(at: (more: Readonly<Record<string, string>>) => string): LineColumn<OfficeFigures>[] {
  const figure = (key: Figure) => (line: OfficeFigures) =>
    line[key] === 0 ? (
      '0'
    ) : (
      <Link
        className={key === 'overdue' ? 'todo-late' : undefined}
        to={at({ office: String(line.id), figure: key })}
      >
        {thousands(line[key])}
        <span className="x-hidden">
          ：{line.name}
          {figures[key]}
        </span>
      </Link>
    )
  return [
    {
      key: 'name',
      title: '单位',
      wide: true,
      render: ({ id, name, hasBelow }) =>
        hasBelow ? <Link to={`?view=offices&place=${id}`}>{name}</Link> : name,
    },
    { key: 'open', title: figures.open, figure: true, render: figure('open') },
    { key: 'overdue', title: figures.overdue, figure: true, render: figure('overdue') },
    {
      key: 'oldest',
      title: '最早到达',
      figure: true,
      render: ({ oldest }) => (oldest === null ? '—' : listDate(oldest)),
    },
    { key: 'decided', title: figures.decided, figure: true, render: figure('decided') },
    {
      key: 'median',
      title: '用时中位数',
      figure: true,
      render: ({ medianDays }) => (medianDays === null ? '—' : `${medianDays} 个工作日`),
    },
  ]
}

/** The items behind a figure: as many as it says. */
function OfficeItems({ office, figure, back }: { office: string; figure: string; back: string }) {
  const which: Figure = isFigure(figure) ? figure : 'open'
  const answer = useOfficeItems(office, which)
  const [first] = answer.data?.pages ?? []
  const items = answer.data?.pages.flatMap(({ list }) => list) ?? []
  return (
    <Loaded answer={answer} failed="明细打开失败" lines={8}>
      {() => (
        <>
          <p className="todo-offices-note">
            <ButtonLink look="text" icon="left" to={back}>
              返回办理用时
            </ButtonLink>
            {first?.office.name}
            {figures[which]} {thousands(first?.total ?? 0)} 件
          </p>
          {items.length === 0 ? (
            <Empty text="没有这样的事项。" />
          ) : (
            <LineTable
              label={`${first?.office.name ?? ''}${figures[which]}`}
              lines={items}
              columns={itemColumns}
              keyOf={({ id }) => id}
              stale={false}
            />
          )}
          {answer.hasNextPage && (
            <Button
              className="todo-next"
              busy={answer.isFetchingNextPage}
              onClick={() => void answer.fetchNextPage()}
            >
              下一页
            </Button>
          )}
        </>
      )}
    </Loaded>
  )
}

const itemColumns: readonly LineColumn<OfficeItem>[] = [
  { key: 'title', title: '事项', wide: true, render: ({ title, typeTitle }) => `${typeTitle}　${title}` },
  { key: 'since', title: '到达', figure: true, render: ({ since }) => listDate(since) },
  {
    key: 'decided',
    title: '办结',
    figure: true,
    render: ({ decidedAt }) => (decidedAt === null ? '—' : listDate(decidedAt)),
  },
  {
    key: 'days',
    title: '工作日',
    figure: true,
    render: ({ days, overdue }) => (overdue ? <span className="todo-late">{days}，已超期</span> : days),
  },
]
