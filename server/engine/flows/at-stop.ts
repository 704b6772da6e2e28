import type { State } from '../../../catalogue/flows/review.ts'
import type { Stop } from '../../../catalogue/flows/way.ts'

/** What becomes of a revision that reaches a stop. Keys left out stay as they are. */
export interface AtStop {
  readonly state: State
  readonly step?: number | null
  /** The office that holds it from now on. */
  readonly holder: { readonly institutionId: number; readonly role: number } | null
  /** It was decided about now. */
  readonly decided?: true
  readonly returnStep?: number | null
}

/** What becomes of a revision that reaches a stop: for the statement of one move, and for rows of a load. */
export function atStop(stop: Stop): AtStop {
  switch (stop.at) {
    case 'step':
      return { state: 'inReview', step: stop.index, holder: stop.step }
    case 'arrived':
      return { state: 'approved', holder: null, decided: true }
    case 'returned':
      return { state: 'returned', holder: null, decided: true, returnStep: stop.returnStep }
    case 'rejected':
      return { state: 'rejected', holder: null, decided: true }
    case 'withdrawn':
      return { state: 'withdrawn', step: null, holder: null }
  }
}
