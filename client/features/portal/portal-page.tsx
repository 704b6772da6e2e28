import { lazy, Suspense, type ReactNode } from 'react'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { isCardType } from './card-words.ts'
import { PortalHomePage } from './home-page.tsx'
import { PortalFrame } from './portal-frame.tsx'

/** What the front page does not show comes when it is asked for. */
const CardsPage = lazy(async () => ({ default: (await import('./cards-page.tsx')).CardsPage }))
const DetailPage = lazy(async () => ({ default: (await import('./detail-page.tsx')).DetailPage }))
const ListPage = lazy(async () => ({ default: (await import('./list-page.tsx')).ListPage }))
const LeavingPage = lazy(async () => ({ default: (await import('./leaving-page.tsx')).LeavingPage }))
const standing = () => import('./standing-page.tsx')
const ProductPage = lazy(async () => ({ default: (await standing()).ProductPage }))
const AboutPage = lazy(async () => ({ default: (await standing()).AboutPage }))
const CentrePage = lazy(async () => ({ default: (await standing()).CentrePage }))

// Loaded when opened: the front page stays light.
const SearchPage = lazy(async () => ({ default: (await import('./search-page.tsx')).SearchPage }))
const PreviewPage = lazy(async () => ({ default: (await import('./preview-page.tsx')).PreviewPage }))
const TestPage = lazy(async () => ({ default: (await import('./test-page.tsx')).TestPage }))

/** Every public page; which one, its route says. */
export function PortalPage({ entry }: { entry: PageEntry }) {
  if (entry.feature === 'portal') return <PortalHomePage />
  return (
    <PortalFrame>
      <Suspense fallback={<div className="portal-wait" aria-busy />}>{pageOf(entry)}</Suspense>
    </PortalFrame>
  )
}

function pageOf({ path, title, feature }: PageEntry): ReactNode {
  if (path.endsWith('/messageDetail')) return <DetailPage type={null} />
  if (path.endsWith('/soyDongtaiDetail')) return <DetailPage type="trainingNews" />
  if (feature === 'policy' || feature === 'notice' || feature === 'trainingNews')
    return <ListPage type={feature} title={title} />
  if (isCardType(feature)) return <CardsPage type={feature} title={title} path={path} />
  if (feature === 'search') return <SearchPage />
  if (feature === 'product') return <ProductPage title={title} />
  if (feature === 'aboutUs') return <AboutPage title={title} />
  if (feature === 'centerPage') return <CentrePage title={title} path={path} />
  if (feature === 'helpdesk') return <TestPage title={title} />
  if (path.endsWith('/previewFiles')) return <PreviewPage title={title} />
  return <LeavingPage />
}
