import { useEffect, useId, useRef, useState } from 'react'
import type { CheckpointShown } from '../../../catalogue/contract/watch.ts'
import { clockText } from '../../../catalogue/watch/words.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'

/** A question over the film. Play has stopped; there is no limit, and nothing is lost by waiting. */
export function CheckpointCard({
  question,
  place,
  onAnswer,
  onPassage,
  onClose,
}: {
  question: CheckpointShown
  /** Which of how many. */
  place: string
  /** Answers whether it is right; null where nothing is kept: in a preview. */
  onAnswer: ((choice: readonly number[]) => Promise<boolean>) | null
  onPassage: () => void
  onClose: () => void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  const name = useId()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [wrong, setWrong] = useState(false)
  const { busy, faults, run } = useAct([])
  useEffect(() => heading.current?.focus(), [question.no])
  const many = question.kind === 'multiple'
  const mayAnswer = question.passageSeen >= question.passageNeeded && onAnswer !== null
  const choose = (n: number) => {
    setWrong(false)
    if (!many) setChosen([n])
    else setChosen(chosen.includes(n) ? chosen.filter((one) => one !== n) : [...chosen, n])
  }
  const answer = async () => {
    if (!onAnswer) return
    if (await onAnswer(chosen)) onClose()
    else setWrong(true)
  }
  const [from, to] = question.passage
  return (
    <section className="watch-question" aria-labelledby={`${name}-title`} data-testid="checkpoint">
      <h3 ref={heading} id={`${name}-title`} tabIndex={-1}>
        {clockText(question.second)} 检查题
        <span className="x-soft x-note">　{place}　不限时，播放已停，进度不丢</span>
      </h3>
      <fieldset>
        <legend>{question.text}</legend>
        {question.choices.map((text, n) => (
          <label key={`${n} ${text}`} className="watch-choice">
            <input
              type={many ? 'checkbox' : 'radio'}
              name={name}
              checked={chosen.includes(n)}
              onChange={() => choose(n)}
            />
            {text}
          </label>
        ))}
      </fieldset>
      <output aria-live="polite">
        {wrong && (
          <p className="watch-wrong">
            不对。{question.hint}
            {question.waits > 0 && `请再看一看这一段，${question.waits} 秒以后再答。`}
          </p>
        )}
        {faults['form'] !== undefined && <p className="watch-wrong">{faults['form']}</p>}
        {onAnswer === null ? (
          <p className="x-soft x-note">预览时不计，也不判对错。</p>
        ) : (
          !mayAnswer && (
            <p className="x-soft x-note">
              这一段 {clockText(from)}–{clockText(to)} 已看 {question.passageSeen} 秒，看满{' '}
              {question.passageNeeded} 秒才能答
            </p>
          )
        )}
      </output>
      <div className="watch-acts">
        <Button onClick={onPassage}>先看这一段</Button>
        <Button look="text" onClick={onClose}>
          以后再答
        </Button>
        {onAnswer !== null && (
          <Button
            look="primary"
            busy={busy}
            disabled={!mayAnswer || chosen.length === 0}
            onClick={() => void run(answer)}
          >
            回答
          </Button>
        )}
      </div>
    </section>
  )
}
