import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import type { StudioBoard } from '../../../catalogue/contract/teaching/studios.ts'
import { measureNames, measures, type MeasureName } from '../../../catalogue/teaching/studio-measures.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { useStudioCalls } from './use-studios.ts'

interface Row {
  readonly key: number
  readonly measure: string
  readonly label: string
  readonly target: string
  readonly dueOn: string
  readonly stated: string
  readonly note: string
}

const options = measureNames.map((code) => ({ code, label: measures[code].label }))
const measureOf = (code: string): MeasureName => measureNames.find((one) => one === code) ?? 'stated'
const firstRow = { measure: 'activitiesHosted', label: '', target: '', dueOn: '', stated: '0', note: '' }

/** The tasks of a year, written whole: what is counted, how many, until when. */
export function PlanEditor({ board, back }: { board: StudioBoard; back: string }) {
  const { year } = board
  const keptAs = `studio.plan.${board.id}.${year.no}`
  const [kept] = useState(() => rowsIn(draftOf(keptAs)?.values['rows']))
  const [rows, setRows] = useState<readonly Row[]>(
    () =>
      kept ??
      (board.tasks.length === 0
        ? [{ ...firstRow, key: 1 }]
        : board.tasks.map(({ no, measure, label, target, dueOn, done, note }) => ({
            note,
            key: no,
            measure,
            label: label === measures[measure].label ? '' : label,
            target: String(target),
            dueOn: dueOn ?? '',
            stated: measure === 'stated' ? String(done) : '0',
          }))),
  )
  const [isTouched, setTouched] = useState(kept !== null)
  const navigate = useNavigate()
  const { plan } = useStudioCalls()
  const { busy, faults, run } = useAct([])
  const pass = useLeaveGuard(isTouched)
  useEffect(() => {
    if (isTouched) keepDraft(keptAs, { rows }, year.version)
  }, [isTouched, keptAs, rows, year.version])
  const change = (next: readonly Row[]) => {
    setRows(next)
    setTouched(true)
  }
  const save = async () => {
    await plan(board.id, { year: year.no, version: year.version, tasks: rows.map(taskOf) })
    notify.success('年度任务已保存')
    dropDraft(keptAs)
    pass()
    await navigate(back)
  }
  return (
    <PageFrame
      title={`第 ${year.no} 年的任务`}
      crumbs={[{ label: board.name, to: back }, { label: '年度任务' }]}
      note={`${year.from} 至 ${year.to}；提交考核以后不再改`}
    >
      <div className="studio-stack">
        {rows.map((row, index) => (
          <Task
            key={row.key}
            row={row}
            place={index + 1}
            onChange={(more) => change(rows.map((one) => (one === row ? { ...one, ...more } : one)))}
            onRemove={() => change(rows.filter((one) => one !== row))}
          />
        ))}
        {faults['form'] !== undefined && (
          <ErrorBox title="没有保存成" detail={faults['form']} kept="填写的内容都还在" />
        )}
        <div className="studio-acts">
          <Button
            icon="add"
            onClick={() =>
              change([...rows, { ...firstRow, key: 1 + Math.max(0, ...rows.map(({ key }) => key)) }])
            }
          >
            加一项
          </Button>
          <Button look="primary" busy={busy} onClick={() => void run(save)}>
            保存任务
          </Button>
          <ButtonLink to={back}>返回</ButtonLink>
        </div>
      </div>
    </PageFrame>
  )
}

/** A copy of unsaved rows on this computer; null where there is none, or of an older make. */
function rowsIn(copy: unknown): readonly Row[] | null {
  const parsed = z
    .array(
      z.object({
        key: z.number(),
        measure: z.string(),
        label: z.string(),
        target: z.string(),
        dueOn: z.string(),
        stated: z.string(),
        note: z.string(),
      }),
    )
    .safeParse(copy)
  return parsed.success ? parsed.data : null
}

const numberIn = (text: string): number => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : 0)

const taskOf = ({ measure, label, target, dueOn, stated, note }: Row) => ({
  measure: measureOf(measure),
  label: label.trim(),
  target: numberIn(target),
  dueOn: dueOn === '' ? null : dueOn,
  stated: numberIn(stated),
  note,
})

function Task(props: {
  row: Row
  place: number
  onChange: (more: Partial<Row>) => void
  onRemove: () => void
}) {
  const { row, place, onChange, onRemove } = props
  const isStated = row.measure === 'stated'
  return (
    <fieldset className="x-panel" data-testid="plan-row">
      <legend className="x-hidden">第 {place} 项任务</legend>
      <div className="x-panel-body studio-fields">
        <Choice
          isRequired
          label="按什么计数"
          value={row.measure}
          options={options}
          onChange={(measure) => onChange({ measure })}
        />
        <TextField
          label={isStated ? '任务' : '名称（可不填）'}
          value={row.label}
          onChange={(label) => onChange({ label })}
        />
        <TextField
          label="目标"
          inputMode="numeric"
          value={row.target}
          onChange={(target) => onChange({ target })}
        />
        <TextField
          label="期限（可不填）"
          type="date"
          value={row.dueOn}
          onChange={(dueOn) => onChange({ dueOn })}
        />
        {isStated ? (
          <TextField
            label="已完成"
            inputMode="numeric"
            value={row.stated}
            onChange={(stated) => onChange({ stated })}
          />
        ) : (
          <span />
        )}
        <Button onClick={onRemove}>
          移除<span className="x-hidden">第 {place} 项</span>
        </Button>
      </div>
    </fieldset>
  )
}
