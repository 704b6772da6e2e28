import { aboutText, hasNothing, hasUnit, spokenText, wholeOf, type PlacedPanel } from './shown.ts'

/** The large numbers across the top. */
export function Headline({ placed }: { placed: readonly PlacedPanel[] }) {
  if (placed.length === 0) return null
  return (
    <dl className="bd-headline">
      {placed.map(({ item, title, shown }) => {
        const panel = shown?.panel
        const cell = panel && !hasNothing(panel) ? wholeOf(panel) : undefined
        return (
          <div key={item.panel} data-panel={item.panel} title={panel?.definition}>
            <dt>{title}</dt>
            <dd>
              <span aria-hidden="true">
                {aboutText(cell, panel?.unit ?? '')}
                {hasUnit(cell) && <small>{panel?.unit}</small>}
              </span>
              <span className="x-hidden">{spokenText(cell, panel?.unit ?? '')}</span>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
