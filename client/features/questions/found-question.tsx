import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { headIn } from '../../../catalogue/papers/file.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { Button } from '../../ui/forms/button.tsx'
import { EditFound } from './edit-found.tsx'
import type { FoundQuestion } from './mending.ts'
import { QuestionView } from './question-view.tsx'

/** Words of how sure a reading is. */
export const levels = { high: '高', middle: '中', low: '低' } as const

/** Whether the words of a question are open for editing, and what becomes of the edits. */
interface EditorState {
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onEdit: (value: QuestionValue) => void
  readonly onRestore: () => void
  readonly onClose: () => void
}

/** What the head of a question says of its reading: how sure it is, or what was done to it. */
function Standing({ question: { known, edited, confidence } }: { question: FoundQuestion }) {
  if (known !== null) return <span className="x-soft">已在库中</span>
  if (edited === null) return <span className={`question-level-${confidence}`}>把握{levels[confidence]}</span>
  return (
    <span className="question-level-edited">
      已改文字：增 {edited.added} 字，减 {edited.removed} 字
    </span>
  )
}

/** A question as it was understood, with how sure that is, chosen or not. */
export function FoundPart({
  question,
  isCurrent,
  isChosen,
  onToggle,
  onOpen,
  editing,
}: {
  question: FoundQuestion
  isCurrent: boolean
  isChosen: boolean
  onToggle: () => void
  /** Shows it in the original; null where there is none. */
  onOpen: (() => void) | null
  /** How its words are edited. */
  editing: EditorState
}) {
  const { key, section, number, reasons, value, known, shown } = question
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
        {known === null && (
          <Button look="text" aria-expanded={editing.isOpen} onClick={editing.onOpen}>
            改文字<span className="x-hidden">：第 {number} 题</span>
          </Button>
        )}
        <Standing question={question} />
      </div>
      {reasons.length > 0 && <p className="question-remark">{reasons.join('；')}</p>}
      {editing.isOpen ? <EditFound question={question} {...editing} /> : <QuestionView shown={shown} />}
    </section>
  )
}
