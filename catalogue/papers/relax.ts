import { reaches, type Reach } from '../flows/reach.ts'
import type { Blueprint, BlueprintRow } from './value.ts'

/** What a blueprint may give up where the pool does not suffice, in the order in which it is offered. */
export const relaxations = ['difficulty', 'reach', 'recent', 'points'] as const
export type Relaxation = (typeof relaxations)[number]

const wider = (reach: Reach): Reach =>
  reaches[Math.min(reaches.length - 1, reaches.indexOf(reach) + 1)] ?? '9'

const easier = (code: string | null) => code && String(Math.max(1, Number(code) - 1))
const harder = (code: string | null) => code && String(Math.min(5, Number(code) + 1))

function relaxedRow(row: BlueprintRow, how: Relaxation): BlueprintRow {
  if (how === 'difficulty') return { ...row, easiest: easier(row.easiest), hardest: harder(row.hardest) }
  return how === 'points' ? { ...row, points: [], nodes: [] } : row
}

/**
 * A blueprint that asks less: a row with one more step of difficulty on each side, or of any point and chapter;
 * or all of it with questions from the next reach, or of papers just used (resources.md, 6.3).
 */
export const relaxed = (blueprint: Blueprint, at: number, how: Relaxation): Blueprint => ({
  ...blueprint,
  rows: blueprint.rows.map((row, i) => (i === at ? relaxedRow(row, how) : row)),
  within: how === 'reach' ? wider(blueprint.within) : blueprint.within,
  unusedMonths: how === 'recent' ? 0 : blueprint.unusedMonths,
})
