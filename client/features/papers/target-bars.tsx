import type { PaperDetail } from '../../../catalogue/contract/papers.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { isMet, type Coverage } from '../../../catalogue/papers/coverage.ts'
import type { Blueprint } from '../../../catalogue/papers/value.ts'
import { Show } from '../../engine/kinds/show.tsx'
import { points } from '../../engine/library/curriculum-fields.ts'
import { TargetTrack } from '../../ui/charts/target-track.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { levelWord, rateWords } from './words.ts'
import './blueprint.css'

/** 目标与实际: each target of the blueprint as a bar. */
export function TargetBars({
  coverage,
  plan,
  names,
}: {
  coverage: readonly Coverage[]
  plan: Blueprint
  names: PaperDetail['points']
}) {
  if (coverage.length === 0) return null
  return (
    <Panel title="目标与实际" extra={<span className="x-faint x-dense">竖线是目标，浅带是允许</span>}>
      <ul className="blueprint-bars">
        {coverage.map((one) => (
          <li key={`${one.kind} ${one.key}`}>
            <span>{nameOf(one, plan, names)}</span>
            <TargetTrack
              reached={one.reached}
              target={one.wanted}
              within={one.within}
              of={one.kind === 'rate' ? 1000 : Math.max(one.wanted, one.reached, 1) * 1.25}
              isMet={isMet(one)}
            />
            <span className={isMet(one) ? 'x-num' : 'x-num blueprint-bar-off'}>
              <b>{wordsOf(one, one.reached)}</b> / {wordsOf(one, one.wanted)}
              {one.kind === 'rate' ? '' : one.kind === 'row' ? ' 题' : ' 分'}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function nameOf({ kind, key }: Coverage, plan: Blueprint, names: PaperDetail['points']) {
  if (kind === 'rate') return '得分率'
  if (kind === 'cognitive') return levelWord(key)
  if (kind === 'row') {
    const form = plan.rows[Number(key)]?.form ?? null
    return `第 ${Number(key) + 1} 行${form === null ? '' : ` ${labelOf('questionForm', form)}`}`
  }
  return names.find(({ id }) => id === Number(key))?.title ?? <Show field={points} value={[Number(key)]} />
}

const wordsOf = ({ kind }: Coverage, figure: number): string =>
  kind === 'rate' ? rateWords(figure) : String(figure)
