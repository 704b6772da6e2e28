import { z } from 'zod'
import { newVersion } from '../../ui/feedback/new-version-bar.tsx'

/** Milliseconds between two questions whether there is a newer version. */
const askedEvery = 3_600_000

const told = z.object({ build: z.string() })

/** The first script of the build that this window was opened with. */
const ownBuild = (): string =>
  new URL(document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '', location.href)
    .pathname

/**
 * Sets the worker up that stands between pages and network (client/worker), and follows what it says of newer
 * versions. Browsers have none on plain http, where everything is as without it.
 */
export async function keepWorker(): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data }) => {
    const said = told.safeParse(data)
    if (said.success && said.data.build !== ownBuild()) newVersion.set(true)
  })
  const registration = await serviceWorker.register('/sw.js').catch(() => null)
  if (registration === null) return
  let askedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - askedAt < askedEvery) return
    askedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}
