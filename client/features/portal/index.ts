import { createElement, lazy } from 'react'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'

export { PortalPage } from './portal-page.tsx'

const Reading = lazy(async () => ({ default: (await import('./contents/reading-page.tsx')).ReadingPage }))

/**
 * A page of the workspace: visitors do not fetch its list and its frame with the front page. The router loads
 * this component lazily, and what a lazy component resolves to must not be lazy itself (React error 306).
 */
export const ReadingPage = (props: { entry: PageEntry }) => createElement(Reading, props)
