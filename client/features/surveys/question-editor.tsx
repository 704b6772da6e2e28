import {
  hasOptions,
  questionKinds,
  type Question,
  type QuestionKind,
} from '../../../catalogue/surveys/questions.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'

const kinds = Object.keys(questionKinds) as QuestionKind[]
const most = 40

/** A key that no question has. */
function freeKey(questions: readonly Question[]): string {
  const taken = new Set(questions.map(({ key }) => key))
  let place = 1
  while (taken.has(`q${place}`)) place += 1
  return `q${place}`
}

/** The questions one below the other: kind, text, options a line each. */
export function QuestionEditor({
  questions,
  onChange,
  fault,
}: {
  questions: readonly Question[]
  onChange: (questions: readonly Question[]) => void
  fault: string | undefined
}) {
  const put = (place: number, one: Question) => onChange(questions.with(place, one))
  const add = () =>
    onChange([
      ...questions,
      { key: freeKey(questions), kind: 'scale', title: '', required: true, options: [] },
    ])
  return (
    <Panel title="题目" beside={<span className="x-faint">{questions.length} 题</span>}>
      {fault !== undefined && (
        <p className="survey-fault" role="alert">
          {fault}
        </p>
      )}
      <ol className="survey-questions">
        {questions.map((one, place) => (
          <li key={one.key}>
            <OneQuestion
              place={place + 1}
              question={one}
              onPut={(changed) => put(place, changed)}
              onRemove={() => onChange(questions.toSpliced(place, 1))}
            />
          </li>
        ))}
      </ol>
      <Button icon="add" disabled={questions.length >= most} onClick={add}>
        加一题
      </Button>
    </Panel>
  )
}

interface OneProps {
  place: number
  question: Question
  onPut: (question: Question) => void
  onRemove: () => void
}

function OneQuestion({ place, question, onPut, onRemove }: OneProps) {
  const { kind, title, required, options } = question
  return (
    <div className="survey-question">
      <TextField
        label={`第 ${place} 题`}
        value={title}
        maxLength={100}
        onChange={(value) => onPut({ ...question, title: value })}
      />
      <label className="x-labelled">
        题型
        <select
          value={kind}
          onChange={({ target }) => {
            const next = kinds.find((one) => one === target.value) ?? kind
            onPut({ ...question, kind: next, options: hasOptions(next) ? options : [] })
          }}
        >
          {kinds.map((one) => (
            <option key={one} value={one}>
              {questionKinds[one]}
            </option>
          ))}
        </select>
      </label>
      <label className="survey-check">
        <input
          type="checkbox"
          checked={required}
          onChange={({ target }) => onPut({ ...question, required: target.checked })}
        />
        必填
      </label>
      <Button look="text" aria-label={`删除第 ${place} 题`} onClick={onRemove}>
        删除
      </Button>
      {hasOptions(kind) && (
        <label className="x-labelled survey-options">
          选项，一行一个
          <textarea
            rows={4}
            value={options.join('\n')}
            onChange={({ target }) => onPut({ ...question, options: target.value.split('\n') })}
          />
        </label>
      )}
    </div>
  )
}
