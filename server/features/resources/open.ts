import { z } from 'zod'
import { contents } from '../../../catalogue/contents/contents.ts'
import { licenceAddress } from '../../../catalogue/contents/licences.ts'
import { collectionParams } from '../../../catalogue/contract/collections.ts'
import { contentId } from '../../../catalogue/contract/portal/portal.ts'
import {
  openCollection,
  openCollectionPage,
  openCollectionQuery,
  resourceCredits,
} from '../../../catalogue/contract/portal/resources.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { liveOne, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { openCollectionOf, openCollections } from '../../engine/sharing/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { namedBeside } from './coauthors.ts'
import { resourceKind } from './kind.ts'

const shared = { method: 'GET', access: 'anyone', tag: '门户' } as const

/** What visitors read of resources beside the contents of the portal. */
export function openRoutes(server: Server, { publishing }: { readonly publishing: PublishingNeeds }): void {
  const { db } = publishing
  register(server, {
    ...shared,
    url: '/api/v1/portal/resource/:id/authors',
    summary: '公开资源的合作作者（本人确认过的）和许可',
    params: z.object({ id: contentId }),
    answer: resourceCredits,
    handle: async ({ params: { id } }, { actor }) => {
      const live = await liveOne(publishing, actor, contents.resource, id)
      if (!live) throw new AppError('missing')
      const licence = typeof live['licence'] === 'string' ? live['licence'] : null
      return {
        coauthors: await namedBeside(db, id),
        licence: licence
          ? { label: labelOf('resourceLicence', licence), url: licenceAddress(licence) }
          : null,
      }
    },
  })
  register(server, {
    ...shared,
    url: '/api/v1/portal/collections',
    summary: '公开的资源合集，新的在前',
    query: openCollectionQuery,
    answer: openCollectionPage,
    handle: ({ query }) => openCollections(db, resourceKind.kind, query),
  })
  register(server, {
    ...shared,
    url: '/api/v1/portal/collections/:id',
    summary: '一个公开的资源合集，只列公开的资源',
    params: collectionParams,
    answer: openCollection,
    handle: ({ params: { id } }) => openCollectionOf(db, resourceKind.kind, id),
  })
}
