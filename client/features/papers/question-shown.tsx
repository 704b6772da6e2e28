import type { PaperQuestion } from '../../../catalogue/contract/papers.ts'
import { answerWords, Stem } from '../../engine/library/question-text.tsx'
import { RichText } from '../../ui/look/rich-text.tsx'

type QuestionText = PaperQuestion['shown']
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
        <span>{answerWords(answer)}</span>
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
