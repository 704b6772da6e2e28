import { useId, useState, type KeyboardEvent } from 'react'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import { selectable } from '../../../catalogue/dictionaries/dictionaries.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { faultOf, lettersOf, type ScoringState } from './use-scoring.ts'
import { points, typedPoints } from './words.ts'

/** Hundredths that an arrow key adds or takes. */
const step = 50

type RubricItem = Packet['rubric'][number]

/** The rubric with its fields, the opinion and the conclusion. */
export function Rubric({
  packet,
  scoring,
  locked,
}: {
  packet: Packet
  scoring: ScoringState
  locked: boolean
}) {
  const { typed, change, setScore } = scoring
  const [current, setCurrent] = useState(packet.rubric.find(({ key }) => !typed.scores[key])?.key)
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
            current={current === item.key}
            onEnter={() => setCurrent(item.key)}
            onType={(text) => setScore(item.key, text)}
          />
        ))}
      </ol>
      <Opinion packet={packet} scoring={scoring} locked={locked} />
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

function Opinion({ packet, scoring, locked }: { packet: Packet; scoring: ScoringState; locked: boolean }) {
  const id = useId()
  const { typed, change } = scoring
  return (
    <div className="er-opinion">
      <label htmlFor={id}>评语</label>
      <span className="x-faint x-note">{packet.opinionsShown ? '申报人可见，不署名' : '申报人看不到'}</span>
      <span className="er-letters x-faint x-note">
        {lettersOf(typed.opinion)} 字，至少 {packet.opinionLeast} 字
      </span>
      <textarea
        id={id}
        rows={3}
        maxLength={1000}
        readOnly={locked}
        value={typed.opinion}
        onChange={(event) => change({ opinion: event.target.value })}
      />
    </div>
  )
}

interface ItemProps {
  readonly item: RubricItem
  readonly no: number
  readonly text: string
  readonly locked: boolean
  readonly current: boolean
  readonly onEnter: () => void
  readonly onType: (text: string) => void
}

function Item({ item, no, text, locked, current, onEnter, onType }: ItemProps) {
  const id = useId()
  const fault = faultOf(text, item.max)
  const score = typedPoints(text)
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: step, ArrowDown: -step }[event.key]
    if (by === undefined || locked) return
    event.preventDefault()
    onType(points(Math.min(item.max, Math.max(0, (score ?? 0) + by))))
  }
  return (
    <li className={current ? 'er-item er-item-now' : 'er-item'}>
      <label htmlFor={id}>
        <span className="er-no">{score !== null && fault === null ? <Icon name="check" /> : no}</span>
        <b>{item.label}</b>
      </label>
      <span className="x-faint x-note">权重 {item.weight}%</span>
      <span className="er-score">
        <input
          id={id}
          data-rubric={no}
          inputMode="decimal"
          autoComplete="off"
          placeholder="未评"
          value={text}
          readOnly={locked}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-says`}
          onFocus={onEnter}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={press}
        />
        / {points(item.max)}
      </span>
      <div id={`${id}-says`} className="er-says">
        {fault !== null && <span className="er-fault">{fault}</span>}
        {current && item.text !== '' && <span className="x-soft x-note">{item.text}</span>}
        {current && <Bands item={item} score={score} />}
      </div>
    </li>
  )
}

/** What a score means, the highest band first; the one of the typed score is marked. */
function Bands({ item: { bands, max }, score }: { item: RubricItem; score: number | null }) {
  const sorted = bands.toSorted((a, b) => b.from - a.from)
  if (sorted.length === 0) return null
  const now = score === null ? undefined : sorted.find(({ from }) => score >= from)
  return (
    <ul className="er-meanings">
      {sorted.map((band, at) => (
        <li key={band.label} className={band === now ? 'er-meaning-now' : ''}>
          <b>{band.label}</b>
          <span className="x-num">
            {points(band.from)}–{points(sorted[at - 1] ? (sorted[at - 1]?.from ?? 0) - step : max)}
          </span>
          <span>{band.text}</span>
        </li>
      ))}
    </ul>
  )
}
