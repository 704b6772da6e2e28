import type { Feature, Ground } from '../../engine/feature.ts'
import type { PublishingNeeds } from '../../engine/publishing/index.ts'
import { siteRoutes, type SiteNeeds } from './routes.ts'

export { openSites, type Sites } from './in-force.ts'

export const sites: Feature<
  Pick<SiteNeeds, 'db' | 'actorOn' | 'sites' | 'shownSite' | 'isAlive'> &
    Pick<Ground, 'config'> & { readonly publishing: PublishingNeeds }
> = {
  name: 'sites',
  routes: (server, { publishing, config, ...needs }) =>
    siteRoutes(server, {
      ...needs,
      fileAddress: (id) => publishing.fileAddress(id, 'preview'),
      onChanged: publishing.onChanged,
      hasOrigin: config.publicOrigin !== undefined,
    }),
}
