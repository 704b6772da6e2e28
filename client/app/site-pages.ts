import { createElement } from 'react'
import type { PageName } from '../../catalogue/pages/entry.ts'
import { enginePage, type Page } from './page-loading.ts'

/** Pages on which clients and their public sites are kept. */
export const sitePages = {
  clients: enginePage(async () => ({ default: (await import('../features/clients/index.ts')).ClientsPage })),
  sites: enginePage(async () => {
    const [{ SitesPage }, { SiteFront }] = await Promise.all([
      import('../features/sites/index.ts'),
      import('../features/portal/home/site-front.tsx'),
    ])
    return { default: ({ entry }) => createElement(SitesPage, { entry, Front: SiteFront }) }
  }),
} satisfies Partial<Record<PageName, Page>>
