import { lazy, Suspense } from 'react'
import { busy } from '../platform/api/busy.ts'
import { useSession } from '../platform/session/session.ts'
import { readItem, viewingKey } from '../platform/storage/storage.ts'
import { ConfirmLayer } from '../ui/feedback/confirm-layer.tsx'
import { LoadingOverlay } from '../ui/feedback/loading-overlay.tsx'
import { MessageLayer } from '../ui/feedback/message-layer.tsx'
import { NewVersionBar } from '../ui/feedback/new-version-bar.tsx'
import { OfflineBar } from '../ui/feedback/offline-bar.tsx'
import { AddressRouter } from './address-router.tsx'
import { ConfirmIdentityLayer } from './confirm-identity-layer.tsx'
import { PageBoundary } from './error-boundary.tsx'
import { Gate } from './gate.tsx'

const ViewingBanner = lazy(async () => ({ default: (await import('./viewing-banner.tsx')).ViewingBanner }))

/** This page stands for one that could not be fetched (client/worker). */
const withoutNetwork = document.documentElement.hasAttribute('data-offline')
const OfflinePage = lazy(() => import('./offline/offline-page.tsx'))

/** Everything on the page: the routed part and the layers above it. */
export function App() {
  const { reading, writing } = busy.use()
  return (
    <>
      {!withoutNetwork && <OfflineBar />}
      <NewVersionBar />
      <Viewing />
      {/* Without routes: which page stands at an address depends on the role, and the catalogue answers that (app/gate.tsx). */}
      <AddressRouter>
        <PageBoundary>{withoutNetwork ? <Without /> : <Gate />}</PageBoundary>
      </AddressRouter>
      <LoadingOverlay reading={reading > 0} writing={writing > 0} />
      <ConfirmLayer />
      <ConfirmIdentityLayer />
      <MessageLayer />
    </>
  )
}

function Without() {
  return (
    <Suspense fallback={null}>
      <OfflinePage />
    </Suspense>
  )
}

/**
 * The banner of an administrator who looks through somebody's eyes, and of who left and reads only; fetched
 * by nobody else. The session changes with the view.
 */
function Viewing() {
  const session = useSession()
  if (session === null || (readItem(viewingKey) === null && session.reads_only === null)) return null
  return (
    <Suspense fallback={null}>
      <ViewingBanner />
    </Suspense>
  )
}
