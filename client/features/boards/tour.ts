import { useEffect, useRef, useState } from 'react'
import type { Screen } from '../../../catalogue/contract/analysis/boards.ts'

/** What a tour steps through: pages of the board at each place. */
export interface TourStep {
  readonly placeId: number
  readonly page: number
}

/**
 * Places that the tour of a board visits, worked out at the head of the way down; empty elsewhere. Places
 * that the layout names and this reader does not have are passed over.
 */
export function tourPlaces({ layout: { tour }, path, places, place }: Screen): number[] {
  const root = path[0]?.id ?? place.id
  if (tour.places === 'none') return [place.id]
  if (place.id !== root) return []
  const own = [root, ...places.map(({ id }) => id)]
  if (tour.places === 'below') return own
  const chosen = tour.places.filter((id) => own.includes(id))
  return chosen.length > 0 ? chosen : [root]
}

/** Every page at each place, one place after another. */
export const stepsOf = (placeIds: readonly number[], pages: number): TourStep[] =>
  placeIds.flatMap((placeId) => Array.from({ length: pages }, (_, page) => ({ placeId, page })))

/** The step after or before the one that is shown; the first where that is none of the tour. */
export function stepFrom(steps: readonly TourStep[], now: TourStep, by: 1 | -1): TourStep | undefined {
  const at = steps.findIndex(({ placeId, page }) => placeId === now.placeId && page === now.page)
  return steps[(at + by + steps.length) % steps.length] ?? steps[0]
}

/** Whether this device asked for stillness: then nothing begins to move by itself. */
const wantsStillness = (): boolean =>
  matchMedia('(prefers-reduced-motion: reduce)').matches ||
  document.documentElement.dataset['mode'] === 'elder'

interface Tour {
  readonly seconds: number
  /** Begins by itself, unless this device asked for stillness. */
  readonly auto: boolean
  /** What is shown: the time begins anew with it. */
  readonly shown: string
  readonly onStep: () => void
}

/** Steps on by itself every so many seconds while it runs. */
export function useTour({ seconds, auto, shown, onStep }: Tour) {
  const [running, setRunning] = useState(() => auto && !wantsStillness())
  const step = useRef(onStep)
  useEffect(() => {
    step.current = onStep
  }, [onStep])
  useEffect(() => {
    if (!running) return undefined
    const timer = setTimeout(() => step.current(), seconds * 1_000)
    return () => clearTimeout(timer)
  }, [running, seconds, shown])
  return { running, setRunning }
}
