import { expect, it } from 'vitest'
import type { CaseMove } from '../../../catalogue/contract/processes.ts'
import { movesOfSeveral } from './moves-of-several.ts'

const move = (name: string, tone: CaseMove['tone'], reason: CaseMove['reason']): CaseMove => ({
  name,
  label: name,
  to: 'x',
  reason,
  asks: [],
  tone,
})
const line = (id: string, moves: CaseMove[]) => ({ id, version: 1, moves })

it('several cases get each move for those it is open for, the one that goes on last, where the hand is', () => {
  const found = movesOfSeveral([
    line('a', [move('approve', 'forward', 'none'), move('return', 'refuses', 'required')]),
    line('b', [move('return', 'refuses', 'required')]),
  ])
  expect(found.map(({ name, items }) => [name, items.map(({ id }) => id)])).toEqual([
    ['return', ['a', 'b']],
    ['approve', ['a']],
  ])
})

it('words are asked for where one of the cases wants them', () => {
  const [approve] = movesOfSeveral([
    line('a', [move('approve', 'forward', 'none')]),
    line('b', [move('approve', 'forward', 'required')]),
    line('c', [move('approve', 'forward', 'optional')]),
  ])
  expect(approve?.reason).toBe('required')
  expect(movesOfSeveral([{ id: 'd', version: 1 }])).toEqual([])
})
