import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { hasOptions, layouts, partStructures, type Layout } from '../../../catalogue/questions/structure.ts'
import { mostParts, type QuestionPart } from '../../../catalogue/questions/value.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import type { FaultOf } from './about-fields.tsx'
import { BodyFields } from './body-fields.tsx'
import type { QuestionForm } from './use-question-form.ts'

const kinds = partStructures.map((code) => ({ code, label: labelOf('questionKind', code) }))
const isLayout = (code: string): code is Layout => Object.hasOwn(layouts, code)

const newPart = (sharesOptions: boolean): QuestionPart => ({
  questionKind: 'single',
  stem: '',
  options: sharesOptions ? [] : ['A', 'B', 'C', 'D'].map((key) => ({ key, content: '' })),
  answer: null,
  analysis: '',
  scoringPoints: [],
  score: null,
})

/** The parts of a composite, one below the other. */
export function PartsFields({ form, faultOf }: { form: QuestionForm; faultOf: FaultOf }) {
  const { typed, change } = form
  const { parts } = typed
  const sharesOptions = typed.layout === 'options'
  const put = (place: number, part: Partial<QuestionPart>) =>
    change({ parts: parts.map((one, i) => (i === place ? { ...one, ...part } : one)) })
  const fault = faultOf('parts')
  return (
    <Panel title="小题">
      <Choice
        label="材料与小题"
        value={typed.layout ?? ''}
        options={Object.entries(layouts).map(([code, label]) => ({ code, label }))}
        onChange={(code) => change({ layout: isLayout(code) ? code : null })}
      />
      {fault !== undefined && <p className="x-labelled-fault">{fault}</p>}
      {parts.map((part, place) => (
        <fieldset key={`part ${place + 1}`} className="question-group">
          <legend>第 {place + 1} 小题</legend>
          <Choice
            label="结构"
            value={part.questionKind}
            options={kinds}
            isRequired
            onChange={(code) => {
              const kind = partStructures.find((one) => one === code)
              if (kind)
                put(place, {
                  questionKind: kind,
                  answer: null,
                  options: hasOptions(kind) ? part.options : [],
                })
            }}
          />
          <BodyFields
            at={`parts.${place}.`}
            one={part}
            faultOf={faultOf}
            isPool={false}
            {...(sharesOptions &&
              hasOptions(part.questionKind) && { pool: typed.options.map(({ key }) => key) })}
            onChange={(next) => put(place, next)}
          />
          <Button look="text" onClick={() => change({ parts: parts.toSpliced(place, 1) })}>
            删除第 {place + 1} 小题
          </Button>
        </fieldset>
      ))}
      <Button
        icon="add"
        disabled={parts.length >= mostParts}
        onClick={() => change({ parts: [...parts, newPart(sharesOptions)] })}
      >
        加一道小题
      </Button>
    </Panel>
  )
}
