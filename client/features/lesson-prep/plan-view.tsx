import type { ReactNode } from 'react'
import { longText } from '../../../catalogue/define.ts'
import { changesOf, planParts, type Plan } from '../../../catalogue/preps/plan.ts'
import { Difference } from '../../engine/kinds/difference.tsx'
import { LongText } from '../../engine/kinds/long-text-kind.tsx'

/** A plan as it is read; `below` draws what hangs on a block. */
export function PlanView({ blocks, below }: { blocks: Plan; below?: (blockId: string) => ReactNode }) {
  return (
    <ol className="prep-blocks">
      {blocks.map(({ id, part, text }, place) => (
        <li key={id} className="prep-block">
          {blocks[place - 1]?.part !== part && <h3>{planParts[part]}</h3>}
          {text.trim() === '' ? <p className="x-faint">（未填写）</p> : <LongText text={text} />}
          {below?.(id)}
        </li>
      ))}
    </ol>
  )
}

const blockField = longText('内容')

/** What an own plan has otherwise than the common one. */
export function PlanChanges({ common, own }: { common: Plan; own: Plan }) {
  const changes = changesOf(common, own)
  if (changes.length === 0) return <p className="x-soft">与共案相同。</p>
  return (
    <ul className="prep-blocks" aria-label="与共案的差异">
      {changes.map(({ id, part, before, after }) => (
        <li key={id} className="prep-block">
          <h3>
            {planParts[part]}
            <span className="x-faint x-note">
              　{before === null ? '增加' : after === null ? '删去' : '修改'}
            </span>
          </h3>
          <Difference field={blockField} before={before} after={after} />
        </li>
      ))}
    </ul>
  )
}
