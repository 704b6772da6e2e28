import { Link } from 'react-router'
import type { SupportEffects } from '../../../catalogue/contract/support-effects.ts'
import { dictionary, labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { taskSides } from '../../../catalogue/support/tasks.ts'
import { lightLabels, type Light } from '../../../catalogue/teaching/studio-lights.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { PageTabs } from '../../engine/process/page-tabs.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { LineTable } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { GoalLight, GoalLights, lightOrder, shortNumber } from './pair-words.tsx'
import { pairPath } from './pair-path.ts'
import { useEffects } from './use-pairs.ts'
import './pairs.css'

const sideLabels: Readonly<Record<string, string>> = taskSides
const kinds = dictionary('pairKind').items.map(({ code, label }) => ({ value: code, label }))

/** 帮扶成效: how the goals of all agreements that concern the office stand. */
export function EffectsPage({ entry }: { entry: PageEntry }) {
  const asked = useAsked(['kind'] as const)
  const answer = useEffects(asked.of('kind'))
  return (
    <PageFrame title={entry.title} note="只计执行中的协议；自报的须双方确认；来访次数不算成效">
      <PageTabs entry={entry} current="effects" />
      <FilterBar
        filters={[{ kind: 'choice', key: 'kind', label: '类别', options: kinds }]}
        asked={asked}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="帮扶成效打开失败" lines={10}>
        {(effects) =>
          effects.agreements === 0 ? (
            <Empty
              text="暂无执行中的结对协议。"
              action={<ButtonLink to={`${entry.path}?tab=pairs`}>看协议</ButtonLink>}
            />
          ) : (
            <div className="pair-stack pair-table" data-testid="support-effects">
              <Sums effects={effects} />
              <ByGoal effects={effects} />
              <Late entry={entry} effects={effects} />
              <YearlyTasks entry={entry} effects={effects} />
              <ByKind effects={effects} />
            </div>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function Sums({ effects: { agreements, goals, unread, lights } }: { effects: SupportEffects }) {
  const late = (lights.slow ?? 0) + (lights.behind ?? 0) + (lights.overdue ?? 0)
  const sums = [
    ['执行中的协议', agreements],
    ['目标', goals],
    ['达成', lights.done ?? 0],
    ['正常', lights.onTime ?? 0],
    ['要追的', late],
    ['暂无读数', unread],
  ] as const
  return (
    <dl className="support-counts">
      {sums.map(([label, many]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="x-num">{many}</dd>
        </div>
      ))}
    </dl>
  )
}

type GoalRow = SupportEffects['byGoal'][number]

function ByGoal({ effects: { byGoal } }: { effects: SupportEffects }) {
  return (
    <Panel
      title="按指标"
      beside={<span className="x-soft x-dense">一格是一项目标，图和数在同一行</span>}
      flush
    >
      <LineTable
        label="按指标"
        lines={byGoal}
        keyOf={({ goal }) => goal}
        stale={false}
        testId="effect-goal"
        columns={[
          {
            key: 'label',
            title: '指标',
            wide: true,
            render: ({ label, definition }) => (
              <details className="pair-definition">
                <summary>{label}</summary>
                <p className="x-soft x-dense">{definition}</p>
              </details>
            ),
          },
          {
            key: 'goals',
            title: '目标',
            figure: true,
            render: ({ goals }) => <span className="x-num">{goals}</span>,
          },
          { key: 'bar', title: '状态的分布', render: (row) => <Bar row={row} /> },
          { key: 'lights', title: '各有几项', render: ({ lights }) => <GoalLights lights={lights} /> },
          {
            key: 'progress',
            title: '平均完成',
            figure: true,
            render: ({ progress }) => (
              <span className="x-num">{progress === null ? '–' : `${shortNumber(progress)}%`}</span>
            ),
          },
        ]}
      />
    </Panel>
  )
}

const barTones: Readonly<Record<Light, string>> = {
  done: 'pair-part-done',
  onTime: 'pair-part-on',
  slow: 'pair-part-slow',
  behind: 'pair-part-behind',
  overdue: 'pair-part-behind',
}

/** The goals of an indicator by their lights, as parts of one bar; what has no number yet stays empty. */
function Bar({ row: { goals, lights } }: { row: GoalRow }) {
  const parts = lightOrder.toReversed().filter((light) => (lights[light] ?? 0) > 0)
  const words = parts.map((light) => `${lightLabels[light]} ${lights[light] ?? 0} 项`).join('，')
  return (
    <span className="pair-bar">
      <span className="x-hidden">{words === '' ? '暂无读数' : words}</span>
      {parts.map((light) => (
        <span
          key={light}
          className={barTones[light]}
          style={{ inlineSize: `${(100 * (lights[light] ?? 0)) / Math.max(1, goals)}%` }}
        />
      ))}
    </span>
  )
}

function Late({ entry, effects: { late } }: { entry: PageEntry; effects: SupportEffects }) {
  return (
    <Panel title="落后最多的目标" beside={<span className="x-soft x-dense">至多列 20 项</span>} flush>
      {late.length === 0 ? (
        <p className="pair-foot x-soft">没有落后的目标。</p>
      ) : (
        <LineTable
          label="落后最多的目标"
          lines={late}
          keyOf={({ id, label }) => `${id} ${label}`}
          stale={false}
          testId="effect-late"
          columns={[
            {
              key: 'title',
              title: '协议',
              wide: true,
              render: ({ id, title }) => <Link to={pairPath(entry, id)}>{title}</Link>,
            },
            { key: 'label', title: '指标', render: ({ label }) => label },
            {
              key: 'progress',
              title: '完成',
              figure: true,
              render: ({ progress }) => <span className="x-num pair-late">{shortNumber(progress)}%</span>,
            },
            {
              key: 'expected',
              title: '应到',
              figure: true,
              render: ({ expected }) => <span className="x-num">{shortNumber(expected)}%</span>,
            },
            { key: 'light', title: '状态', render: ({ light }) => <GoalLight light={light} /> },
          ]}
        />
      )}
    </Panel>
  )
}

/** How the tasks of the year stand in which each agreement is. */
function YearlyTasks({ entry, effects: { tasks } }: { entry: PageEntry; effects: SupportEffects }) {
  return (
    <Panel
      title="本年度任务"
      beside={
        <span className="x-soft x-dense">
          {tasks.many} 项{tasks.unplanned > 0 && `，${tasks.unplanned} 份协议尚未定任务`}
        </span>
      }
      flush
    >
      <p className="pair-foot">
        <GoalLights lights={tasks.lights} />
      </p>
      {tasks.late.length > 0 && (
        <LineTable
          label="落后最多的年度任务"
          lines={tasks.late}
          keyOf={({ id, label }) => `${id} ${label}`}
          stale={false}
          testId="effect-task"
          columns={[
            {
              key: 'title',
              title: '协议',
              wide: true,
              render: ({ id, title }) => <Link to={pairPath(entry, id)}>{title}</Link>,
            },
            { key: 'label', title: '任务', render: ({ label }) => label },
            { key: 'side', title: '由谁完成', render: ({ side }) => sideLabels[side] ?? '' },
            {
              key: 'done',
              title: '完成',
              figure: true,
              render: ({ done, target, unit }) => (
                <span className="x-num pair-late">
                  {shortNumber(done)} / {shortNumber(target)}
                  {unit}
                </span>
              ),
            },
            { key: 'light', title: '状态', render: ({ light }) => <GoalLight light={light} /> },
          ]}
        />
      )}
    </Panel>
  )
}

function ByKind({ effects: { byKind } }: { effects: SupportEffects }) {
  return (
    <Panel title="按类别" flush>
      <LineTable
        label="按类别"
        lines={byKind}
        keyOf={({ kind }) => kind}
        stale={false}
        testId="effect-kind"
        columns={[
          { key: 'kind', title: '类别', wide: true, render: ({ kind }) => labelOf('pairKind', kind) },
          {
            key: 'agreements',
            title: '协议',
            figure: true,
            render: ({ agreements }) => <span className="x-num">{agreements}</span>,
          },
          {
            key: 'goals',
            title: '目标',
            figure: true,
            render: ({ goals }) => <span className="x-num">{goals}</span>,
          },
          {
            key: 'late',
            title: '要追的',
            figure: true,
            render: ({ late }) => <span className="x-num">{late}</span>,
          },
        ]}
      />
    </Panel>
  )
}
