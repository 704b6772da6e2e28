import { describe, expect, it } from 'vitest'
import { defaultLayouts } from '../../../../catalogue/boards/defaults.ts'
import { readLayout, regionKeys } from '../../../../catalogue/boards/layout.ts'
import { addItem, changeItem, freshItem, moveItem, panelsFor, removeItem, showsFor } from './model.ts'

const layout = defaultLayouts.dataLarge
const keysOf = (of: typeof layout, region: 'headline' | 'left' | 'centre' | 'right') =>
  of.pages[0]?.[region].map(({ panel }) => panel)

describe('an item of a layout', () => {
  it('moves within its region', () => {
    const moved = moveItem(layout, { page: 0, region: 'left', index: 0 }, 1)
    expect(keysOf(moved, 'left')).toEqual(['female', 'ageBand'])
    expect(keysOf(layout, 'left')).toEqual(['ageBand', 'female'])
  })

  it('moves on to the region beside it at the end of its own, unless that is full', () => {
    const moved = moveItem(layout, { page: 0, region: 'left', index: 1 }, 1)
    expect([keysOf(moved, 'left'), keysOf(moved, 'centre')]).toEqual([['ageBand'], ['female', 'fulltime']])
    const full = addItem(layout, { page: 0, region: 'centre' }, { panel: 'subject' })
    expect(moveItem(full, { page: 0, region: 'left', index: 1 }, 1)).toBe(full)
    expect(moveItem(layout, { page: 0, region: 'headline', index: 0 }, -1)).toBe(layout)
  })

  it('is changed, added and removed', () => {
    const at = { page: 0, region: 'left', index: 1 } as const
    expect(keysOf(changeItem(layout, at, { panel: 'subject' }), 'left')).toEqual(['ageBand', 'subject'])
    expect(keysOf(removeItem(layout, at), 'left')).toEqual(['ageBand'])
    const added = addItem(layout, at, freshItem(layout, at))
    expect(readLayout(added, 'dataLarge').faults).toEqual([])
  })

  it.each(regionKeys)('offered for %s can stand there', (region) => {
    for (const panel of panelsFor(region))
      expect([panel.key, showsFor(region, panel).length > 0]).toEqual([panel.key, true])
  })
})
