import { lazy, Suspense, type ReactNode } from 'react'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DetailPage } from './detail-page.tsx'
import { PortalHomePage } from './home-page.tsx'
import { LeavingPage } from './leaving-page.tsx'
import { ListPage } from './list-page.tsx'
import { PortalFrame } from './portal-frame.tsx'
import { AboutPage, CentrePage, ProductPage } from './standing-page.tsx'

// Loaded when opened: the front page stays light.
const SearchPage = lazy(async () => ({ default: (await import('./search-page.tsx')).SearchPage }))
const PreviewPage = lazy(async () => ({ default: (await import('./preview-page.tsx')).PreviewPage }))
const TestPage = lazy(async () => ({ default: (await import('./test-page.tsx')).TestPage }))

/** Every public page; which one, its route says. */
export function PortalPage({ entry }: { entry: PageEntry }) {
  if (entry.feature === 'portal') return <PortalHomePage />
  return (
    <PortalFrame>
      <Suspense fallback={<Skeleton lines={12} />}>{pageOf(entry)}</Suspense>
    </PortalFrame>
  )
}

function pageOf({ path, title, feature }: PageEntry): ReactNode {
  if (path.endsWith('/messageDetail')) return <DetailPage type={null} />
  if (path.endsWith('/soyDongtaiDetail')) return <DetailPage type="trainingNews" />
  if (feature === 'policy' || feature === 'notice' || feature === 'trainingNews') return <ListPage type={feature} title={title} />
  if (feature === 'search') return <SearchPage />
  if (feature === 'product') return <ProductPage title={title} />
  if (feature === 'aboutUs') return <AboutPage title={title} />
  if (feature === 'centerPage') return <CentrePage title={title} path={path} />
  if (feature === 'helpdesk') return <TestPage title={title} />
  if (path.endsWith('/previewFiles')) return <PreviewPage title={title} />
  return <LeavingPage />
}
