import { useId, type ReactNode } from 'react'

/**
 * A bordered part of a page. Panels are not nested; with `flush` rows reach from edge to edge and have their
 * own padding.
 */
export function Panel({
  title,
  beside,
  extra,
  flush,
  id,
  children,
}: {
  title: string
  /** Right after the title: a Badge or a note. */
  beside?: ReactNode
  /** At the far end: a link or an action. */
  extra?: ReactNode
  flush?: boolean
  id?: string
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section className="x-panel" aria-labelledby={heading} id={id}>
      <div className="x-panel-head">
        <h2 id={heading}>{title}</h2>
        {beside}
        {extra && <div className="x-panel-extra">{extra}</div>}
      </div>
      {flush ? children : <div className="x-panel-body">{children}</div>}
    </section>
  )
}
