import { buildIfChanged } from '../../scripts/pages.ts'
import { demoFolder } from './demo-region.ts'
import { prepareBrowser } from './packaged-browser.ts'
import { standInOf } from './live.ts'
import { freePort, removePortal, startPortal, stopPortal } from './portal.ts'

/** How many portals a run has: one for each journey that is under way; `npm test -- path` needs one. */
export const PORTALS = process.env['E2E_URL'] ? 1 : Number(process.env['E2E_PORTALS'] ?? 2)

/**
 * Portals with the demo region for the journeys of a run, one for each worker of the test runner: what one
 * journey changes, no other sees at that moment. They find the addresses in the environment (browser.ts).
 * Files are drawn as where no LibreOffice is.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareBrowser()
  // A portal that runs already, for whoever writes journeys.
  if (process.env['E2E_URL']) return async () => {}
  // Where the region has to be loaded first, its portal builds the pages meanwhile.
  const folders = await Promise.all(Array.from({ length: PORTALS }, () => demoFolder('e2e')))
  // Before the portals start: two would build into the same folder.
  await buildIfChanged()
  const portals = await Promise.all(
    folders.map(async (folder) =>
      startPortal({
        ...standInOf(await freePort()),
        DATA_DIR: folder,
        REQUESTS_PER_MINUTE: '1000000',
        SESSIONS_PER_PERSON: '1000',
        OFFICE_PROGRAM: 'off',
      }),
    ),
  )
  process.env['E2E_URLS'] = portals.map(({ url }) => url).join(' ')
  return async () => {
    await Promise.all(portals.map((portal) => stopPortal(portal.process)))
    await Promise.all(folders.map(removePortal))
  }
}
