import { hasOptions, mostOptions, optionKey } from '../../../catalogue/questions/structure.ts'
import { blanksIn } from '../../../catalogue/questions/texts.ts'
import { mostPool, type QuestionPart, type QuestionValue } from '../../../catalogue/questions/value.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { FaultOf } from './about-fields.tsx'
import { AnswerField } from './answer-field.tsx'
import { RichField } from './rich-field.tsx'
import { ScoringFields } from './scoring-fields.tsx'

export type BodyChange = Partial<
  Pick<QuestionPart, 'stem' | 'options' | 'answer' | 'analysis' | 'scoringPoints' | 'score'>
>

interface BodyProps {
  /** Where the body stands in the value: '' or `parts.0.`. */
  readonly at: string
  readonly one: QuestionValue | QuestionPart
  readonly faultOf: FaultOf
  /** Its options are those that parts share, or it shares those. */
  readonly isPool: boolean
  /** The letters of the pool that a part answers with. */
  readonly pool?: readonly string[]
  readonly onChange: (change: BodyChange) => void
}

/** Stem, options, answer, explanation and scores of a question or of a part. */
export function BodyFields(props: BodyProps) {
  const { at, one, faultOf, isPool, pool, onChange } = props
  const isComposite = one.questionKind === 'composite'
  const stem = isComposite ? '材料' : '题干'
  return (
    <div className="question-body">
      <RichField
        name={`${at}stem`}
        label={stem}
        html={one.stem}
        fault={faultOf(`${at}stem`)}
        rows={4}
        help={
          one.questionKind === 'blank'
            ? '公式写在两个 $ 之间，如 $x^2$；空用四条下划线 ____ 标出'
            : '公式写在两个 $ 之间，如 $x^2$；美元写成 \\$'
        }
        onChange={(html) => onChange({ stem: html, ...blanksFor(one, html) })}
      />
      {(pool === undefined && hasOptions(one.questionKind)) || (isComposite && isPool) ? (
        <Options {...props} />
      ) : null}
      {!isComposite && (
        <AnswerField
          name={`${at}answer`}
          one={one}
          keys={pool ?? one.options.map(({ key }) => key)}
          fault={faultOf(`${at}answer`)}
          onChange={(answer) => onChange({ answer })}
        />
      )}
      <RichField
        name={`${at}analysis`}
        label="解析"
        html={one.analysis}
        fault={faultOf(`${at}analysis`)}
        most={8_000}
        onChange={(analysis) => onChange({ analysis })}
      />
      <TextField
        label="分值"
        value={one.score === null ? '' : String(one.score)}
        inputMode="decimal"
        maxLength={5}
        fault={faultOf(`${at}score`)}
        onChange={(text) => {
          const score = Number(text)
          onChange({ score: text.trim() === '' || Number.isNaN(score) ? null : score })
        }}
      />
      {one.questionKind === 'essay' && (
        <ScoringFields at={at} one={one} faultOf={faultOf} onChange={onChange} />
      )}
    </div>
  )
}

/** As many blanks to answer as the stem has. */
function blanksFor(one: QuestionValue | QuestionPart, html: string): BodyChange {
  if (one.questionKind !== 'blank') return {}
  const given = Array.isArray(one.answer) ? one.answer.filter((each) => Array.isArray(each)) : []
  const count = blanksIn(html)
  return { answer: Array.from({ length: count }, (_, i) => given[i] ?? []) }
}

function Options({ at, one, faultOf, isPool, onChange }: BodyProps) {
  const { options } = one
  const most = isPool ? mostPool : mostOptions
  const lettered = (list: QuestionValue['options']) =>
    list.map((option, i) => ({ ...option, key: optionKey(i) }))
  return (
    <fieldset className="question-group">
      <legend>{isPool ? '共用的选项' : '选项'}</legend>
      {faultOf(`${at}options`) !== undefined && <p className="x-labelled-fault">{faultOf(`${at}options`)}</p>}
      {options.map(({ key, content }, place) => (
        <div key={key} className="question-option">
          <RichField
            name={`${at}options.${place}`}
            label={`选项 ${key}`}
            html={content}
            rows={1}
            most={1_000}
            fault={faultOf(`${at}options.${place}`)}
            onChange={(html) =>
              onChange({
                options: options.map((other, i) => (i === place ? { ...other, content: html } : other)),
              })
            }
          />
          <Button
            look="text"
            aria-label={`删除选项 ${key}`}
            onClick={() => onChange({ options: lettered(options.toSpliced(place, 1)) })}
          >
            删除
          </Button>
        </div>
      ))}
      <Button
        icon="add"
        disabled={options.length >= most}
        onClick={() => onChange({ options: lettered([...options, { key: '', content: '' }]) })}
      >
        加一个选项
      </Button>
    </fieldset>
  )
}
