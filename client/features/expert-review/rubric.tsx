import { useId, type KeyboardEvent } from 'react'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { faultOf, type Scoring } from './use-scoring.ts'
import { points, typedPoints } from './words.ts'

/** Hundredths that an arrow key adds or takes. */
const step = 50

/** The rubric with its fields, the opinion and the conclusion. */
export function Rubric({ packet, scoring, locked }: { packet: Packet; scoring: Scoring; locked: boolean }) {
  const { typed, change, setScore } = scoring
  const opinion = useId()
  const length = [...typed.opinion.replaceAll(/\s/g, '')].length
  return (
    <>
      <ol className="er-rubric" aria-label="评分表">
        {packet.rubric.map((item, at) => (
          <Item
            key={item.key}
            item={item}
            no={at + 1}
            text={typed.scores[item.key] ?? ''}
            locked={locked}
            onType={(text) => setScore(item.key, text)}
          />
        ))}
      </ol>
      <div className="er-opinion">
        <label htmlFor={opinion}>评语</label>
        <span className="x-faint x-note">
          {packet.opinionsShown ? '申报人可见，不署名' : '申报人看不到'}　{length} 字，至少{' '}
          {packet.opinionLeast} 字
        </span>
        <textarea
          id={opinion}
          rows={4}
          maxLength={1000}
          readOnly={locked}
          value={typed.opinion}
          onChange={(event) => change({ opinion: event.target.value })}
        />
      </div>
      <fieldset className="er-conclusion" disabled={locked}>
        <legend>评审结论</legend>
        {selectable('reviewConclusion')
          .filter(({ code }) => code !== '4')
          .map(({ code, label }) => (
            <label key={code}>
              <input
                type="radio"
                name="conclusion"
                checked={typed.conclusion === code}
                onChange={() => change({ conclusion: code })}
              />
              {label}
            </label>
          ))}
      </fieldset>
    </>
  )
}

function Item(props: {
  item: Packet['rubric'][number]
  no: number
  text: string
  locked: boolean
  onType: (text: string) => void
}) {
  const { item, no, text, locked, onType } = props
  const id = useId()
  const fault = faultOf(text, item.max)
  const score = typedPoints(text)
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (by === undefined || locked) return
    event.preventDefault()
    onType(points(Math.min(item.max, Math.max(0, (score ?? 0) + by))))
  }
  const bands = item.bands.toSorted((a, b) => b.from - a.from)
  const band = score === null ? undefined : bands.find(({ from }) => score >= from)
  return (
    <li className="er-item">
      <label htmlFor={id}>
        <span className="er-no">{no}</span>
        <b>{item.label}</b>
        <span className="x-faint x-note">权重 {item.weight}%</span>
      </label>
      <span className="er-score">
        <input
          id={id}
          data-rubric={no}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          readOnly={locked}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-says`}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={press}
        />
        / {points(item.max)}
      </span>
      <div id={`${id}-says`} className="er-says">
        {fault !== null && <span className="er-fault">{fault}</span>}
        {item.text !== '' && <span className="x-soft x-note">{item.text}</span>}
        {bands.map(({ label, from, text: says }) => (
          <span key={label} className={band?.label === label ? 'er-band er-band-now' : 'er-band'}>
            <b>{label}</b> {points(from)} 分起　{says}
          </span>
        ))}
      </div>
    </li>
  )
}
