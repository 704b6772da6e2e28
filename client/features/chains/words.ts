import type { Level, Step } from '../../../catalogue/define.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { levelLabels, levels } from '../../../catalogue/flows/review.ts'
import { conditionWords } from '../../engine/condition/words.ts'
import type { TrackStop } from '../../ui/layout/track.tsx'

/** What a step asks for, beside its level. */
export function stepWords(definition: ReviewedType, { when, days, reasonRequired }: Step): string {
  return [
    when && `${conditionWords(definition, when)}时才有这一步`,
    days && `${days} 个工作日内办`,
    reasonRequired && '通过也要写意见',
  ]
    .filter(Boolean)
    .join('；')
}

/**
 * A chain as stops: 本人, the levels, 生效, or as its type calls the ends. A step with a condition says so in
 * its name.
 */
export function stopsOf(definition: ReviewedType, chain: readonly Step[]): TrackStop[] {
  return [
    { label: definition.ends[0], state: 'plan' },
    ...chain.map((step): TrackStop => {
      const title = stepWords(definition, step)
      return {
        label: `${levelLabels[step.level]}${step.when ? '（有条件）' : ''}`,
        state: 'plan',
        ...(title && { title }),
      }
    }),
    { label: definition.ends[1], state: 'plan' },
  ]
}

/** 学校 → 县区（学位级别是博士时才有这一步；5 个工作日内办） */
export function chainWords(definition: ReviewedType, chain: readonly Step[]): string {
  if (chain.length === 0) return '不须上级审核'
  return chain
    .map((step) => {
      const words = stepWords(definition, step)
      return levelLabels[step.level] + (words && `（${words}）`)
    })
    .join(' → ')
}

/** The level a new step most likely stands on: the next one above the last. */
export function nextLevel(chain: readonly Step[], from: Level): Level {
  const last = chain.at(-1)
  return (
    (last && levels[levels.indexOf(last.level) + 1]) ??
    levels.slice(levels.indexOf(from)).find((level) => !chain.some((step) => step.level === level)) ??
    'province'
  )
}
