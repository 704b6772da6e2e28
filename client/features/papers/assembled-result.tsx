import type { AssembledAnswer } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { relaxed, type Relaxation } from '../../../catalogue/papers/relax.ts'
import type { Blueprint } from '../../../catalogue/papers/value.ts'
import { Button } from '../../ui/forms/button.tsx'

const relaxing: Readonly<Record<Relaxation, string>> = {
  difficulty: '难度放宽一档',
  reach: '允许更大范围的题',
  recent: '允许近期用过的题',
  points: '不限知识点和章节',
}

/** Why there is no paper, and what could be given up for one. */
export function AssembledResult({
  answer: { chosen, short },
  plan,
  busy,
  onRelax,
}: {
  answer: AssembledAnswer
  plan: Blueprint
  busy: boolean
  onRelax: (plan: Blueprint) => void
}) {
  if (chosen !== null) return null
  return (
    <div className="paper-short" aria-live="polite">
      <b>题不够，没有组成</b>
      <ul>
        {short.map(({ row, wanted, found, relaxations }) => (
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
}
