import { useState } from 'react'
import { useNavigate } from 'react-router'
import { labelOf, selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { paperValue, type PaperValue } from '../../../catalogue/papers/value.ts'
import { newUuid } from '../../engine/uuid.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { beginPaper } from './use-papers.ts'

const fields = [
  'title',
  'examPaperKind',
  'schoolStage',
  'grade',
  'subject',
  'duration',
  'totalScore',
  'examDate',
]

/** A new paper: its name and kind; its questions come on the next page. */
export function BeginPage({ entry }: { entry: PageEntry }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState<PaperValue>(() =>
    paperValue.parse({ title: '新试卷', examPaperKind: '03' }),
  )
  const [title, setTitle] = useState('')
  const [once] = useState(newUuid)
  const { busy, faults, run } = useAct(fields)
  const change = (part: Partial<PaperValue>) => setTyped((now) => ({ ...now, ...part }))
  const begin = () =>
    run(async () => {
      const { id } = await beginPaper({ ...typed, title: title.trim() }, once)
      await navigate(`${entry.path}?edit=${id}`)
    })
  return (
    <PageFrame title="新增试卷" crumbs={[{ label: entry.title, to: entry.path }, { label: '新增试卷' }]}>
      <form
        noValidate
        className="paper-begin"
        onSubmit={(event) => {
          event.preventDefault()
          void begin()
        }}
      >
        <Panel title="试卷信息">
          <TextField
            label="试卷名称"
            value={title}
            onChange={setTitle}
            fault={faults['title']}
            maxLength={200}
          />
          <AboutFields typed={typed} change={change} faults={faults} />
        </Panel>
        {faults['form'] !== undefined && <p className="x-labelled-fault">{faults['form']}</p>}
        <div className="library-acts">
          <Button type="submit" look="primary" busy={busy}>
            开始组卷
          </Button>
          <ButtonLink to={entry.path}>取消</ButtonLink>
        </div>
      </form>
    </PageFrame>
  )
}

type CodedField = 'examPaperKind' | 'schoolStage' | 'grade' | 'subject'

/** Kind, stage, grade, subject, time and score of a paper. */
export function AboutFields({
  typed,
  change,
  faults,
}: {
  typed: PaperValue
  change: (part: Partial<PaperValue>) => void
  faults: Readonly<Record<string, string | undefined>>
}) {
  const within = typed.schoolStage === null ? {} : { within: typed.schoolStage }
  const choice = (
    key: CodedField,
    label: string,
    dict: DictName,
    more: Parameters<typeof selectable>[1] = {},
  ) => (
    <Choice
      label={label}
      value={typed[key] ?? ''}
      fault={faults[key]}
      options={selectable(dict, more)}
      onChange={(code) => change({ [key]: code === '' ? null : code })}
    />
  )
  const number = (key: 'duration' | 'totalScore', label: string) => (
    <label className="x-labelled">
      {label}
      <input
        type="number"
        min={1}
        value={Number.isNaN(typed[key]) ? '' : typed[key]}
        aria-invalid={faults[key] !== undefined}
        onChange={({ target }) => change({ [key]: target.valueAsNumber })}
      />
      {faults[key] !== undefined && <span className="x-labelled-fault">{faults[key]}</span>}
    </label>
  )
  return (
    <div className="paper-fields">
      {choice('examPaperKind', '类别', 'examPaperKind')}
      {choice('schoolStage', '学段', 'schoolStage')}
      {choice('grade', '年级', 'grade', within)}
      {choice('subject', '学科', 'subject', within)}
      {number('duration', '时长（分钟）')}
      {number('totalScore', '总分')}
      <label className="x-labelled">
        考试日期（可不填）
        <input
          type="date"
          value={typed.examDate ?? ''}
          aria-invalid={faults['examDate'] !== undefined}
          onChange={({ target }) => change({ examDate: target.value === '' ? null : target.value })}
        />
        {faults['examDate'] !== undefined && <span className="x-labelled-fault">{faults['examDate']}</span>}
      </label>
      <Choice
        label="共享范围"
        value={typed.shareScope}
        isRequired
        fault={faults['shareScope']}
        options={(['0', '1', '2', '3', '4'] as const).map((code) => ({
          code,
          label: labelOf('shareScope', code),
        }))}
        onChange={(code) => change({ shareScope: code as PaperValue['shareScope'] })}
      />
    </div>
  )
}
