import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { AmendedGoal, PairBoard } from '../../../catalogue/contract/support-pairs.ts'
import { dictionary } from '../../../catalogue/dictionaries/dictionaries.ts'
import { goalKinds, statedGoal } from '../../../catalogue/support/goals.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { OfferedCopy } from '../../engine/form/offered-copy.tsx'
import { useTypedCopy } from '../../engine/form/use-typed-copy.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { usePairCalls } from './use-pairs.ts'

const typedRow = z.object({
  key: z.number(),
  no: z.number().nullable(),
  goal: z.string(),
  stated: z.string(),
  unit: z.string(),
  start: z.string(),
  direction: z.string(),
  target: z.string(),
  dueOn: z.string(),
})
type Row = z.infer<typeof typedRow>
const typedAmendment = z.object({ rows: z.array(typedRow), reason: z.string() })

const directions = dictionary('pairDirection').items
const goals = dictionary('pairGoal').items

const rowsOf = (board: PairBoard): Row[] =>
  board.goals.map((goal) => ({
    key: goal.no,
    no: goal.no,
    goal: goal.goal,
    stated: goal.isStated ? goal.label : '',
    unit: goal.isStated ? goal.unit : '',
    start: goal.isStated ? String(goal.baseline?.value ?? '') : '',
    direction: goal.direction,
    target: String(goal.target),
    dueOn: goal.dueOn ?? '',
  }))

const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
const given = (text: string): string | null => (text === '' ? null : text)

const goalOf = ({ no, goal, stated, unit, start, direction, target, dueOn }: Row): AmendedGoal => {
  const isStated = goal === statedGoal
  return {
    no,
    goal,
    stated: isStated ? given(stated) : null,
    unit: isStated ? given(unit) : null,
    start: isStated && start !== '' ? numberIn(start) : null,
    direction: direction === '2' ? '2' : '1',
    target: numberIn(target),
    dueOn: given(dueOn),
  }
}

/** A supplement: the goals as they are to be, which the other side agrees to or refuses. */
export function AmendEditor({ board, back }: { board: PairBoard; back: string }) {
  const copy = useTypedCopy({
    key: `pair-amendment/${board.id}`,
    schema: typedAmendment,
    start: () => ({ rows: rowsOf(board), reason: '' }),
    version: board.amendments.length,
  })
  const { typed, change } = copy
  const { amend } = usePairCalls(board.id)
  const { busy, faults, run } = useAct(['reason'])
  const pass = useLeaveGuard(copy.isDue)
  const navigate = useNavigate()
  const submit = () =>
    run(async () => {
      await amend({ goals: typed.rows.map(goalOf), reason: typed.reason })
      copy.settle(typed)
      pass()
      notify.success('补充已送对方，等对方同意')
      await navigate(back)
    })
  const put = (row: Row, more: Partial<Row>) =>
    change({ rows: typed.rows.map((one) => (one === row ? { ...one, ...more } : one)) })
  return (
    <PageFrame
      title="补充协议"
      crumbs={[{ label: board.title, to: back }, { label: '补充协议' }]}
      note="对方同意后生效；起点不变，原来的目标仍看得到"
    >
      <form
        className="pair-stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <OfferedCopy what="协议" {...copy} />
        {typed.rows.map((row, index) => (
          <GoalRow
            key={row.key}
            row={row}
            place={index + 1}
            onChange={(more) => put(row, more)}
            onRemove={() => change({ rows: typed.rows.filter((one) => one !== row) })}
          />
        ))}
        <div>
          <Button icon="add" onClick={() => change({ rows: [...typed.rows, newRow(typed.rows)] })}>
            加一项目标
          </Button>
        </div>
        <TextBox
          label="补充的原因"
          required
          most={500}
          value={typed.reason}
          fault={faults['reason']}
          onChange={(reason) => change({ reason })}
        />
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

const newRow = (rows: readonly Row[]): Row => ({
  key: 100 + Math.max(0, ...rows.map(({ key }) => key)),
  no: null,
  goal: '01',
  stated: '',
  unit: '',
  start: '',
  direction: '1',
  target: '',
  dueOn: '',
})

function GoalRow(props: {
  row: Row
  place: number
  onChange: (more: Partial<Row>) => void
  onRemove: () => void
}) {
  const { row, place, onChange, onRemove } = props
  const isNew = row.no === null
  const isStated = row.goal === statedGoal
  return (
    <fieldset className="x-panel" data-testid="amend-row">
      <legend className="x-hidden">第 {place} 项目标</legend>
      <div className="x-panel-body pair-fields">
        {isNew ? (
          <Choice
            isRequired
            label="指标"
            value={row.goal}
            options={goals}
            onChange={(goal) => onChange({ goal })}
          />
        ) : (
          <p className="pair-fixed">
            <span className="x-soft x-dense">指标</span>
            {isStated ? `${row.stated}（自报）` : goalKinds[row.goal]?.label}
          </p>
        )}
        {isNew && isStated && (
          <>
            <TextField label="名称" value={row.stated} onChange={(stated) => onChange({ stated })} />
            <TextField label="单位" value={row.unit} onChange={(unit) => onChange({ unit })} />
            <TextField
              label="起点"
              inputMode="decimal"
              value={row.start}
              onChange={(start) => onChange({ start })}
            />
          </>
        )}
        <Choice
          isRequired
          label="方向"
          value={row.direction}
          options={directions}
          onChange={(direction) => onChange({ direction })}
        />
        <TextField
          label="目标值"
          inputMode="decimal"
          value={row.target}
          onChange={(target) => onChange({ target })}
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
