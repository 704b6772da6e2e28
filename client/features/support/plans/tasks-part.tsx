import { useState } from 'react'
import type { PairTasks, PairTaskShown } from '../../../../catalogue/contract/support-plans.ts'
import { statedMeasure, taskSides } from '../../../../catalogue/support/tasks.ts'
import { lateLights } from '../../../../catalogue/teaching/studio-lights.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { Empty } from '../../../ui/feedback/empty.tsx'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Choice } from '../../../ui/forms/choice.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { GoalLight, shortNumber } from '../pair-words.tsx'
import { StatementForm, Statements, type StatedLine } from '../statements-part.tsx'
import { ProposalLine } from './proposal-line.tsx'
import { usePairTasks } from './use-plans.ts'

/** The tasks of a year of an agreement: who, by when, how much is done of it; and what waits for an answer. */
export function TasksPart({ agreement, planPath }: { agreement: string; planPath: string }) {
  const [year, setYear] = useState<number | null>(null)
  const answer = usePairTasks(agreement, year)
  return (
    <Loaded answer={answer} failed="年度任务打开失败" lines={5}>
      {(data) =>
        data.year === null ? null : (
          <Panel
            title="年度任务"
            beside={
              <span className="x-soft x-dense">
                {data.year.from} 至 {data.year.to}
              </span>
            }
            extra={
              data.mayPlan && (
                <ButtonLink to={`${planPath}&year=${data.year.no}`}>
                  {data.tasks.length === 0 ? '写年度任务' : '调整任务'}
                </ButtonLink>
              )
            }
          >
            <div className="pair-tasks" data-testid="pair-tasks">
              {data.years.length > 1 && (
                <Choice
                  isRequired
                  label="年度"
                  value={String(data.year.no)}
                  options={data.years.map(({ no, from, to }) => ({
                    code: String(no),
                    label: `第 ${no} 年（${from.slice(0, 7)} 至 ${to.slice(0, 7)}）`,
                  }))}
                  onChange={(no) => setYear(Number(no))}
                />
              )}
              {data.proposals
                .filter(({ state }, index) => state === 'waiting' || (index === 0 && state === 'refused'))
                .map((one) => (
                  <ProposalLine key={one.id} agreement={agreement} proposal={one} tasks={data.tasks} />
                ))}
              <Tasks data={data} agreement={agreement} />
            </div>
          </Panel>
        )
      }
    </Loaded>
  )
}

function Tasks({ data, agreement }: { data: PairTasks; agreement: string }) {
  const [isWriting, setWriting] = useState(false)
  const stated = data.tasks.filter(({ measure }) => measure === statedMeasure)
  const lines = stated.flatMap(({ label, unit, statements }) =>
    statements.map((one): StatedLine => ({ ...one, label, unit })),
  )
  if (data.tasks.length === 0) return <Empty text="本年度尚未定任务。由一方提出，另一方同意后生效。" />
  return (
    <>
      <ul className="pair-task-list" aria-label="年度任务">
        {data.tasks.map((task) => (
          <TaskLine key={task.no} task={task} />
        ))}
      </ul>
      <p className="x-soft x-dense">按类别的任务只计双方已确认的台账；其余由一方填写依据，另一方确认。</p>
      {data.mayState && !isWriting && (
        <div>
          <Button onClick={() => setWriting(true)}>填写完成情况</Button>
        </div>
      )}
      {isWriting && (
        <StatementForm
          agreement={agreement}
          year={data.year?.no ?? null}
          things={stated}
          onDone={() => setWriting(false)}
        />
      )}
      {lines.length > 0 && <Statements agreement={agreement} lines={lines} />}
    </>
  )
}

function TaskLine({ task }: { task: PairTaskShown }) {
  const { label, unit, done, target, light, side, dueOn, measure } = task
  return (
    <li data-testid="pair-task">
      <span>
        <b>{label}</b>
        <span className="x-soft x-dense">
          {taskSides[side]}
          {dueOn !== null && `，${dueOn} 前`}
          {measure === statedMeasure && '，双方填写'}
        </span>
      </span>
      <span className={lateLights.includes(light) ? 'pair-late' : undefined}>
        <span className="x-num">
          {shortNumber(done)} / {shortNumber(target)}
        </span>
        {unit}
      </span>
      <GoalLight light={light} />
    </li>
  )
}
