import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createQueryClient } from '../platform/api/query-client.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { SignInAgainLayer } from './sign-in-again-layer.tsx'

/**
 * What a page from edge to edge stands in: no header and menu, the cache of its account, and signing in
 * again.
 */
export function FullScreen({ signedIn, children }: { signedIn: boolean; children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <ErrorBoundary>{children}</ErrorBoundary>
      {signedIn && <SignInAgainLayer />}
    </QueryClientProvider>
  )
}
