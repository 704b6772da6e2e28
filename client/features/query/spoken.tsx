import type { QueryVersion, SearchAnswer } from '../../../catalogue/contract/analysis/query.ts'
import type { Piece } from '../../../catalogue/query/sentence.ts'
import { listTime, thousands } from '../../platform/format.ts'

function difference(now: number, before: number): string {
  if (now === before) return `上一版 ${thousands(before)}，相同`
  return `上一版 ${thousands(before)}，${now > before ? '多' : '少'} ${thousands(Math.abs(now - before))}`
}

/** The query as a sentence, and how many people it finds now. */
export function Spoken(props: {
  pieces: readonly Piece[]
  answer: SearchAnswer | undefined
  isBehind: boolean
  /** Whether a condition lacks something, so that the number is that of the query before. */
  isUnfinished: boolean
  /** The latest kept version, with which the number is compared. */
  before: QueryVersion | null
}) {
  const { pieces, answer, isBehind, isUnfinished, before } = props
  return (
    <div className="xq-say">
      <p data-testid="sentence">
        {pieces.map(({ text, strong }, at) => (strong ? <b key={at}>{text}</b> : text))}
      </p>
      <div className="xq-total" aria-live="polite" aria-busy={isBehind}>
        {answer ? (
          <>
            <p className={isBehind || isUnfinished ? 'x-stale' : ''}>
              <b className="x-num" data-testid="total">
                {thousands(answer.total)}
              </b>{' '}
              人
              {before !== null && before.count !== null && (
                <span className="xq-before">{difference(answer.total, before.count)}</span>
              )}
            </p>
            {isUnfinished ? (
              <p className="x-note x-faint">条件填完以后重新计算</p>
            ) : (
              <p className="x-note x-faint">
                实时计算，{(answer.took / 1000).toFixed(1)} 秒　数据截至 {listTime(answer.at)}
              </p>
            )}
            <p className="x-note x-faint">
              每人计一次{answer.several > 0 && `，${thousands(answer.several)} 人符合几组`}
            </p>
          </>
        ) : (
          <p className="x-faint">条件填完以后自动计算人数</p>
        )}
      </div>
    </div>
  )
}
