import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { PairBoard } from '../../../../catalogue/contract/support-pairs.ts'
import type { PairPlanDraft, PairTasks } from '../../../../catalogue/contract/support-plans.ts'
import {
  labelOfMeasure,
  statedMeasure,
  taskMeasures,
  taskSides,
  unitOfMeasure,
} from '../../../../catalogue/support/tasks.ts'
import { useLeaveGuard } from '../../../engine/form/leave-guard.ts'
import { OfferedCopy } from '../../../engine/form/offered-copy.tsx'
import { useTypedCopy } from '../../../engine/form/use-typed-copy.ts'
import { Loaded } from '../../../platform/api/loaded.tsx'
import { useAct } from '../../../platform/api/use-act.ts'
import { ErrorBox } from '../../../ui/feedback/error-box.tsx'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../../ui/forms/button.tsx'
import { Choice } from '../../../ui/forms/choice.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { PageFrame } from '../../../ui/layout/page-frame.tsx'
import { usePairTasks, usePlanCalls } from './use-plans.ts'

const typedRow = z.object({
  key: z.number(),
  measure: z.enum(taskMeasures),
  label: z.string(),
  unit: z.string(),
  target: z.string(),
  side: z.enum(['supporter', 'supported', 'both']),
  dueOn: z.string(),
})
type Row = z.infer<typeof typedRow>
const typedPlan = z.object({ rows: z.array(typedRow) })

const measures = taskMeasures.map((code) => ({
  code,
  label: code === statedMeasure ? labelOfMeasure(code) : `${labelOfMeasure(code)}（${unitOfMeasure(code)}）`,
}))
const sides = Object.entries(taskSides).map(([code, label]) => ({ code, label }))
const firstRow: Row = {
  key: 1,
  measure: '1',
  label: '',
  unit: '',
  target: '',
  side: 'supporter',
  dueOn: '',
}

/** The tasks of a year, written whole: what, how many, by whom, until when. The other side agrees to them. */
export function PlanEditor(props: { board: PairBoard; year: number | null; back: string }) {
  const answer = usePairTasks(props.board.id, props.year)
  return (
    <Loaded answer={answer} failed="年度任务打开失败" lines={8}>
      {(tasks) => (tasks.year === null ? null : <Editor {...props} tasks={tasks} year={tasks.year} />)}
    </Loaded>
  )
}

const rowsOf = ({ tasks }: PairTasks): Row[] =>
  tasks.length === 0
    ? [firstRow]
    : tasks.map(({ no, measure, label, unit, target, side, dueOn }) => ({
        key: no,
        measure: taskMeasures.find((one) => one === measure) ?? statedMeasure,
        label: label === labelOfMeasure(measure) ? '' : label,
        unit: measure === statedMeasure ? unit : '',
        target: String(target),
        side,
        dueOn: dueOn ?? '',
      }))

const taskOf = ({ key: _key, target, dueOn, label, unit, ...row }: Row): PairPlanDraft['tasks'][number] => ({
  ...row,
  label: label.trim(),
  unit: row.measure === statedMeasure ? unit.trim() : '',
  target: target.trim() === '' ? Number.NaN : Number(target),
  dueOn: dueOn === '' ? null : dueOn,
})

function Editor(props: {
  board: PairBoard
  tasks: PairTasks
  year: NonNullable<PairTasks['year']>
  back: string
}) {
  const { board, tasks, year, back } = props
  const copy = useTypedCopy({
    key: `pair-plan/${board.id}/${year.no}`,
    schema: typedPlan,
    start: () => ({ rows: rowsOf(tasks) }),
    version: tasks.proposals.length,
  })
  const { typed, change } = copy
  const { propose } = usePlanCalls(board.id)
  const { busy, faults, run } = useAct([])
  const pass = useLeaveGuard(copy.isDue)
  const navigate = useNavigate()
  const submit = () =>
    run(async () => {
      await propose({ year: year.no, tasks: typed.rows.map(taskOf) })
      copy.settle(typed)
      pass()
      notify.success('年度任务已送对方，等对方同意')
      await navigate(back)
    })
  return (
    <PageFrame
      title={`第 ${year.no} 年的任务`}
      crumbs={[{ label: board.title, to: back }, { label: '年度任务' }]}
      note={`${year.from} 至 ${year.to}；对方同意后生效`}
    >
      <form
        className="pair-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <OfferedCopy what="年度任务" {...copy} />
        {typed.rows.map((row, index) => (
          <TaskRow
            key={row.key}
            row={row}
            place={index + 1}
            onChange={(more) =>
              change({ rows: typed.rows.map((one) => (one === row ? { ...one, ...more } : one)) })
            }
            onRemove={() => change({ rows: typed.rows.filter((one) => one !== row) })}
          />
        ))}
        <div>
          <Button
            icon="add"
            onClick={() =>
              change({
                rows: [
                  ...typed.rows,
                  { ...firstRow, key: 100 + Math.max(0, ...typed.rows.map(({ key }) => key)) },
                ],
              })
            }
          >
            加一项任务
          </Button>
        </div>
        {faults['form'] !== undefined && (
          <ErrorBox title="没有送出" detail={faults['form']} kept="填写的内容都还在" />
        )}
        <div className="pair-acts">
          <Button type="submit" look="primary" busy={busy}>
            送对方同意
          </Button>
          <ButtonLink to={back}>返回</ButtonLink>
        </div>
      </form>
    </PageFrame>
  )
}

function TaskRow(props: {
  row: Row
  place: number
  onChange: (more: Partial<Row>) => void
  onRemove: () => void
}) {
  const { row, place, onChange, onRemove } = props
  const isStated = row.measure === statedMeasure
  return (
    <fieldset className="x-panel" data-testid="plan-row">
      <legend className="x-hidden">第 {place} 项任务</legend>
      <div className="x-panel-body pair-fields">
        <Choice
          isRequired
          label="按什么计数"
          value={row.measure}
          options={measures}
          onChange={(code) => onChange({ measure: taskMeasures.find((one) => one === code) ?? '1' })}
        />
        <TextField
          label={isStated ? '任务名称' : '任务名称（可不填）'}
          value={row.label}
          onChange={(label) => onChange({ label })}
        />
        {isStated && <TextField label="单位" value={row.unit} onChange={(unit) => onChange({ unit })} />}
        <TextField
          label="目标"
          inputMode="decimal"
          value={row.target}
          onChange={(target) => onChange({ target })}
        />
        <Choice
          isRequired
          label="由谁完成"
          value={row.side}
          options={sides}
          onChange={(code) => onChange({ side: typedRow.shape.side.catch('supporter').parse(code) })}
        />
        <TextField
          label="期限（可不填）"
          type="date"
          value={row.dueOn}
          onChange={(dueOn) => onChange({ dueOn })}
        />
        <Button onClick={onRemove}>
          移除<span className="x-hidden">第 {place} 项</span>
        </Button>
      </div>
    </fieldset>
  )
}
