import type { ReactNode } from 'react'
import { homeOf } from '../../catalogue/pages/pages.ts'
import { PublicHeader } from '../ui/layout/public-header.tsx'

/** Header and main of a page a visitor sees outside the portal home. */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <PublicHeader home={homeOf(null)} />
      <main>{children}</main>
    </>
  )
}
