import type { AssembledAnswer } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { relaxed, type Relaxation } from '../../../catalogue/papers/relax.ts'
import type { Blueprint } from '../../../catalogue/papers/value.ts'
import { Show } from '../../engine/kinds/show.tsx'
import { points } from '../../engine/library/curriculum-fields.ts'
import { Button } from '../../ui/forms/button.tsx'
import { levelWord, rateWords } from './words.ts'

const relaxing: Readonly<Record<Relaxation, string>> = {
  difficulty: '难度放宽一档',
  reach: '允许更大范围的题',
  recent: '允许近期用过的题',
  points: '不限知识点和章节',
}

/** What assembling reached, or why there is no paper and what could be given up for one. */
export function AssembledResult({
  answer,
  plan,
  busy,
  onRelax,
}: {
  answer: AssembledAnswer
  plan: Blueprint
  busy: boolean
  onRelax: (plan: Blueprint) => void
}) {
  if (answer.chosen === null)
    return (
      <div className="paper-short" aria-live="polite">
        <b>题不够，没有组成</b>
        <ul>
          {answer.short.map(({ row, wanted, found, relaxations }) => (
            <li key={row}>
              第 {row + 1} 行（{labelOf('questionForm', plan.rows[row]?.form ?? '01')}）：要 {wanted} 道，只有{' '}
              {found} 道。
              {relaxations.length === 0 && '可以少选几道，或先在试题库里补题'}
              {relaxations.map(({ how, more }) => (
                <Button key={how} look="text" busy={busy} onClick={() => onRelax(relaxed(plan, row, how))}>
                  {relaxing[how]}再组（可多 {more} 道）
                </Button>
              ))}
            </li>
          ))}
        </ul>
      </div>
    )
  return (
    <ul className="paper-targets" aria-live="polite">
      {answer.targets.map(({ kind, key, wanted, reached }) => (
        <li key={`${kind} ${key}`}>
          {kind === 'rate' ? (
            '得分率'
          ) : kind === 'cognitive' ? (
            levelWord(key)
          ) : (
            <Show field={points} value={[Number(key)]} />
          )}
          ：<b className="x-num">{kind === 'rate' ? rateWords(reached) : `${reached} 分`}</b>
          <span className="x-soft">　目标 {kind === 'rate' ? rateWords(wanted) : `${wanted} 分`}</span>
        </li>
      ))}
    </ul>
  )
}
