import type { Submission } from '../../../catalogue/contract/workspace.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import type { TrackStop } from '../../ui/layout/track.tsx'

/** Way of a submission: the person, each step of the route, the end. Where it is stuck shows as stopped. */
export function trackOf({ state, route }: Pick<Submission, 'state' | 'route'>): TrackStop[] {
  const approved = state === 'approved'
  const withMe = state === 'draft' || state === 'withdrawn' || state === 'returned'
  const steps = route.map((step): TrackStop => ({
    label: levelLabels[step.level],
    title: step.person ? `${step.institution}　${step.person}` : step.institution,
    state: approved
      ? 'done'
      : state === 'rejected' && step.state === 'current'
        ? 'stopped'
        : withMe
          ? 'next'
          : step.state,
  }))
  return [
    { label: '本人', state: state === 'returned' ? 'stopped' : withMe ? 'current' : 'done' },
    ...steps,
    { label: '完成', state: approved ? 'done' : 'next' },
  ]
}
