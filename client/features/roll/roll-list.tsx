import { useMemo, useState } from 'react'
import {
  rollStates,
  rollType,
  type RollLine,
  type RollPage,
} from '../../../catalogue/contract/archive/roll.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { PrintMany } from '../../engine/forms/index.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { ColumnChooser, useColumns } from '../../engine/list/column-chooser.tsx'
import { useOpening } from '../../engine/list/views/use-opening.ts'
import { ViewBar } from '../../engine/list/views/view-bar.tsx'
import { useNarrow } from '../../engine/narrow.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { personOf } from '../../platform/api/by-number.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { columnsOf, type RollColumn } from './columns.tsx'
import { filtersOf } from './filters.ts'
import { rollCall, rollText, useRoll, useRollAsked, type RollKey } from './use-roll.ts'

const groups = {
  serving: '全部在册',
  working: '在职',
  away: '离岗',
  retired: '退休',
  left: '已离开',
} as const
type Group = keyof typeof groups
const isGroup = (key: string): key is Group => Object.hasOwn(groups, key)

/**
 * The roll: people by groups of their status, searched, filtered and in the columns that the reader chose.
 */
export function RollList() {
  const many = useSession()?.role !== 3
  const asked = useRollAsked()
  const waits = useOpening('roll', rollType)
  const answer = useRoll(asked, !waits)
  const narrow = useNarrow()
  const roll = rollText(asked)
  const { usual, others } = useMemo(() => columnsOf(many, roll), [many, roll])
  const columns = useColumns('roll', usual, others)
  const filters = useMemo(() => filtersOf(many), [many])
  const ask = async (key: RollKey, value: string) => {
    const person = key === 'q' ? await personOf(value) : undefined
    if (person === undefined) asked.put({ [key]: value, ...(key === 'q' && { teacher: '' }) })
    else if (person && person.teacherId !== null) asked.put({ q: '', teacher: String(person.teacherId) })
  }
  return (
    <div data-testid="roll">
      <Groups asked={asked} counts={answer.data?.counts ?? null} />
      <ViewBar list="roll" type={rollType} />
      <FilterBar
        search={{
          key: 'q',
          label: '搜索教师',
          hint: many ? '姓名、拼音、完整证件号' : '姓名、拼音、工号、证件号',
        }}
        filters={filters}
        asked={asked}
        onAsk={(key, value) => void ask(key, value)}
      >
        <PrintFound asked={asked} total={answer.data?.total ?? 0} />
        {!narrow && <ColumnChooser columns={columns} />}
        <ExportButton
          title="教师名册"
          list="roll"
          query={rollCall(asked)}
          columns={columns.shown.filter(({ key }) => key !== 'acts')}
          total={answer.data?.total}
          unit="人"
        />
      </FilterBar>
      <Found
        answer={answer}
        asked={asked}
        columns={narrow ? usual.filter(({ onPhone }) => onPhone) : columns.shown}
      />
    </div>
  )
}

type RollRequest = ReturnType<typeof useRollAsked>

/** Prints forms for all whom the list finds now. */
function PrintFound({ asked, total }: { asked: RollRequest; total: number }) {
  return total > 0 && <PrintMany of={{ found: rollCall(asked), total }} />
}

/** Groups by status, with their numbers where they are counted: within one school. */
function Groups({ asked, counts }: { asked: RollRequest; counts: RollPage['counts'] }) {
  const state = asked.of('state')
  const current = rollStates.some((one) => one === state) && isGroup(state) ? state : 'serving'
  return (
    <StateTabs
      label="按人员状态"
      current={asked.of('state') === 'all' ? 'all' : current}
      onSelect={(group) => asked.put({ state: group === 'serving' ? '' : group })}
      tabs={[
        ...(['serving', 'working', 'away', 'retired', 'left'] as const).map((key) => ({
          key,
          label: groups[key],
          ...(counts && { count: counts[key] }),
        })),
        { key: 'all' as const, label: '全部' },
      ]}
    />
  )
}

function Found(props: {
  answer: ReturnType<typeof useRoll>
  asked: RollRequest
  columns: readonly RollColumn[]
}) {
  const { answer, asked, columns } = props
  const { data, error, refetch, isPlaceholderData } = answer
  const [chosen, setChosen] = useState<ReadonlyMap<string, RollLine>>(new Map())
  if (error)
    return <ErrorBox title="名册打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={12} />
  if (data.list.length === 0) return <Nobody asked={asked} />
  const choose = (ids: ReadonlySet<string>) => {
    const all = new Map([...chosen, ...data.list.map((line) => [String(line.teacherId), line] as const)])
    setChosen(new Map([...all].filter(([id]) => ids.has(id))))
  }
  return (
    <>
      <div className="roll-table">
        <LineTable
          label="教师名册"
          lines={data.list}
          columns={columns}
          keyOf={({ teacherId }) => String(teacherId)}
          stale={isPlaceholderData}
          order={{ sort: asked.sort, onSort: (sort) => asked.put({ sort }) }}
          choice={{
            chosen: new Set(chosen.keys()),
            onChange: choose,
            nameOf: ({ name, institution }) => `${name}，${institution}`,
          }}
          testId="roll-line"
        />
      </div>
      <Pager {...data} onPage={asked.setPage} />
      {chosen.size > 0 && <ChosenBar lines={[...chosen.values()]} onClear={() => setChosen(new Map())} />}
    </>
  )
}

function Nobody({ asked }: { asked: RollRequest }) {
  if (asked.page > 1)
    return (
      <Empty text="这一页没有了。" action={<Button onClick={() => asked.setPage(1)}>回到第一页</Button>} />
    )
  if (!asked.isNarrowed) return <Empty text="该组暂无人员。" />
  return (
    <Empty
      text={
        asked.of('state') === 'all'
          ? '没有符合条件的教师。'
          : '这一组里没有符合条件的教师，可以到“全部”里看看。'
      }
      action={
        <>
          {asked.of('state') !== 'all' && (
            <Button onClick={() => asked.put({ state: 'all' })}>在全部里找</Button>
          )}
          <Button onClick={asked.clear}>清除筛选</Button>
        </>
      }
    />
  )
}
