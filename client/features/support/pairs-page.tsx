import { Link, useSearchParams } from 'react-router'
import { pairStages, type PairLine, type PairStage } from '../../../catalogue/contract/support-pairs.ts'
import { dictionary, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { casePath, casesPath } from '../../../catalogue/processes/paths.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { lightLabels } from '../../../catalogue/teaching/studio-lights.ts'
import { ExportButton } from '../../engine/exports/export-button.tsx'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { BeginButton } from '../../engine/process/begin-case.tsx'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { PairPage } from './pair-page.tsx'
import { PairsWaitingLines } from './pairs-waiting.tsx'
import { pairPath, pairsTab } from './pair-path.ts'
import { GoalLights, pairStateText } from './pair-words.tsx'
import { usePairs } from './use-pairs.ts'
import './support.css'
import './pairs.css'

/** 结对协议 of an office: those carried out, on their way or over, and the page of one. */
export function PairsPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('pair')
  if (id !== null) return <PairPage key={id} entry={entry} id={id} />
  return (
    <PageFrame
      title={entry.title}
      note="目标由平台按受援方的档案统计，起点冻结在协议的第一天"
      actions={<BeginButton type="pairAgreement" definition={processOf('pairAgreement')} />}
    >
      <PageTabs entry={entry} current={pairsTab} />
      <ul className="support-lines pair-waiting" aria-label="等本单位办理">
        <PairsWaitingLines />
      </ul>
      <PairList entry={entry} />
    </PageFrame>
  )
}

const stageLabels: Readonly<Record<PairStage, string>> = {
  active: '执行中',
  waiting: '办理中',
  over: '已结束',
}
const emptyTexts: Readonly<Record<PairStage, string>> = {
  active: '暂无执行中的结对协议。',
  waiting: '没有在办理的结对协议。',
  over: '暂无结束的结对协议。',
}

const keys = ['q', 'kind', 'light', 'stage'] as const
const kinds = dictionary('pairKind').items.map(({ code, label }) => ({ value: code, label }))
const lights = [
  { value: 'late', label: '要追的（偏慢、落后、逾期）' },
  ...Object.entries(lightLabels).map(([value, label]) => ({ value, label })),
]

function PairList({ entry }: { entry: PageEntry }) {
  const asked = useAsked(keys)
  const { page, filter } = asked
  const stage = pairStages.find((one) => one === asked.of('stage')) ?? 'active'
  const answer = usePairs({ ...filter, page, pageSize: 20 })
  const role = useSession()?.role ?? 0
  const isNarrowed = (['q', 'kind', 'light'] as const).some((key) => asked.of(key) !== '')
  return (
    <>
      <StateTabs
        label="协议的状态"
        tabs={pairStages.map((key) => ({
          key,
          label: stageLabels[key],
          ...(answer.data && { count: answer.data.stages[key] }),
        }))}
        current={stage}
        onSelect={(key) => asked.put({ stage: key === 'active' ? '' : key })}
      />
      <FilterBar
        search={{ key: 'q', label: '单位', hint: '支援方或受援方的名称' }}
        filters={[
          { kind: 'choice', key: 'kind', label: '类别', options: kinds },
          { kind: 'choice', key: 'light', label: '目标', options: lights },
        ]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      >
        <ExportButton
          title="结对协议"
          list="pairAgreements"
          query={filter}
          columns={exported}
          total={answer.data?.total}
          unit="份"
        />
      </FilterBar>
      <Loaded answer={answer} failed="结对协议打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={isNarrowed ? '没有符合条件的协议。' : emptyTexts[stage]}
              action={
                isNarrowed ? (
                  <Button onClick={() => asked.put({ q: '', kind: '', light: '' })}>清除条件</Button>
                ) : (
                  <ButtonLink to={casesPath(role, 'pairAgreement') ?? '/'}>看办理中的协议</ButtonLink>
                )
              }
            />
          ) : (
            <>
              <LineTable
                label="结对协议"
                lines={data.list}
                columns={columnsOf(entry, role).filter(
                  ({ key }) => key !== 'act' || data.list.some(({ waits }) => waits !== null),
                )}
                keyOf={({ id }) => id}
                stale={answer.isPlaceholderData}
                testId="pair"
              />
              {data.total > data.pageSize && <Pager {...data} onPage={asked.setPage} />}
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** What the file has of an agreement, as the server names it. */
const exported = [
  { key: 'supporter', title: '支援方' },
  { key: 'supported', title: '受援方' },
  { key: 'kind', title: '类别' },
  { key: 'authority', title: '备案单位' },
  { key: 'state', title: '状态' },
  { key: 'fromDay', title: '起始日' },
  { key: 'untilDay', title: '截止日' },
  { key: 'goals', title: '目标' },
  ...Object.entries(lightLabels).map(([light, title]) => ({ key: `lights.${light}`, title })),
]

const waitTexts: Readonly<Record<NonNullable<PairLine['waits']>, string>> = {
  sign: '签署',
  record: '备案',
  mend: '填写',
}

const columnsOf = (entry: PageEntry, role: number): LineColumn<PairLine>[] => [
  {
    key: 'title',
    title: '协议',
    wide: true,
    render: ({ id, title }) => <Link to={pairPath(entry, id)}>{title}</Link>,
  },
  { key: 'kind', title: '类别', render: ({ kind }) => (kind === '' ? '' : labelOf('pairKind', kind)) },
  {
    key: 'term',
    title: '期限',
    render: ({ fromDay, untilDay }) => (
      <span className="x-num">{fromDay === '' ? '未填' : `${fromDay} 至 ${untilDay}`}</span>
    ),
  },
  { key: 'authority', title: '备案单位', render: ({ authority }) => authority },
  {
    key: 'lights',
    title: '目标',
    render: ({ goals, lights: many }) => (goals === 0 ? '备案后列出' : <GoalLights lights={many} />),
  },
  { key: 'state', title: '状态', render: ({ state }) => pairStateText(state) },
  {
    key: 'act',
    title: '办理',
    render: ({ id, waits, title }) =>
      waits !== null && (
        <Link to={casePath(role, 'pairAgreement', id) ?? '/'}>
          {waitTexts[waits]}
          <span className="x-hidden">：{title}</span>
        </Link>
      ),
  },
]
