import { lazy, Suspense, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { listedAt, publicRoute, shownAt } from '../../../catalogue/contents/public.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { PortalHomePage } from './home/home-page.tsx'
import { PortalFrame } from './frame/portal-frame.tsx'
import { PreparingPage } from './preparing-page.tsx'
import { useSite } from './use-site.ts'
import { useSession } from '../../platform/session/session.ts'

/** What the front page does not show comes when it is asked for. */
const CardsPage = lazy(async () => ({ default: (await import('./contents/cards-page.tsx')).CardsPage }))
const DetailPage = lazy(async () => ({ default: (await import('./contents/detail-page.tsx')).DetailPage }))
const ListPage = lazy(async () => ({ default: (await import('./contents/list-page.tsx')).ListPage }))
const LeavingPage = lazy(async () => ({ default: (await import('./leaving-page.tsx')).LeavingPage }))
const SupportPage = lazy(async () => ({ default: (await import('./support-page.tsx')).SupportPage }))
const standing = () => import('./standing-page.tsx')
const ProductPage = lazy(async () => ({ default: (await standing()).ProductPage }))
const AboutPage = lazy(async () => ({ default: (await standing()).AboutPage }))
const CentrePage = lazy(async () => ({ default: (await standing()).CentrePage }))

// Loaded when opened: the front page stays light.
const SearchPage = lazy(async () => ({ default: (await import('./search/search-page.tsx')).SearchPage }))
const PreviewPage = lazy(async () => ({ default: (await import('./preview-page.tsx')).PreviewPage }))
const TestPage = lazy(async () => ({ default: (await import('./test-page.tsx')).TestPage }))

/** Every public page; which one, its route says. */
export function PortalPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const site = useSite()
  const session = useSession()
  if (site?.opened === false && session === null) return <PreparingPage />
  if (entry.feature === 'portal') return <PortalHomePage />
  return (
    <PortalFrame>
      <Suspense fallback={<div className="portal-wait" aria-busy />}>{pageOf(entry, search)}</Suspense>
    </PortalFrame>
  )
}

/** The page of a route: of contents what their declarations say, else one of the portal's own. */
function pageOf({ path, title, feature }: PageEntry, asked: URLSearchParams): ReactNode {
  const listed = listedAt(path)
  if (listed && publicRoute(listed).look === 'cards') return <CardsPage type={listed} />
  const one = shownAt(path, (key) => asked.get(key))
  if (one && (!listed || asked.has('id'))) return <DetailPage key={one} type={one} />
  if (listed) return <ListPage key={listed} type={listed} />
  if (path.endsWith('/previewFiles')) return <PreviewPage title={title} />
  return ownPages[feature]?.(title, path) ?? <LeavingPage />
}

/** The portal's own pages, by the feature of their routes. */
const ownPages: Readonly<Record<string, (title: string, path: string) => ReactNode>> = {
  search: () => <SearchPage />,
  supportHome: (title) => <SupportPage title={title} />,
  product: (title) => <ProductPage title={title} />,
  aboutUs: (title) => <AboutPage title={title} />,
  centerPage: (title, path) => <CentrePage title={title} path={path} />,
  helpdesk: (title) => <TestPage title={title} />,
}
