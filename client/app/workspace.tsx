import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import { createQueryClient } from '../platform/query-client.ts'
import type { Session } from '../platform/session.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { Shell } from './shell/shell.tsx'

/** What every signed-in page stands in. The cache belongs to the account: the gate keys this by it. */
export function Workspace({ session, children }: { session: Session; children: ReactNode }) {
  const { pathname } = useLocation()
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Shell session={session}>
        <ErrorBoundary key={pathname}>{children}</ErrorBoundary>
      </Shell>
    </QueryClientProvider>
  )
}
