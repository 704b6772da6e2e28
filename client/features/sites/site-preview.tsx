import type { SiteFinding, SitePreview } from '../../../catalogue/contract/portal/sites.ts'
import type { ComponentType } from 'react'
import type { Home, Site } from '../../../catalogue/contract/portal/portal.ts'
import { Panel } from '../../ui/layout/panel.tsx'

/** What draws the front page of a site: the portal's own page. */
export type FrontOfSite = ComponentType<{ site: Site; home: Home }>

const levels = { fault: '须改正', warning: '提醒' } as const

/** What the checks found, and the front page as visitors would see it. */
export function SitePreviewPanel({ preview, Front }: { preview: SitePreview; Front: FrontOfSite }) {
  const { site, home, findings } = preview
  return (
    <>
      <Panel title="检查结果">
        <Findings findings={findings} />
      </Panel>
      <Panel title="访客看到的首页" flush>
        {/* The page itself, of which nothing can be opened here. */}
        <div className="sites-preview" inert data-testid="site-preview">
          <Front site={site} home={home} />
        </div>
      </Panel>
    </>
  )
}

function Findings({ findings }: { findings: readonly SiteFinding[] }) {
  if (findings.length === 0) return <p className="x-soft">没有发现问题。</p>
  return (
    <ul className="sites-findings">
      {findings.map(({ level, field, message }) => (
        <li key={`${field} ${message}`}>
          <b>{levels[level]}</b>　{message}
        </li>
      ))}
    </ul>
  )
}
