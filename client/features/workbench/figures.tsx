import type { Workbench } from '../../../catalogue/contract/workspace.ts'
import { thousands } from '../../platform/format.ts'
import { Panel } from '../../ui/layout/panel.tsx'

/** Figures of my scope, each with what is counted. */
export function Figures({ figures }: { figures: Workbench['figures'] }) {
  return (
    <Panel title="本单位概况" flush>
      <dl>
        {figures.map(({ key, label, value, definition }) => (
          <div key={key} className="home-figure">
            <dt>
              {label}
              <span>{definition}</span>
            </dt>
            <dd>{thousands(value)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
