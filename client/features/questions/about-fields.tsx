import { selectable, type DictName } from '../../../catalogue/dictionaries/dictionaries.ts'
import { formsOf, hasOptions, structureOfForm, structures } from '../../../catalogue/questions/structure.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { chapters, numbersOf, points } from '../../engine/library/curriculum-fields.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import type { QuestionForm } from './use-question-form.ts'
import '../../ui/forms/labelled.css'

/** What is wrong with a field of the typed value, once it was saved. */
export type FaultOf = (field: string) => string | undefined

type CodedField =
  | 'schoolStage'
  | 'subject'
  | 'grade'
  | 'difficulty'
  | 'cognitiveLevel'
  | 'sourceKind'
  | 'licence'

/** An answer and options that fit another structure of the same text. */
function reshaped(value: QuestionValue, questionKind: QuestionValue['questionKind']): Partial<QuestionValue> {
  const options =
    value.options.length > 0 || !hasOptions(questionKind)
      ? value.options
      : ['A', 'B', 'C', 'D'].map((key) => ({ key, content: '' }))
  const kept = questionKind === 'composite' ? [] : options
  const bare = hasOptions(questionKind) ? options : kept.filter(({ content }) => content !== '')
  return { questionKind, options: bare, answer: null, ...(questionKind !== 'composite' && { layout: null }) }
}

/** Subject, form, chapter and the rest of what a question is found by. */
export function AboutFields({ form, faultOf }: { form: QuestionForm; faultOf: FaultOf }) {
  const { typed, change } = form
  const choice = (
    key: CodedField,
    label: string,
    dict: DictName,
    more: Parameters<typeof selectable>[1] = {},
  ) => (
    <Choice
      label={label}
      value={typed[key] ?? ''}
      fault={faultOf(key)}
      options={selectable(dict, more)}
      onChange={(code) => change({ [key]: code === '' ? null : code })}
    />
  )
  const within = typed.schoolStage === null ? {} : { within: typed.schoolStage }
  return (
    <Panel title="归类">
      <div className="question-fields">
        {choice('schoolStage', '学段', 'schoolStage')}
        {choice('subject', '学科', 'subject', within)}
        {choice('grade', '年级', 'grade', within)}
        <Choice
          label="题型"
          value={typed.questionForm ?? ''}
          fault={faultOf('questionForm')}
          options={formsOf(typed.subject)}
          onChange={(code) => {
            const usual = structureOfForm(code)
            change({
              questionForm: code === '' ? null : code,
              ...(usual !== undefined && usual !== typed.questionKind && reshaped(typed, usual)),
            })
          }}
        />
        <Choice
          label="结构"
          value={typed.questionKind}
          fault={faultOf('questionKind')}
          options={structures.map((code) => ({ code, label: labelOf('questionKind', code) }))}
          onChange={(code) => {
            const kind = structures.find((one) => one === code)
            if (kind) change(reshaped(typed, kind))
          }}
          isRequired
        />
        {choice('difficulty', '难度', 'difficulty')}
        {choice('cognitiveLevel', '认知层次', 'cognitiveLevel')}
        {choice('sourceKind', '来源', 'questionSource')}
        <TextField
          label="年份"
          value={typed.year === null ? '' : String(typed.year)}
          inputMode="numeric"
          maxLength={4}
          fault={faultOf('year')}
          onChange={(text) => change({ year: /^\d+$/.test(text) ? Number(text) : null })}
        />
        <TextField
          label="来源说明"
          value={typed.source}
          maxLength={100}
          fault={faultOf('source')}
          onChange={(source) => change({ source })}
        />
        {choice('licence', '许可', 'resourceLicence')}
      </div>
      {(['nodes', 'points'] as const).map((key) => (
        <FieldRow
          key={key}
          name={key}
          field={key === 'nodes' ? chapters : points}
          value={typed[key].length === 0 ? null : typed[key]}
          row={{ schoolStage: typed.schoolStage, subject: typed.subject }}
          required={false}
          fault={faultOf(key)}
          onSet={(_, value) => change({ [key]: numbersOf(value) })}
          onLeave={() => undefined}
        />
      ))}
    </Panel>
  )
}
