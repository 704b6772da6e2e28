import {
  regionKeys,
  regions,
  type BoardLayout,
  type LayoutItem,
  type Region,
} from '../../../../catalogue/boards/layout.ts'
import { boardPanels, type BoardPanel } from '../../../../catalogue/boards/panels.ts'

/** Where an item stands in a layout. */
export interface At {
  readonly page: number
  readonly region: Region
  readonly index: number
}

/** A layout with one page made otherwise. */
export function onPage(
  layout: BoardLayout,
  page: number,
  change: (page: BoardLayout['pages'][number]) => BoardLayout['pages'][number],
): BoardLayout {
  return { ...layout, pages: layout.pages.map((one, index) => (index === page ? change(one) : one)) }
}

const inRegion = (
  layout: BoardLayout,
  { page, region }: Pick<At, 'page' | 'region'>,
  change: (items: readonly LayoutItem[]) => LayoutItem[],
): BoardLayout => onPage(layout, page, (one) => ({ ...one, [region]: change(one[region]) }))

export const changeItem = (layout: BoardLayout, at: At, item: LayoutItem): BoardLayout =>
  inRegion(layout, at, (items) => items.map((one, index) => (index === at.index ? item : one)))

export const removeItem = (layout: BoardLayout, at: At): BoardLayout =>
  inRegion(layout, at, (items) => items.filter((_, index) => index !== at.index))

export const addItem = (
  layout: BoardLayout,
  at: Pick<At, 'page' | 'region'>,
  item: LayoutItem,
): BoardLayout => inRegion(layout, at, (items) => [...items, item])

/**
 * Moves an item up or down; beyond the end of its region it goes to the region before or after, where it can
 * stand there.
 */
export function moveItem(layout: BoardLayout, at: At, by: 1 | -1): BoardLayout {
  const items = layout.pages[at.page]?.[at.region] ?? []
  const item = items[at.index]
  const to = at.index + by
  if (!item) return layout
  if (to >= 0 && to < items.length)
    return inRegion(layout, at, (list) => {
      const next = list.filter((_, index) => index !== at.index)
      next.splice(to, 0, item)
      return next
    })
  const regionAt = regionKeys.indexOf(at.region) + by
  const region = regionKeys[regionAt]
  if (region === undefined || (layout.pages[at.page]?.[region].length ?? 0) >= regions[region].most)
    return layout
  const moved = removeItem(layout, at)
  // Its new region draws it in its own way.
  const { panel, title } = item
  const fitting: LayoutItem = title === undefined ? { panel } : { panel, title }
  return inRegion(moved, { page: at.page, region }, (list) =>
    by > 0 ? [fitting, ...list] : [...list, fitting],
  )
}

/** Panels that can stand in a region. */
export const panelsFor = (region: Region): readonly BoardPanel[] =>
  boardPanels.filter(({ shows }) =>
    region === 'headline' ? shows.includes('figure') : shows.some((show) => show !== 'figure'),
  )

/** Ways in which a panel can be drawn in a region. */
export const showsFor = (region: Region, panel: BoardPanel | undefined): BoardPanel['shows'] =>
  (panel?.shows ?? []).filter((show) =>
    region === 'headline' ? show === 'figure' : show !== 'figure' && (show !== 'map' || region === 'centre'),
  )

/** A panel that a region does not have yet, for a new line. */
export const freshItem = (layout: BoardLayout, { page, region }: Pick<At, 'page' | 'region'>): LayoutItem => {
  const here = new Set((layout.pages[page]?.[region] ?? []).map(({ panel }) => panel))
  const panel = panelsFor(region).find(({ key }) => !here.has(key)) ?? panelsFor(region)[0]
  return { panel: panel?.key ?? '' }
}

export const emptyPage = (title: string): BoardLayout['pages'][number] => ({
  title,
  headline: [],
  left: [],
  centre: [],
  right: [],
  bottom: [],
})
