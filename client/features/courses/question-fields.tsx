import { Button } from '../../ui/forms/button.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { judged, type TypedQuestion } from './typed-lesson.ts'

const kinds = [
  { code: 'single', label: '单选' },
  { code: 'multiple', label: '多选' },
  { code: 'judge', label: '判断' },
] as const
const mostChoices = 6

/** A question of a lesson: where it stands, what it asks, which choices are right. */
export function QuestionFields({
  place,
  one,
  faultOf,
  onChange,
  onRemove,
}: {
  place: number
  one: TypedQuestion
  faultOf: (field: string) => string | undefined
  onChange: (part: Partial<TypedQuestion>) => void
  onRemove: () => void
}) {
  const setKind = (code: string) => {
    const kind = kinds.find((known) => known.code === code)?.code ?? 'single'
    onChange({
      kind,
      right: [],
      ...(kind === 'judge' ? { choices: judged } : one.kind === 'judge' && { choices: ['', ''] }),
    })
  }
  return (
    <fieldset className="courses-question" data-testid="question">
      <legend>第 {place + 1} 道检查题</legend>
      <div className="courses-fields">
        <TextField
          label="出现在"
          value={one.second}
          help="例如 12:40"
          fault={faultOf('second')}
          onChange={(second) => onChange({ second })}
        />
        <TextField
          label="问的片段从"
          value={one.from}
          help="到这道题为止；看过八成才能答"
          fault={faultOf('from')}
          onChange={(from) => onChange({ from })}
        />
        <Choice isRequired label="题型" value={one.kind} options={kinds} onChange={setKind} />
        <label className="courses-tick">
          <input
            type="checkbox"
            checked={one.required}
            onChange={({ target }) => onChange({ required: target.checked })}
          />
          答对才算完成
        </label>
      </div>
      <TextBox
        label="题目"
        value={one.text}
        most={500}
        rows={2}
        fault={faultOf('text')}
        onChange={(text) => onChange({ text })}
      />
      <Choices one={one} fault={faultOf('choices') ?? faultOf('right')} onChange={onChange} />
      <TextField
        label="答错时的提示"
        value={one.hint}
        maxLength={300}
        fault={faultOf('hint')}
        onChange={(hint) => onChange({ hint })}
      />
      <div>
        <Button look="text" onClick={onRemove}>
          删去第 {place + 1} 道检查题
        </Button>
      </div>
    </fieldset>
  )
}

const letters = 'ABCDEF'

/** Choices with the letters by which people speak of them. */
const lettered = (choices: readonly string[]) =>
  choices.map((text, n) => ({ letter: letters[n] ?? '', text, n }))

function Choices({
  one,
  fault,
  onChange,
}: {
  one: TypedQuestion
  fault: string | undefined
  onChange: (part: Partial<TypedQuestion>) => void
}) {
  const { kind, choices, right } = one
  const mark = (n: number) => {
    if (kind !== 'multiple') onChange({ right: [n] })
    else onChange({ right: right.includes(n) ? right.filter((each) => each !== n) : [...right, n] })
  }
  const remove = (n: number) =>
    onChange({
      choices: choices.toSpliced(n, 1),
      right: right.flatMap((each) => (each === n ? [] : [each > n ? each - 1 : each])),
    })
  return (
    <div className="courses-choices">
      {fault !== undefined && <p className="x-field-fault">{fault}</p>}
      {lettered(choices).map(({ letter, text, n }) => (
        <div key={letter} className="courses-choice">
          <label className="courses-tick">
            <input
              type={kind === 'multiple' ? 'checkbox' : 'radio'}
              aria-label={`选项 ${letter} 正确`}
              checked={right.includes(n)}
              onChange={() => mark(n)}
            />
            正确
          </label>
          {kind === 'judge' ? (
            <span>{text}</span>
          ) : (
            <TextField
              label={`选项 ${letter}`}
              value={text}
              maxLength={200}
              onChange={(next) => onChange({ choices: choices.with(n, next) })}
            />
          )}
          {kind !== 'judge' && choices.length > 2 && (
            <Button look="text" aria-label={`删去选项 ${letter}`} onClick={() => remove(n)}>
              删去
            </Button>
          )}
        </div>
      ))}
      {kind !== 'judge' && choices.length < mostChoices && (
        <div>
          <Button icon="add" onClick={() => onChange({ choices: [...choices, ''] })}>
            加一个选项
          </Button>
        </div>
      )}
    </div>
  )
}
