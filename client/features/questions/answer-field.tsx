import type { Answer, QuestionPart, QuestionValue } from '../../../catalogue/questions/value.ts'
import { TextField } from '../../ui/forms/text-field.tsx'
import { RichField } from './rich-field.tsx'

interface AnswerProps {
  readonly name: string
  readonly one: QuestionValue | QuestionPart
  /** Letters of the options to choose from. */
  readonly keys: readonly string[]
  readonly fault: string | undefined
  readonly onChange: (answer: Answer) => void
}

/** The answer by structure: a letter, letters, true or false, a text for each blank, a text. */
export function AnswerField(props: AnswerProps) {
  const { name, one, fault, onChange } = props
  switch (one.questionKind) {
    case 'blank':
      return <Blanks {...props} />
    case 'essay':
      return (
        <RichField
          name={name}
          label="参考答案"
          html={typeof one.answer === 'string' ? one.answer : ''}
          fault={fault}
          rows={3}
          most={8_000}
          onChange={onChange}
        />
      )
    default:
      return <Choices {...props} />
  }
}

function Choices({ name, one, keys, fault, onChange }: AnswerProps) {
  const { questionKind, answer } = one
  const isMany = questionKind === 'multiple'
  const chosen = Array.isArray(answer) ? answer.flat() : [answer]
  const offered: readonly (readonly [string | boolean, string])[] =
    questionKind === 'judge'
      ? [
          [true, '对'],
          [false, '错'],
        ]
      : keys.map((key) => [key, key] as const)
  const pick = (value: string | boolean) => {
    if (!isMany || typeof value === 'boolean') return onChange(value)
    const letters = chosen.filter((each) => typeof each === 'string')
    const next = letters.includes(value) ? letters.filter((each) => each !== value) : [...letters, value]
    onChange(next.toSorted())
  }
  return (
    <fieldset className="question-group question-letters">
      <legend>正确答案{isMany && '（可多选）'}</legend>
      {offered.map(([value, label]) => (
        <label key={label}>
          <input
            type={isMany ? 'checkbox' : 'radio'}
            name={name}
            checked={chosen.some((each) => each === value)}
            onChange={() => pick(value)}
          />
          {label}
        </label>
      ))}
      {fault !== undefined && <p className="x-labelled-fault">{fault}</p>}
    </fieldset>
  )
}

function Blanks({ one, fault, onChange }: AnswerProps) {
  const blanks = Array.isArray(one.answer) ? one.answer.filter((each) => Array.isArray(each)) : []
  return (
    <fieldset className="question-group">
      <legend>答案</legend>
      {blanks.length === 0 && <p className="x-soft">在题干中用 ____ 标出空，这里就会出现答案栏。</p>}
      {blanks.map((accepts, place) => (
        <TextField
          // A blank has no name but its place in the stem.
          key={`blank ${place + 1}`}
          label={`第 ${place + 1} 空（几种写法都对的，用分号隔开）`}
          value={accepts.join('；')}
          maxLength={600}
          onChange={(text) =>
            onChange(
              blanks.map((other, i) =>
                i === place
                  ? text
                      .split(/[;；]/)
                      .map((each) => each.trimStart())
                      .filter(Boolean)
                  : other,
              ),
            )
          }
        />
      ))}
      {fault !== undefined && <p className="x-labelled-fault">{fault}</p>}
    </fieldset>
  )
}
