import type { QuestionDetail, ShownPart } from '../../../catalogue/contract/questions.ts'
import { answerWords, Stem } from '../../engine/library/question-text.tsx'
import { RichText } from '../../ui/look/rich-text.tsx'

/** A whole question as its readers see it: material, parts, answers, explanations, scoring points. */
export function QuestionView({ shown }: { shown: QuestionDetail['shown'] }) {
  return (
    <div className="question-view">
      <Stem stem={shown.stem} options={shown.options} />
      {shown.questionKind !== 'composite' && <Answer part={shown} />}
      {shown.parts.map((part, i) => (
        <section key={`${i + 1} ${part.stem}`} aria-label={`第 ${i + 1} 小题`}>
          <h3>
            第 {i + 1} 小题{part.score === null ? '' : `（${part.score} 分）`}
          </h3>
          <Stem stem={part.stem} options={part.options} />
          <Answer part={part} />
        </section>
      ))}
    </div>
  )
}

function Answer({ part }: { part: ShownPart }) {
  const { questionKind, answer, analysis, scoringPoints } = part
  return (
    <dl className="question-answer">
      <dt>答案</dt>
      <dd>
        {questionKind === 'essay' && typeof answer === 'string' && answer !== '' ? (
          <RichText compact html={answer} />
        ) : (
          answerWords(answer)
        )}
      </dd>
      {scoringPoints.length > 0 && (
        <>
          <dt>采分点</dt>
          <dd>
            <ol>
              {scoringPoints.map(({ html, score }) => (
                <li key={html}>
                  <RichText compact html={html} />
                  <span className="x-num">{score} 分</span>
                </li>
              ))}
            </ol>
          </dd>
        </>
      )}
      {analysis !== '' && (
        <>
          <dt>解析</dt>
          <dd>
            <RichText compact html={analysis} />
          </dd>
        </>
      )}
    </dl>
  )
}
