import { useCallback, useEffect, useLayoutEffect, useState, type CSSProperties } from 'react'
import { z } from 'zod'
import type { Role } from '../../../catalogue/access/roles.ts'
import { tours, type TourPlace, type TourStep } from '../../../catalogue/pages/tours.ts'
import { api } from '../../platform/api/api.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { elementAt, stepsFor } from './tour-places.ts'
import './tour.css'

/**
 * Milliseconds between two looks whether the first screen is drawn, and how long its first part is waited for once
 * nothing loads any more: on a slow line the tour waits as long as the page does.
 */
const look = 100
const patience = 8000

const isLoading = (): boolean => document.querySelector('main .x-skeleton') !== null

/** Pixels: the ring around what a step is about, the card beside it, and the header of the page. */
const [edge, gap, cardWidth, cardHeight, headerHeight] = [6, 12, 360, 260, 72] as const

/** The tour of the first steps; it begins once the first screen is drawn. */
export function Tour({ role, onClose }: { role: Role; onClose: () => void }) {
  const [steps, setSteps] = useState<readonly TourStep[]>([])
  useEffect(() => {
    let loaded = Date.now()
    const first = tours[role]?.[0]
    const timer = setInterval(() => {
      const drawn = first !== undefined && elementAt(first.at) !== undefined
      if (isLoading()) loaded = Date.now()
      if (!drawn && Date.now() - loaded < patience) return
      clearInterval(timer)
      const found = stepsFor(role)
      if (found.length > 0) setSteps(found)
      else onClose()
    }, look)
    return () => clearInterval(timer)
  }, [role, onClose])
  return steps.length > 0 && <Steps steps={steps} onClose={onClose} />
}

function Steps({ steps, onClose }: { steps: readonly TourStep[]; onClose: () => void }) {
  const [index, setIndex] = useState(0)
  const dialog = useModalDialog(true, onClose)
  useEffect(() => {
    // Seen is seen, also when it was left at once. Whoever looks through somebody's eyes changes nothing.
    api.post('/api/v1/account/tour', { schema: z.boolean(), body: {}, quiet: true }).catch(() => undefined)
  }, [])
  const step = steps[index]
  const place = usePlace(step?.at)
  if (!step) return null
  const last = index === steps.length - 1
  return (
    <dialog ref={dialog} className="tour" aria-label="新手引导">
      <div className="tour-shade">
        {place && <div className="tour-ring" style={place.ring} />}
        <div className="tour-card" style={place?.card ?? { left: gap, bottom: gap }}>
          <p className="x-faint x-dense">
            新手引导　第 {index + 1} 步，共 {steps.length} 步
          </p>
          <div aria-live="polite">
            <h2>{step.title}</h2>
            <p>{step.text}</p>
          </div>
          <div className="tour-acts">
            {!last && (
              <Button look="text" onClick={onClose}>
                跳过
              </Button>
            )}
            <Button disabled={index === 0} onClick={() => setIndex(index - 1)}>
              上一步
            </Button>
            <Button look="primary" data-first-focus onClick={() => (last ? onClose() : setIndex(index + 1))}>
              {last ? '完成' : '下一步'}
            </Button>
          </div>
        </div>
      </div>
    </dialog>
  )
}

interface Place {
  readonly ring: CSSProperties
  readonly card: CSSProperties
}

/** Where the ring and the card stand, measured anew when the page moves. */
function usePlace(at: TourPlace | undefined): Place | null {
  const [place, setPlace] = useState<Place | null>(null)
  const measure = useCallback(() => {
    const element = at && elementAt(at)
    setPlace(element ? placeOf(element.getBoundingClientRect()) : null)
  }, [at])
  useLayoutEffect(() => {
    const element = at && elementAt(at)
    const high = element !== undefined && element.getBoundingClientRect().height > innerHeight / 2
    element?.scrollIntoView({ block: high ? 'start' : 'center', behavior: 'instant' })
    // The header stays in place above what is scrolled to the top.
    if (high) scrollBy({ top: -headerHeight, behavior: 'instant' })
    const frame = requestAnimationFrame(measure)
    addEventListener('scroll', measure, { passive: true })
    addEventListener('resize', measure)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', measure)
      removeEventListener('resize', measure)
    }
  }, [at, measure])
  return place
}

/** The card below what it is about, else above it, else beside it, else at the foot of the window. */
function placeOf({ left, top, right, bottom }: DOMRect): Place {
  const [from, to] = [Math.max(top - edge, edge), Math.min(bottom + edge, innerHeight - edge)]
  const width = Math.min(cardWidth, innerWidth - 2 * gap)
  const ring = {
    left: left - edge,
    top: from,
    width: right - left + 2 * edge,
    height: Math.max(0, to - from),
  }
  const card = { width, left: Math.min(Math.max(gap, left), innerWidth - width - gap) }
  if (innerHeight - to > cardHeight) return { ring, card: { ...card, top: to + gap } }
  if (from > cardHeight) return { ring, card: { ...card, bottom: innerHeight - from + gap } }
  if (innerWidth - right > width + 3 * gap) return { ring, card: { width, left: right + 2 * gap, top: from } }
  return { ring, card: { ...card, bottom: gap } }
}
