import { useState } from 'react'
import { z } from 'zod'
import type { PairBoard, PairStatement } from '../../../catalogue/contract/support-pairs.ts'
import { statementForm } from '../../../catalogue/support/goals.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { OfferedCopy } from '../../engine/form/offered-copy.tsx'
import { useTypedCopy } from '../../engine/form/use-typed-copy.ts'
import { FieldValue } from '../../engine/record/field-value.tsx'
import { ReasonDialog } from '../../engine/record/reason-dialog.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { shortNumber } from './pair-words.tsx'
import { usePairCalls } from './use-pairs.ts'

/** A number that was stated, with what it is about. */
export type StatedLine = PairStatement & { readonly label: string; readonly unit: string }

/** Numbers that a side stated of goals that no figure knows, and what the other side said of them. */
export function StatementsPart({ board }: { board: PairBoard }) {
  const [isWriting, setWriting] = useState(false)
  const stated = board.goals.filter((goal) => goal.isStated)
  if (stated.length === 0) return null
  const lines = stated.flatMap(({ label, unit, statements }) =>
    statements.map((one): StatedLine => ({ ...one, label, unit })),
  )
  return (
    <Panel
      title="自报指标"
      beside={<span className="x-soft x-dense">对方确认后才算</span>}
      extra={board.mayState && !isWriting && <Button onClick={() => setWriting(true)}>填写数值</Button>}
    >
      {isWriting && (
        <StatementForm agreement={board.id} year={null} things={stated} onDone={() => setWriting(false)} />
      )}
      {lines.length === 0 ? (
        <Empty text="暂无填写记录。由一方写数值和依据，另一方核对。" />
      ) : (
        <Statements agreement={board.id} lines={lines} />
      )}
    </Panel>
  )
}

const stateLabels: Readonly<Record<PairStatement['state'], string>> = {
  waiting: '待对方确认',
  confirmed: '已确认',
  disputed: '有异议',
  withdrawn: '已撤回',
}

/** What was stated, a line each, with what the reader may do about it. */
export function Statements({ agreement, lines }: { agreement: string; lines: readonly StatedLine[] }) {
  const [disputes, setDisputes] = useState<StatedLine | null>(null)
  const { answerStatement } = usePairCalls(agreement)
  const { busy, faults, run } = useAct([])
  const send = (line: StatedLine, answer: 'confirmed' | 'disputed' | 'withdrawn', words = '') =>
    run(async () => {
      await answerStatement(line.id, { answer, words })
      notify.success(stateLabels[answer])
    })
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <LineTable
        label="自报指标的填写"
        lines={lines}
        columns={columnsOf({
          busy,
          onAnswer: (line, answer) => void send(line, answer),
          onDispute: setDisputes,
        })}
        keyOf={({ id }) => id}
        stale={false}
        testId="pair-statement"
      />
      {disputes !== null && (
        <ReasonDialog
          question={{
            title: '对本次填写提出异议',
            text: '这次的数值不计入成效，对方会收到理由，可以改好再填。',
            ok: '提出异议',
            label: '理由',
            samples: ['和依据对不上', '统计的日期不对'],
          }}
          busy={busy}
          onAnswer={(words) => {
            setDisputes(null)
            if (words !== null) void send(disputes, 'disputed', words)
          }}
        />
      )}
    </>
  )
}

interface Acts {
  readonly busy: boolean
  readonly onAnswer: (line: StatedLine, answer: 'confirmed' | 'withdrawn') => void
  readonly onDispute: (line: StatedLine) => void
}

const columnsOf = ({ busy, onAnswer, onDispute }: Acts): LineColumn<StatedLine>[] => [
  { key: 'label', title: '指标', wide: true, render: ({ label }) => label },
  {
    key: 'value',
    title: '数值',
    figure: true,
    render: ({ value, unit }) => (
      <span className="x-num">
        {shortNumber(value)}
        {unit}
      </span>
    ),
  },
  { key: 'day', title: '日期', render: ({ day }) => <span className="x-num">{day}</span> },
  {
    key: 'evidence',
    title: '依据和材料',
    render: ({ evidence, files }) => (
      <>
        {evidence}
        {files.length > 0 && <FieldValue field={statementForm.fields.files} value={files} />}
      </>
    ),
  },
  { key: 'by', title: '填写', render: ({ by }) => by },
  {
    key: 'state',
    title: '状态',
    render: ({ state, answer }) =>
      answer === null ? stateLabels[state] : `${stateLabels[state]}：${answer}`,
  },
  {
    key: 'acts',
    title: '办理',
    render: (line) => (
      <span className="pair-acts">
        {line.may === 'answer' && (
          <>
            <Button busy={busy} onClick={() => onAnswer(line, 'confirmed')}>
              确认<span className="x-hidden">{line.label}</span>
            </Button>
            <Button look="text" onClick={() => onDispute(line)}>
              有异议<span className="x-hidden">：{line.label}</span>
            </Button>
          </>
        )}
        {line.may === 'withdraw' && (
          <Button look="text" busy={busy} onClick={() => onAnswer(line, 'withdrawn')}>
            撤回<span className="x-hidden">{line.label}</span>
          </Button>
        )}
      </span>
    ),
  },
]

const typedStatement = z.object({
  /** The number of the statement, so that one sent twice is one. */
  id: z.string(),
  no: z.string(),
  day: z.string(),
  value: z.string(),
  evidence: z.string(),
  files: z.array(z.string()),
})

const noRow = {}
const stay = () => undefined
/** What is no number is told by the server at its field. */
const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))

/** The form of a number that nothing counts: of a goal, or of a task of a year. */
export function StatementForm(props: {
  agreement: string
  /** The year of the tasks; null for goals. */
  year: number | null
  things: readonly { readonly no: number; readonly label: string; readonly unit: string }[]
  onDone: () => void
}) {
  const { agreement, year, things, onDone } = props
  const copy = useTypedCopy({
    key: `pair-statement/${agreement}/${year ?? 'goals'}`,
    schema: typedStatement,
    start: () => ({
      id: newUuid(),
      no: String(things[0]?.no ?? ''),
      day: '',
      value: '',
      evidence: '',
      files: [],
    }),
    version: 0,
  })
  const { typed, change } = copy
  const { state } = usePairCalls(agreement)
  const { busy, faults, run } = useAct(['no', 'day', 'value', 'evidence', 'files'])
  const pass = useLeaveGuard(copy.isDue)
  const submit = () =>
    run(async () => {
      const { id, no, day, value, evidence, files } = typed
      await state({ id, no: Number(no), year, day, value: numberIn(value), evidence, files })
      copy.settle(typed)
      pass()
      notify.success('已填写，等对方确认')
      onDone()
    })
  return (
    <form
      className="pair-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <OfferedCopy what="自报" {...copy} />
      <Choice
        isRequired
        label={year === null ? '指标' : '任务'}
        value={typed.no}
        fault={faults['no']}
        options={things.map(({ no, label, unit }) => ({ code: String(no), label: `${label}（${unit}）` }))}
        onChange={(no) => change({ no })}
      />
      <TextField
        label="数值"
        inputMode="decimal"
        value={typed.value}
        fault={faults['value']}
        onChange={(value) => change({ value })}
      />
      <TextField
        label="统计日期"
        type="date"
        value={typed.day}
        fault={faults['day']}
        onChange={(day) => change({ day })}
      />
      <TextBox
        label="依据"
        required
        most={500}
        help="数据从哪里来、谁统计的，不少于 10 个字"
        value={typed.evidence}
        fault={faults['evidence']}
        onChange={(evidence) => change({ evidence })}
      />
      <FieldRow
        name="files"
        field={statementForm.fields.files}
        value={typed.files}
        row={noRow}
        required={false}
        fault={faults['files']}
        onSet={(_, value) => change({ files: Array.isArray(value) ? value.map(String) : [] })}
        onLeave={stay}
      />
      {faults['form'] !== undefined && (
        <ErrorBox title="没有填成" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <div className="pair-acts">
        <Button type="submit" look="primary" busy={busy}>
          送对方确认
        </Button>
        <Button onClick={onDone}>收起</Button>
      </div>
    </form>
  )
}
