import { useId, type ReactNode } from 'react'

/** One reading of the sheet: its head, what stands beside it, and the figures. */
export function Reading({
  title,
  beside,
  children,
}: {
  title: string
  beside?: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section className="overview-reading" aria-labelledby={heading}>
      <div className="overview-reading-head">
        <h2 id={heading}>{title}</h2>
        <span className="x-faint x-note">{beside}</span>
      </div>
      {children}
    </section>
  )
}

/** A line of a reading: what it is, and how it stands. */
export function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="overview-line">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
