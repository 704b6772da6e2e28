import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { useSite } from './use-site.ts'

const nothing: readonly string[] = []

/**
 * A link to an address somebody typed, judged again here: a page of the portal, a listed host in a window of
 * its own, any other through the page that says where the way leads, and plain text where it is no address at
 * all. `activeName` is that of a navigation item.
 */
export function GoLink({
  to,
  openMode = '0',
  activeName = '',
  className,
  current,
  children,
}: {
  to: string
  openMode?: string
  activeName?: string
  className?: string
  current?: boolean
  children: ReactNode
}) {
  const hosts = useSite()?.hosts ?? nothing
  const verdict = safeUrl(to, hosts)
  const place = { className, ...(current && { 'aria-current': 'page' as const }) }
  if ('fault' in verdict) return <span {...place}>{children}</span>
  if (verdict.place === 'inside') {
    const apart = openMode === '1' || activeName === 'dkbf'
    return (
      <Link to={verdict.href} {...place} {...(apart && { target: '_blank', rel: 'noopener' })}>
        {children}
      </Link>
    )
  }
  if (verdict.place === 'outside' || activeName.includes('pF')) {
    return (
      <Link to={`/home/pF?url=${encodeURIComponent(verdict.href)}`} {...place}>
        {children}
      </Link>
    )
  }
  return (
    <a href={verdict.href} target="_blank" rel="noopener noreferrer" {...place}>
      {children}
      <Icon name="out" />
      <span className="x-hidden">，在新窗口打开</span>
    </a>
  )
}
