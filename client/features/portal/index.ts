import { lazy } from 'react'

export { PortalPage } from './portal-page.tsx'
/** A page of the workspace: visitors do not fetch its list and its frame with the front page. */
export const ReadingPage = lazy(async () => ({ default: (await import('./reading-page.tsx')).ReadingPage }))
