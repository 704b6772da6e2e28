import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { loadDraftKey } from '../platform/storage/drafts.ts'
import { createQueryClient } from '../platform/api/query-client.ts'
import type { Session } from '../platform/session/session.ts'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { ConsentLayer } from './consent-layer.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell/shell.tsx'
import { SignInAgainLayer } from './sign-in-again-layer.tsx'

/**
 * What every signed-in page stands in. The cache belongs to the account: the gate keys this by it.
 * @param props.opensDrafts whether the page waits for the key of unsaved drafts: a form that cannot read its
 * draft would drop it
 */
export function Workspace(props: { session: Session; opensDrafts: boolean; children: ReactNode }) {
  const { session, opensDrafts, children } = props
  const { pathname } = useLocation()
  const [client] = useState(createQueryClient)
  const [ready, setReady] = useState(false)
  useEffect(() => void loadDraftKey().then(() => setReady(true)), [])
  return (
    <QueryClientProvider client={client}>
      <Shell session={session}>
        <ErrorBoundary key={pathname}>
          {ready || !opensDrafts ? children : <Skeleton lines={8} />}
        </ErrorBoundary>
      </Shell>
      <ConsentLayer />
      <SignInAgainLayer />
    </QueryClientProvider>
  )
}
