import { useEffect, useRef, type RefObject } from 'react'
import type { Panel } from '../../../catalogue/contract/analysis/figures.ts'
import type { Place } from './cells.ts'
import { chartIn, type Chart } from './drawing.ts'
import type { Picture as Drawn } from './options/parts.ts'
import { pictures } from './options/pictures.ts'

/** A picture as it stands, for what is done with it from outside. */
interface StandingChart {
  readonly chart: Chart
  drawn: Drawn | null
}

/** What happens at a picture. */
export interface PictureActs {
  /** A mark is pointed at; null when the pointer leaves. */
  readonly onPoint: (place: Place | null) => void
  readonly onOpen: (place: Place) => void
  /** A name beside the picture was pressed; the key of its row. */
  readonly onName: (row: string) => void
}

const samePlace = (a: Place | null | undefined, b: Place): boolean =>
  a?.row === b.row && a.column === b.column

/** Where the mark of a place is drawn: its series, and the number in it. */
function markOf({ marks }: Drawn, place: Place): { seriesIndex: number; dataIndex: number } | null {
  for (const [seriesIndex, list] of marks.entries()) {
    const dataIndex = list.findIndex((one) => samePlace(one, place))
    if (dataIndex >= 0) return { seriesIndex, dataIndex }
  }
  return null
}

function draw(element: HTMLElement, standing: StandingChart, panel: Panel): void {
  const width = element.clientWidth
  const picture = pictures[panel.form]
  if (width === 0 || picture === null) return
  const letter = Number.parseFloat(getComputedStyle(element).fontSize)
  const drawn = picture({ panel, letter, width })
  standing.drawn = drawn
  element.style.height = `${Math.ceil(drawn.height)}px`
  standing.chart.resize({ width, height: Math.ceil(drawn.height) })
  standing.chart.setOption(drawn.drawing, { notMerge: true })
}

function listen({ chart }: StandingChart, standing: StandingChart, acts: RefObject<PictureActs>): void {
  const placeAt = ({ seriesIndex, dataIndex }: { seriesIndex?: number; dataIndex?: number }) =>
    standing.drawn?.marks[seriesIndex ?? -1]?.[dataIndex ?? -1] ?? null
  chart.on('mouseover', (event) => {
    if (event.componentType === 'series') acts.current.onPoint(placeAt(event))
  })
  chart.on('mouseout', () => acts.current.onPoint(null))
  chart.on('click', (event) => {
    const name = event.componentType === 'yAxis' ? standing.drawn?.labels[event.dataIndex ?? -1] : undefined
    const place = event.componentType === 'series' ? placeAt(event) : null
    if (name !== undefined) acts.current.onName(name)
    else if (place) acts.current.onOpen(place)
  })
}

/**
 * The picture of a panel. It is for eyes only: whoever reads or moves by keyboard has the table of the same
 * figures, and the mark of the figure that has the focus there (`focus`) is shown here.
 */
export function Picture({ panel, focus, acts }: { panel: Panel; focus: Place | null; acts: PictureActs }) {
  const element = useRef<HTMLDivElement>(null)
  const held = useRef<StandingChart>(null)
  const current = useRef(acts)
  const shown = useRef(panel)
  useEffect(() => {
    current.current = acts
  }, [acts])
  useEffect(() => {
    const place = element.current
    if (!place) return
    const standing: StandingChart = { chart: chartIn(place), drawn: null }
    held.current = standing
    listen(standing, standing, current)
    let width = 0
    let letter = ''
    const watch = new ResizeObserver(() => {
      const size = getComputedStyle(place).fontSize
      if (place.clientWidth === width && size === letter) return
      width = place.clientWidth
      letter = size
      draw(place, standing, shown.current)
    })
    watch.observe(place)
    return () => {
      watch.disconnect()
      standing.chart.dispose()
      held.current = null
    }
  }, [])
  useEffect(() => {
    shown.current = panel
    if (element.current && held.current) draw(element.current, held.current, panel)
  }, [panel])
  useEffect(() => {
    const standing = held.current
    const mark = focus && standing?.drawn ? markOf(standing.drawn, focus) : null
    standing?.chart.dispatchAction({ type: 'downplay' })
    if (mark) standing?.chart.dispatchAction({ type: 'highlight', ...mark })
  }, [focus])
  return <div ref={element} className="x-chart" aria-hidden="true" />
}
