import type { Home, Site } from '../../../../catalogue/contract/portal/portal.ts'
import { PortalFrame } from '../frame/portal-frame.tsx'
import { Front } from './home-page.tsx'

/** The front page of a site as visitors would see it, for who looks at it before it is published. */
export function SiteFront({ site, home }: { site: Site; home: Home }) {
  return (
    <PortalFrame shown={site}>
      <Front home={home} blocks={site.blocks} />
    </PortalFrame>
  )
}
