import type { PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { RichText } from '../../ui/look/rich-text.tsx'

type QuestionText = PaperQuestion['shown']
type Options = QuestionText['options']

/** Stem and options of a question as a paper prints them. */
export function Stem({ stem, options }: { stem: string; options: Options }) {
  return (
    <div className="paper-stem">
      <RichText compact html={stem} />
      {options.length > 0 && (
        <ol className="paper-options">
          {options.map(({ key, html }) => (
            <li key={key}>
              <b>{key}.</b>
              <RichText compact html={html} />
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

/** A question with its parts. */
export function QuestionShown({ shown, withAnswer }: { shown: QuestionText; withAnswer: boolean }) {
  return (
    <>
      <Stem stem={shown.stem} options={shown.options} />
      {shown.parts.map((part, i) => (
        <div key={`${i + 1} ${part.stem}`} className="paper-part">
          <span className="x-num">（{i + 1}）</span>
          <div>
            <Stem stem={part.stem} options={part.options} />
            {withAnswer && <AnswerShown part={part} />}
          </div>
        </div>
      ))}
      {withAnswer && shown.parts.length === 0 && <AnswerShown part={shown} />}
    </>
  )
}

function AnswerShown({ part }: { part: Pick<QuestionText, 'questionKind' | 'answer' | 'analysis'> }) {
  const { questionKind, answer, analysis } = part
  return (
    <div className="paper-answer">
      <b>答案</b>
      {questionKind === 'essay' && typeof answer === 'string' ? (
        <RichText compact html={answer} />
      ) : (
        <span>{wordsOf(answer)}</span>
      )}
      {analysis !== '' && (
        <>
          <b>解析</b>
          <RichText compact html={analysis} />
        </>
      )}
    </div>
  )
}

/** The answer of a question without a text of its own: letters, truth in words, blanks by number. */
export function wordsOf(answer: QuestionText['answer']): string {
  if (answer === null || answer === '') return '（未填）'
  if (typeof answer === 'boolean') return answer ? '对' : '错'
  if (typeof answer === 'string') return answer
  const parts: readonly (string | readonly string[])[] = answer
  if (parts.every((one) => typeof one === 'string')) return parts.join('')
  return parts.map((one, i) => `（${i + 1}）${[one].flat().join(' 或 ')}`).join('　')
}
