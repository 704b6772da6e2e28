import { Link, useSearchParams } from 'react-router'
import { roundStates, type RoundPage } from '../../../../catalogue/contract/review/rounds.ts'
import type { PageEntry } from '../../../../catalogue/pages/entry.ts'
import { FilterBar, type BarFilter } from '../../../engine/list/filter-bar.tsx'
import { useAsked } from '../../../engine/list/use-asked.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { listDate } from '../../../platform/format.ts'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../../ui/layout/line-table.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { NewRound, RoundEditor } from './round-form.tsx'
import { RoundPart } from './round-part.tsx'
import { useRounds } from './use-rounds.ts'
import { Progress } from './progress.tsx'
import { RoundMark } from './words.tsx'
import './office.css'

type Line = RoundPage['list'][number]

/**
 * Rounds of expert review of an office: the list, one of them, setting one up. What is shown stands in the
 * address.
 */
export function RoundsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id !== null && search.get('edit') === '1') return <RoundEditor key={id} entry={entry} id={id} />
  if (id !== null) return <RoundPart key={id} entry={entry} id={id} />
  if (search.get('new') === '1') return <NewRound entry={entry} scope={search.get('scope') ?? ''} />
  return (
    <PageFrame
      title={entry.title}
      note="组织专家匿名评审本单位征集的申报：定规则、抽专家、看进度、出结果"
      actions={
        <ButtonLink look="primary" icon="add" to={`${entry.path}?new=1`}>
          新增评审
        </ButtonLink>
      }
    >
      <RoundList path={entry.path} />
    </PageFrame>
  )
}

const filters: readonly BarFilter<'state'>[] = [
  {
    kind: 'choice',
    key: 'state',
    label: '状态',
    options: Object.entries(roundStates).map(([value, label]) => ({ value, label })),
  },
]

function RoundList({ path }: { path: string }) {
  const asked = useAsked(['state'])
  const answer = useRounds({ ...asked.filter, page: asked.page })
  return (
    <div data-testid="rounds">
      <FilterBar filters={[...filters]} asked={asked} onAsk={(key, value) => asked.put({ [key]: value })} />
      <Loaded answer={answer} failed="评审打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={
                asked.isNarrowed
                  ? '没有这种状态的评审。'
                  : '暂无评审。申报推荐到本单位并送专家评审以后，在这里新增评审；专家先聘入专家库。'
              }
              action={asked.isNarrowed && <Button onClick={asked.clear}>清除条件</Button>}
            />
          ) : (
            <>
              <LineTable
                label="评审"
                lines={data.list}
                columns={columnsOf(path)}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="round-line"
              />
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

const columnsOf = (path: string): LineColumn<Line>[] => [
  {
    key: 'title',
    title: '评审',
    wide: true,
    render: ({ id, title }) => <Link to={`${path}?id=${id}`}>{title}</Link>,
  },
  { key: 'state', title: '状态', render: ({ state }) => <RoundMark state={state} /> },
  { key: 'items', title: '材料', figure: true, render: ({ items }) => items },
  { key: 'progress', title: '已提交', render: (round) => <Progress round={round} /> },
  {
    key: 'opened',
    title: '开始',
    render: ({ openedAt }) => (openedAt === null ? '—' : <span className="x-num">{listDate(openedAt)}</span>),
  },
  {
    key: 'closed',
    title: '结束',
    render: ({ closedAt }) => (closedAt === null ? '—' : <span className="x-num">{listDate(closedAt)}</span>),
  },
]
