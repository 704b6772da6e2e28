import {
  mostScoringPoints,
  type QuestionPart,
  type QuestionValue,
} from '../../../catalogue/questions/value.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { FaultOf } from './about-fields.tsx'
import type { BodyChange } from './body-fields.tsx'
import { RichField } from './rich-field.tsx'

/** The steps of an essay with their scores. */
export function ScoringFields({
  at,
  one: { scoringPoints },
  faultOf,
  onChange,
}: {
  at: string
  one: QuestionValue | QuestionPart
  faultOf: FaultOf
  onChange: (change: BodyChange) => void
}) {
  const put = (place: number, part: Partial<QuestionPart['scoringPoints'][number]>) =>
    onChange({
      scoringPoints: scoringPoints.map((point, i) => (i === place ? { ...point, ...part } : point)),
    })
  return (
    <fieldset className="question-group">
      <legend>采分点</legend>
      {faultOf(`${at}scoringPoints`) !== undefined && (
        <p className="x-labelled-fault">{faultOf(`${at}scoringPoints`)}</p>
      )}
      {scoringPoints.map(({ text, score }, place) => (
        <div key={`point ${place + 1}`} className="question-option">
          <RichField
            name={`${at}scoringPoints.${place}`}
            label={`第 ${place + 1} 点`}
            html={text}
            rows={1}
            most={500}
            fault={faultOf(`${at}scoringPoints.${place}`)}
            onChange={(html) => put(place, { text: html })}
          />
          <TextField
            label="分"
            value={String(score)}
            inputMode="decimal"
            maxLength={5}
            onChange={(typed) => put(place, { score: Number(typed) || 0 })}
          />
          <Button
            look="text"
            aria-label={`删除第 ${place + 1} 个采分点`}
            onClick={() => onChange({ scoringPoints: scoringPoints.toSpliced(place, 1) })}
          >
            删除
          </Button>
        </div>
      ))}
      <Button
        icon="add"
        disabled={scoringPoints.length >= mostScoringPoints}
        onClick={() => onChange({ scoringPoints: [...scoringPoints, { text: '', score: 1 }] })}
      >
        加一个采分点
      </Button>
    </fieldset>
  )
}
