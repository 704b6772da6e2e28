import { RichText } from '../../ui/look/rich-text.tsx'
import { useSite } from './use-site.ts'

/** A text of the portal; its links lead at once to hosts of the administrator's list alone. */
export function PortalText({ html, compact = false }: { html: string; compact?: boolean }) {
  const site = useSite()
  return <RichText html={html} compact={compact} {...(site && { hosts: site.hosts })} />
}
