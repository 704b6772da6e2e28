import { Link } from 'react-router'
import type { Figure } from '../../../catalogue/contract/workspace.ts'
import { listTime, thousands } from '../../platform/format.ts'
import { Panel } from '../../ui/layout/panel.tsx'

/** Figures of my scope, each with what is counted and the lists that have exactly that many rows. */
export function Figures({ figures, at }: { figures: readonly Figure[]; at: string }) {
  return (
    <Panel title="本单位概况" extra={<span className="x-faint x-note">{listTime(at)} 的数据</span>} flush>
      <ul>
        {figures.map((figure) => (
          <FigureRow key={figure.key} figure={figure} />
        ))}
      </ul>
    </Panel>
  )
}

function FigureRow({ figure: { label, value, definition, link, parts } }: { figure: Figure }) {
  const number = <b className="home-figure-value">{thousands(value)}</b>
  return (
    <li className="home-figure">
      <div className="home-figure-head">
        <span>
          {label}
          <span className="x-faint x-note">{definition}</span>
        </span>
        {link && value > 0 ? (
          <Link to={link} aria-label={`${label} ${thousands(value)}，查看名单`}>
            {number}
          </Link>
        ) : (
          number
        )}
      </div>
      {value > 0 && parts.length > 0 && (
        <details>
          <summary>{label}分类明细</summary>
          <ul>
            {parts.map((part) => (
              <li key={part.link}>
                <Link to={part.link}>{part.label}</Link>
                <span className="x-num">{thousands(part.value)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}
