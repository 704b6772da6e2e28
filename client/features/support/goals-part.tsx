import { useState } from 'react'
import type { PairBoard, PairGoalShown, PairReading } from '../../../catalogue/contract/support-pairs.ts'
import { lateLights, lightLabels } from '../../../catalogue/teaching/studio-lights.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { GoalLight, shortNumber } from './pair-words.tsx'

/** The goals of an agreement: where each began, where it is, where it is to be, and where time says it should be. */
export function GoalsPart({ board }: { board: PairBoard }) {
  const [opened, setOpened] = useState<number | null>(null)
  const { goals } = board
  const goal = goals.find(({ no }) => no === opened)
  return (
    <Panel title="目标" beside={<span className="x-soft x-dense">{findingOf(goals)}</span>} flush>
      {goals.length === 0 ? (
        <Empty text="协议备案以后，这里列出目标；执行的第一天冻结起点。" />
      ) : (
        <>
          <Legend hasBeside={goals.some(({ beside }) => beside !== null)} />
          <div className="pair-table">
            <LineTable
              label="目标"
              lines={goals}
              columns={columnsOf(board, setOpened)}
              keyOf={({ no }) => String(no)}
              stale={false}
              testId="pair-goal"
            />
          </div>
          <p className="pair-foot x-soft x-dense">{howCounted}</p>
        </>
      )}
      {goal && <GoalDialog goal={goal} onClose={() => setOpened(null)} />}
    </Panel>
  )
}

const howCounted =
  '完成 =（现在 − 起点）÷（目标 − 起点），可以小于 0 或大于 100%；应到 = 已过天数 ÷ 全部天数。' +
  '自报的由双方确认，虚线表示；来访次数不算成效。'

/** One sentence on how the goals stand. */
function findingOf(goals: readonly PairGoalShown[]): string {
  const late = goals.filter(({ light }) => light !== null && lateLights.includes(light))
  const unread = goals.filter(({ light }) => light === null).length
  const well = goals.length - late.length - unread
  return [
    well > 0 && `${well} 项在路上`,
    late.length > 0 && `${late.length} 项要追：${late.map(({ label }) => label).join('、')}`,
    unread > 0 && `${unread} 项暂无读数`,
  ]
    .filter(Boolean)
    .join('，')
}

function Legend({ hasBeside }: { hasBeside: boolean }) {
  return (
    <p className="pair-legend x-dense" aria-hidden="true">
      <span className="pair-key pair-key-start" /> 起点
      <span className="pair-key pair-key-now" /> 现在
      <span className="pair-key pair-key-target" /> 目标
      {hasBeside && (
        <>
          <span className="pair-key pair-key-beside" /> 同县区同类未结对的
        </>
      )}
    </p>
  )
}

const shown = (reading: PairReading | null): string =>
  reading === null || reading.value === null ? '–' : shortNumber(reading.value)

const columnsOf = ({ gone }: PairBoard, open: (no: number) => void): LineColumn<PairGoalShown>[] => [
  {
    key: 'label',
    title: '指标',
    wide: true,
    render: ({ no, label, isStated }) => (
      <Button look="text" onClick={() => open(no)}>
        {label}
        {isStated && '（自报）'}
        <span className="x-hidden">，看口径和历次读数</span>
      </Button>
    ),
  },
  { key: 'line', title: '起点 → 现在 → 目标', render: (goal) => <GoalLine goal={goal} /> },
  {
    key: 'numbers',
    title: '数值',
    render: ({ baseline, now, target, unit, beside }) => (
      <span className="x-num pair-numbers">
        {shown(baseline)} → {shown(now)} → {shortNumber(target)}
        {unit}
        {beside !== null && (
          <span className="x-soft x-dense">
            　未结对 {beside.many} 所 {shortNumber(beside.value)}
            {unit}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'progress',
    title: '完成',
    figure: true,
    render: ({ progress, light }) => (
      <span className={isLate(light) ? 'x-num pair-late' : 'x-num'}>
        {progress === null ? '–' : `${shortNumber(progress)}%`}
      </span>
    ),
  },
  {
    key: 'expected',
    title: '应到',
    figure: true,
    render: () => <span className="x-num x-soft">{shortNumber(gone.share)}%</span>,
  },
  {
    key: 'light',
    title: '状态',
    render: ({ light, problem }) =>
      light === null ? <span className="x-soft">{problem ?? '暂无读数'}</span> : <GoalLight light={light} />,
  },
]

const isLate = (light: PairGoalShown['light']): boolean => light !== null && lateLights.includes(light)

const width = 220

/** One goal on its own scale: from where to where, where it is to be, and those without a partner in grey. */
function GoalLine({ goal }: { goal: PairGoalShown }) {
  const { baseline, now, target, beside, light, label } = goal
  const values = [baseline?.value, now?.value, target, beside?.value].flatMap((value) => value ?? [])
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const at = (value: number) => 10 + ((value - low) / (high - low || 1)) * (width - 20)
  return (
    <>
      <span className="x-hidden">
        {label}：{wordsOf(goal)}
      </span>
      <svg
        className={isLate(light) ? 'pair-line pair-line-late' : 'pair-line'}
        viewBox={`0 0 ${width} 28`}
        aria-hidden="true"
      >
        <line className="pair-line-base" x1={0} x2={width} y1={12} y2={12} />
        <GoalWay goal={goal} at={at} />
        <line className="pair-line-target" x1={at(target)} x2={at(target)} y1={3} y2={21} />
        {beside !== null && <circle className="pair-line-beside" cx={at(beside.value)} cy={23} r={3.5} />}
      </svg>
    </>
  )
}

/** What a goal has come, from its baseline to its number of now; a stated one is broken. */
function GoalWay({ goal, at }: { goal: PairGoalShown; at: (value: number) => number }) {
  const [from, to] = [goal.baseline?.value ?? null, goal.now?.value ?? null]
  const way = goal.isStated ? 'pair-line-way pair-line-stated' : 'pair-line-way'
  return (
    <>
      {from !== null && to !== null && <line className={way} x1={at(from)} x2={at(to)} y1={12} y2={12} />}
      {from !== null && <circle className="pair-line-start" cx={at(from)} cy={12} r={5} />}
      {to !== null && <circle className="pair-line-now" cx={at(to)} cy={12} r={5.5} />}
    </>
  )
}

const wordsOf = ({ baseline, now, target, unit, light }: PairGoalShown): string =>
  [
    `起点 ${shown(baseline)}`,
    `现在 ${shown(now)}`,
    `目标 ${shortNumber(target)}${unit}`,
    light === null ? '暂无读数' : lightLabels[light],
  ].join('，')

const kindLabels: Readonly<Record<PairReading['kind'], string>> = {
  baseline: '起点',
  september: '9 月 1 日',
  midterm: '中期',
  end: '结束',
  today: '今天',
  stated: '自报，双方已确认',
}

/** What is counted for a goal, every number that was read, and the targets that stood before. */
function GoalDialog({ goal, onClose }: { goal: PairGoalShown; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  const { label, definition, readings, versions, unit } = goal
  return (
    <dialog ref={dialog} className="x-dialog" aria-labelledby="pair-goal-head">
      <h2 id="pair-goal-head">{label}</h2>
      <p className="x-soft">{definition}</p>
      {readings.length === 0 ? (
        <Empty text="暂无读数。" />
      ) : (
        <LineTable
          label="历次读数"
          lines={readings}
          columns={[
            { key: 'kind', title: '读数', wide: true, render: ({ kind }) => kindLabels[kind] },
            { key: 'day', title: '日期', render: ({ day }) => <span className="x-num">{day}</span> },
            {
              key: 'counts',
              title: '分子 / 分母',
              figure: true,
              render: ({ n, of }) => (
                <span className="x-num">{of === null ? '–' : `${shortNumber(n ?? 0)} / ${of}`}</span>
              ),
            },
            {
              key: 'value',
              title: '数值',
              figure: true,
              render: ({ value }) => (
                <span className="x-num">
                  {value === null ? '–' : shortNumber(value)}
                  {unit}
                </span>
              ),
            },
          ]}
          keyOf={({ kind, day }) => `${kind} ${day}`}
          stale={false}
          testId="pair-reading"
        />
      )}
      <div className="pair-past">
        <h3>目标的版本</h3>
        <ul className="pair-versions">
          {versions.map(({ version, target, dueOn, fromOn, toOn, amendment }) => (
            <li key={version} className={toOn === null ? undefined : 'x-soft'}>
              第 {version} 版：{shortNumber(target)}
              {unit}
              {dueOn !== null && `，期限 ${dueOn}`}，{fromOn} 起{toOn === null ? '，现行' : `至 ${toOn}`}
              {amendment === null ? '（协议）' : `（第 ${amendment} 份补充）`}
            </li>
          ))}
        </ul>
      </div>
      <footer>
        <Button onClick={onClose}>关闭</Button>
      </footer>
    </dialog>
  )
}
