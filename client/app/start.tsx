import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { tellWhyEnded } from '../platform/session/expiry.ts'
import { App } from './app.tsx'

/** Puts the portal on the page. */
export function start() {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  tellWhyEnded()
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
