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
  installLater()
}

/**
 * Where there can be a worker, it is set up once the first page has what it needs. None while the pages are
 * being written: it would keep what was edited since.
 */
function installLater() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const install = () => void import('./offline/installed.ts').then(({ keepWorker }) => keepWorker())
  const soon = () => setTimeout(install, 2_000)
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}
