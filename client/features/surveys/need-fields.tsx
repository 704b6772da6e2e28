import { hasOptions, type Question } from '../../../catalogue/surveys/questions.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import '../../ui/forms/labelled.css'

/** For which year a survey asks what is needed, as typed, and by which question. */
export interface NeedChoice {
  readonly year: string
  readonly question: string
}

/** Whether a survey asks for a plan: then its figures stand under 需求, beside the plan. */
export function NeedFields(props: {
  need: NeedChoice | null
  questions: readonly Question[]
  onChange: (need: NeedChoice | null) => void
  fault: string | undefined
}) {
  const { need, questions, onChange, fault } = props
  const choices = questions.filter(({ kind }) => hasOptions(kind))
  const start = () =>
    onChange({ year: String(new Date().getFullYear() + 1), question: choices[0]?.key ?? '' })
  return (
    <fieldset className="survey-need">
      <legend className="x-hidden">培训计划</legend>
      <label>
        <input
          type="checkbox"
          checked={need !== null}
          onChange={({ target }) => (target.checked ? start() : onChange(null))}
        />
        用于制订培训计划：结果合计在“需求”里，本单位和上级制订计划时可以看合计
      </label>
      {need !== null && (
        <div className="survey-fields">
          <TextField
            label="计划年度"
            value={need.year}
            onChange={(year) => onChange({ ...need, year })}
            fault={fault}
            maxLength={4}
          />
          <label className="x-labelled">
            哪一题是需求
            <select
              value={need.question}
              onChange={({ target }) => onChange({ ...need, question: target.value })}
            >
              {choices.length === 0 && <option value="">请先写一道单选或多选题</option>}
              {choices.map(({ key, title }) => (
                <option key={key} value={key}>
                  {title === '' ? `第 ${questions.findIndex((one) => one.key === key) + 1} 题` : title}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
    </fieldset>
  )
}
