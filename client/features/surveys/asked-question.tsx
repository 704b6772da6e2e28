import { useId } from 'react'
import type { AnswerValue, Question } from '../../../catalogue/surveys/questions.ts'

interface AskedProps {
  place: number
  question: Question
  value: AnswerValue | undefined
  fault: string | undefined
  onChange: (value: AnswerValue | undefined) => void
}

/** One question on the phone: each option is a line as high as a thumb. */
export function AskedQuestion({ place, question, value, fault, onChange }: AskedProps) {
  const { title, required, kind } = question
  const id = useId()
  const isTyped = kind === 'words' || kind === 'number'
  return (
    <fieldset className="survey-asked" aria-describedby={`${id}-fault`} data-testid="asked-question">
      <legend id={`${id}-title`}>
        {place}. {title}
        {!required && <span className="x-faint">（选填）</span>}
      </legend>
      {isTyped ? (
        <TypedAnswer labelledBy={`${id}-title`} kind={kind} value={value} onChange={onChange} />
      ) : (
        <Options name={id} question={question} value={value} onChange={onChange} />
      )}
      <p id={`${id}-fault`} className="survey-fault" aria-live="polite">
        {fault}
      </p>
    </fieldset>
  )
}

const marks = [
  [1, '1 很不同意'],
  [2, '2'],
  [3, '3'],
  [4, '4'],
  [5, '5 很同意'],
] as const

interface OptionsProps {
  name: string
  question: Question
  value: AnswerValue | undefined
  onChange: (value: AnswerValue | undefined) => void
}

function Options({ name, question: { kind, options }, value, onChange }: OptionsProps) {
  const isMany = kind === 'choices'
  const list = kind === 'scale' ? marks : options.map((label, place) => [place, label] as const)
  const chosen = Array.isArray(value) ? value : []
  const turn = (one: number, on: boolean) =>
    onChange(on ? [...chosen, one].toSorted((a, b) => a - b) : chosen.filter((other) => other !== one))
  return (
    <div className={kind === 'scale' ? 'survey-marks' : 'survey-choices'}>
      {list.map(([one, label]) => (
        <label key={one} className="survey-check">
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={name}
            checked={isMany ? chosen.includes(one) : value === one}
            onChange={({ target }) => (isMany ? turn(one, target.checked) : onChange(one))}
          />
          {label}
        </label>
      ))}
    </div>
  )
}

interface TypedProps {
  labelledBy: string
  kind: 'words' | 'number'
  value: AnswerValue | undefined
  onChange: (value: AnswerValue | undefined) => void
}

function TypedAnswer({ labelledBy, kind, value, onChange }: TypedProps) {
  if (kind === 'words')
    return (
      <textarea
        rows={3}
        maxLength={500}
        aria-labelledby={labelledBy}
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value)}
      />
    )
  return (
    <input
      type="number"
      inputMode="decimal"
      aria-labelledby={labelledBy}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
    />
  )
}
