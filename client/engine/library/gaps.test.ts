import { expect, it } from 'vitest'
import { gapsOf } from './gaps.ts'

const node = (id: number, parentId: number | null, count: number, ended = false) => ({
  id,
  parentId,
  count,
  ended,
  textbookId: 1,
  no: String(id),
  title: `第${id}章`,
})

it('gaps are the lowest chapters with nothing below, shown below what leads to them', () => {
  const nodes = [
    node(1, null, 2),
    node(11, 1, 2),
    node(12, 1, 0),
    node(2, null, 0),
    node(21, 2, 0),
    node(22, 2, 0, true),
    node(3, null, 5),
  ]
  const { count, nodes: shown } = gapsOf(nodes)
  expect([count, shown.map(({ id }) => id)]).toEqual([2, [1, 12, 2, 21]])
  expect(gapsOf([node(1, null, 3)])).toEqual({ count: 0, nodes: [] })
})
