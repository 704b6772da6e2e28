export interface TrackStop {
  label: string
  /** `plan`: a route that no submission is on. */
  state: 'done' | 'current' | 'next' | 'stopped' | 'plan'
  /** Full name for the title, e.g. 东浦区教育局. */
  title?: string
}

const said = { done: '已办', current: '正在办', next: '未到', stopped: '停在这里', plan: '' } as const

/** The route of a submission as dots with the names of the levels. */
export function Track({ stops }: { stops: readonly TrackStop[] }) {
  return (
    <ol className="x-track">
      {stops.map(({ label, state, title }, i) => (
        <li key={`${i} ${label}`} className={`x-track-${state}`} title={title}>
          {label}
          {said[state] && <span className="x-hidden">，{said[state]}</span>}
        </li>
      ))}
    </ol>
  )
}
