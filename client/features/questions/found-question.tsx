import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { headIn } from '../../../catalogue/papers/file.ts'
import { Button } from '../../ui/forms/button.tsx'
import type { FoundQuestion } from './mending.ts'
import { QuestionView } from './question-view.tsx'

/** Words of how sure a reading is. */
export const levels = { high: '高', middle: '中', low: '低' } as const

/** A question as it was understood, with how sure that is, chosen or not. */
export function FoundPart({
  question,
  isCurrent,
  isChosen,
  onToggle,
  onOpen,
}: {
  question: FoundQuestion
  isCurrent: boolean
  isChosen: boolean
  onToggle: () => void
  /** Shows it in the original; null where there is none. */
  onOpen: (() => void) | null
}) {
  const { key, section, number, confidence, reasons, value, known, shown } = question
  return (
    <section
      id={`paper-${key}`}
      className={isCurrent ? 'question-found question-found-current' : 'question-found'}
      aria-label={`第 ${number} 题`}
      aria-current={isCurrent || undefined}
    >
      <div className="question-found-head">
        <label>
          <input type="checkbox" checked={isChosen} disabled={known !== null} onChange={onToggle} />
          <b>第 {number} 题</b>
        </label>
        {onOpen !== null && (
          <Button look="text" aria-pressed={isCurrent} onClick={onOpen}>
            对照原文<span className="x-hidden">：第 {number} 题</span>
          </Button>
        )}
        <span className="x-soft x-dense">
          {section === null ? '' : headIn(section).title}　{labelOf('questionKind', value.questionKind)}
          {value.score === null ? '' : `　${value.score} 分`}
        </span>
        {known === null ? (
          <span className={`question-level-${confidence}`}>把握{levels[confidence]}</span>
        ) : (
          <span className="x-soft">已在库中</span>
        )}
      </div>
      {reasons.length > 0 && <p className="question-remark">{reasons.join('；')}</p>}
      <QuestionView shown={shown} />
    </section>
  )
}
