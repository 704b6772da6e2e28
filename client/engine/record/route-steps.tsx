import type { RouteStepView } from '../../../catalogue/contract/archive/records.ts'
import { levelLabels } from '../../../catalogue/flows/review.ts'
import { Track, type TrackStop } from '../../ui/layout/track.tsx'

const why = { absent: '没有这一级', unstaffed: '该级暂无审核人' } as const

/** The reviewers in their order, how long each usually takes, and which level is skipped for what reason. */
export function RouteSteps({ steps }: { steps: readonly RouteStepView[] }) {
  return (
    <ol className="xr-route" data-testid="route">
      {steps.map((step, i) => (
        <li key={`${step.level} ${i}`}>
          {levelLabels[step.level]}　<b>{step.person ?? step.institution}</b>
          {step.usualDays !== null && `，通常 ${daysText(step.usualDays)}办结`}
          {step.person !== null && <p className="x-faint">{step.institution}</p>}
          {step.standsFor.map((skipped) => (
            <p key={skipped.level} className="x-faint">
              {levelLabels[skipped.level]}
              {why[skipped.why]}，直接交到{levelLabels[step.level]}
            </p>
          ))}
        </li>
      ))}
      <li className="x-faint">
        {steps.length === 1 ? `${levelLabels[steps[0]?.level ?? 'school']}通过即生效` : '逐级通过后生效'}
      </li>
    </ol>
  )
}

function daysText(days: number): string {
  if (days < 0.5) return '当天'
  return `${Math.max(1, Math.round(days))} 天`
}

/** The route as dots: 本人, the levels, 完成. */
export function RouteTrack({ steps, stopped }: { steps: readonly RouteStepView[]; stopped?: boolean }) {
  const halted = stopped ? steps.findIndex((step) => step.state !== 'done') : -1
  const stops: TrackStop[] = [
    { label: '本人', state: 'done' },
    ...steps.map((step, i): TrackStop => ({
      label: levelLabels[step.level],
      state: i === halted ? 'stopped' : step.state,
      title: [step.institution, step.person].filter(Boolean).join(' '),
    })),
    { label: '完成', state: steps.every((step) => step.state === 'done') ? 'done' : 'next' },
  ]
  return <Track stops={stops} />
}
