import { QueryClientProvider } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { createQueryClient } from '../platform/query-client.ts'
import type { Session } from '../platform/session.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell/shell.tsx'

/** What every signed-in page stands in. The cache belongs to the account: another one starts with an empty cache. */
export function Workspace({ session, children }: { session: Session; children: ReactNode }) {
  const { pathname } = useLocation()
  const client = useMemo(() => createQueryClient(), [session.id])
  return (
    <QueryClientProvider client={client}>
      <Shell session={session}>
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </Shell>
    </QueryClientProvider>
  )
}
