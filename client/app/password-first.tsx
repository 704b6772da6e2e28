import { QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { homeOf } from '../../catalogue/pages/pages.ts'
import { createQueryClient } from '../platform/api/query-client.ts'
import { signOut } from '../platform/session/sign-out.ts'
import { PublicHeader } from '../ui/layout/public-header.tsx'

/**
 * Whose password is due has the personal page and the way out, no menus: everything behind them would be
 * refused.
 */
export function PasswordFirst({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <PublicHeader home={homeOf(null)}>
        <button type="button" className="x-switch" onClick={() => void signOut()}>
          退出登录
        </button>
      </PublicHeader>
      <main>{children}</main>
    </QueryClientProvider>
  )
}
