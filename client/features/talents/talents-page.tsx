import { useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  mostTalents,
  talentGroups,
  type TalentGroup,
  type TalentLine,
  type TalentPage,
} from '../../../catalogue/contract/analysis/talents.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { talentStates } from '../../../catalogue/talents/entry.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { ColumnChooser, useColumns } from '../../engine/list/column-chooser.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useOpening } from '../../engine/list/views/use-opening.ts'
import { ViewBar } from '../../engine/list/views/view-bar.tsx'
import { useNarrow } from '../../engine/narrow.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { TalentActs } from './acts.tsx'
import { AddByHand } from './add-by-hand.tsx'
import { otherColumns, usualColumns, type TalentColumn } from './columns.tsx'
import { talentFilters } from './filters.ts'
import { SyncView } from './sync-view.tsx'
import { talentsCall, useTalents, useTalentsAsked, type TalentsAsked } from './use-talents.ts'
import './talents.css'

/** The type by which views of these lists are kept. */
const viewType = 'talentProject'

/** The lists of talents of a region, the difference that a sync would make, and adding somebody by hand. */
export function TalentsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  if (search.get('sync') === '1') return <SyncView entry={entry} />
  if (search.get('new') === '1') return <AddByHand entry={entry} />
  return (
    <PageFrame
      title={entry.title}
      note="按规则从档案提出，由人确认后发布到大屏"
      actions={
        <>
          <ButtonLink icon="add" to={`${entry.path}?new=1`}>
            人工列入
          </ButtonLink>
          <ButtonLink look="primary" icon="rot" to={`${entry.path}?sync=1`}>
            从档案同步
          </ButtonLink>
        </>
      }
    >
      <TalentList path={entry.path} />
    </PageFrame>
  )
}

const isGroup = (key: string): key is TalentGroup => talentGroups.some((one) => one === key)

function Groups({ asked, counts }: { asked: TalentsAsked; counts: TalentPage['counts'] | undefined }) {
  const state = asked.of('state')
  const counted = (key: keyof TalentPage['counts']) => counts && { count: counts[key] }
  return (
    <StateTabs
      label="按状态"
      current={isGroup(state) ? state : 'all'}
      onSelect={(group) => asked.put({ state: group === 'all' ? '' : group })}
      tabs={[
        { key: 'all' as const, label: '全部', ...counted('all') },
        ...(['synced', 'confirmed', 'published', 'unpublished'] as const).map((key) => ({
          key,
          label: talentStates[key],
          ...counted(key),
        })),
        { key: 'doubtful' as const, label: '待核' },
        { key: 'removed' as const, label: '已移出' },
      ]}
    />
  )
}

function TalentList({ path }: { path: string }) {
  const asked = useTalentsAsked()
  const waits = useOpening('talents', viewType)
  const answer = useTalents(asked, !waits)
  const narrow = useNarrow()
  const columns = useColumns('talents', usualColumns, otherColumns)
  return (
    <div data-testid="talents">
      <Groups asked={asked} counts={answer.data?.counts} />
      <ViewBar list="talents" type={viewType} />
      <FilterBar
        search={{ key: 'q', label: '搜索教师', hint: '姓名或拼音' }}
        filters={talentFilters()}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        {!narrow && <ColumnChooser columns={columns} />}
        <ExportButton
          title="高层次人才名单"
          list="talents"
          query={talentsCall(asked)}
          columns={columns.shown}
          total={answer.data?.total}
          unit="条"
        />
      </FilterBar>
      <Loaded answer={answer} failed="名单打开失败" lines={12}>
        {(data) =>
          data.list.length === 0 ? (
            <Nobody asked={asked} path={path} isEmpty={data.counts.all === 0} />
          ) : (
            <Found
              data={data}
              stale={answer.isPlaceholderData}
              asked={asked}
              columns={narrow ? usualColumns.filter(({ onPhone }) => onPhone) : columns.shown}
            />
          )
        }
      </Loaded>
    </div>
  )
}

function Found(props: {
  data: TalentPage
  stale: boolean
  asked: TalentsAsked
  columns: readonly TalentColumn[]
}) {
  const { data, stale, asked, columns } = props
  const [chosen, setChosen] = useState<ReadonlyMap<string, TalentLine>>(new Map())
  // What was acted on comes back as it is now.
  const now = new Map(data.list.map((line) => [String(line.id), line] as const))
  const lines = [...chosen].map(([id, line]) => now.get(id) ?? line)
  const choose = (ids: ReadonlySet<string>) => {
    const all = new Map([...chosen, ...now])
    setChosen(new Map([...all].filter(([id]) => ids.has(id)).slice(0, mostTalents)))
  }
  return (
    <>
      <div className="talents-table">
        <LineTable
          label="高层次人才名单"
          lines={data.list}
          columns={columns}
          keyOf={({ id }) => String(id)}
          stale={stale}
          choice={{
            chosen: new Set(chosen.keys()),
            onChange: choose,
            nameOf: ({ teacher, org }) => `${teacher.name}，${org?.name ?? ''}`,
          }}
          testId="talent-line"
        />
      </div>
      <Pager {...data} onPage={asked.setPage} />
      {lines.length > 0 && (
        <StickyBar note={<Chosen lines={lines} />}>
          <Button look="text" onClick={() => setChosen(new Map())}>
            清除
          </Button>
          <TalentActs lines={lines} onDone={() => setChosen(new Map())} />
        </StickyBar>
      )}
    </>
  )
}

/** How many are chosen, and who answers for those that the reader cannot act on. */
function Chosen({ lines }: { lines: readonly TalentLine[] }) {
  const offices = new Set(lines.filter(({ can }) => can.length === 0).map(({ office }) => office.name))
  return (
    <>
      <b>已选 {lines.length} 条</b>
      {offices.size > 0 && (
        <span className="x-soft">　其中由{[...offices].join('、')}列入的，由该单位办理</span>
      )}
    </>
  )
}

function Nobody(props: { asked: TalentsAsked; path: string; isEmpty: boolean }) {
  const { asked, path, isEmpty } = props
  if (asked.page > 1)
    return (
      <Empty text="这一页没有了。" action={<Button onClick={() => asked.setPage(1)}>回到第一页</Button>} />
    )
  if (asked.isNarrowed)
    return <Empty text="没有符合条件的人才。" action={<Button onClick={asked.clear}>清除筛选</Button>} />
  if (!isEmpty) return <Empty text="该组暂无人员。" />
  return (
    <Empty
      text="名单还是空的。从档案同步，先看看会列入哪些人，核对后再应用。"
      action={
        <ButtonLink look="primary" to={`${path}?sync=1`}>
          从档案同步
        </ButtonLink>
      }
    />
  )
}
