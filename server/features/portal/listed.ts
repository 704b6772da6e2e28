import { z } from 'zod'
import { contents } from '../../../catalogue/contents/contents.ts'
import { publicShape } from '../../../catalogue/contract/portal/public-content.ts'
import { listing, page, sized } from '../../../catalogue/contract/envelope.ts'
import { contentId, type PublicContent } from '../../../catalogue/contract/portal/portal.ts'
import type { AnyContent, ContentName } from '../../../catalogue/contents/define.ts'
import { fileFormat } from '../../../catalogue/kinds/file-formats.ts'
import { livePage } from '../../engine/publishing/index.ts'
import { onSite, type Portal } from './feature.ts'
import { register, type Access } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { readOne } from './fixed.ts'

type Call = readonly [url: string, name: ContentName, access: Access]

/** Fixed calls that are a list and one by its number, all of one make. */
const calls: readonly Call[] = [
  ['/api/v1/notice', 'notice', 'anyone'],
  ['/api/v1/product', 'productPage', 'anyone'],
  ['/api/v1/jy/activity', 'teachingActivity', 'anyone'],
  ['/api/v1/jy/live', 'liveBroadcast', 'anyone'],
  ['/api/v1/jy/course', 'course', 'anyone'],
  ['/api/v1/jy/studio', 'studio', 'anyone'],
  ['/api/v1/jy/news', 'teachingNews', 'anyone'],
  // Visitors read what is shared with everybody through the portal's own call; this one is the workspaces'.
  ['/api/v1/resource', 'resource', [2, 3, 4, 5, 6]],
]

/** Calls whose lists differ in shape (fixed.ts). */
const ones: readonly Call[] = [
  ['/api/v1/policy', 'policy', 'anyone'],
  ['/api/v1/training', 'trainingNews', 'anyone'],
  ...calls,
]

const code = z.string().max(20).optional()

export function listedRoutes(server: Server, feature: Portal): void {
  for (const [url, name, access] of calls) {
    const definition = contents[name]
    const narrowing = [definition.category, ...(definition.filters ?? [])].filter((key) => key !== undefined)
    register(server, {
      method: 'GET',
      url,
      mayLag: true,
      access,
      tag: '门户',
      ...(access === 'anyone' && { tokenScope: 'contents' }),
      summary: `${definition.title}列表`,
      query: z.strictObject({
        ...listing,
        keyword: z.string().max(60).optional(),
        ...(definition.happens && { [statusKey]: code }),
        ...Object.fromEntries(narrowing.map((key) => [key, code])),
      }),
      answer: page(shapeOf(definition)),
      handle: async ({ query }, { actor, site: client }) => {
        const by: Readonly<Record<string, unknown>> = query
        const of = (key: string | undefined) =>
          key !== undefined && typeof by[key] === 'string' ? by[key] : undefined
        const asked = {
          ...sized({ page: query.page, pageSize: query.pageSize, limit: query.limit }),
          q: query.keyword,
          kind: of(definition.category),
          phase: of(statusKey),
        }
        const { list, ...rest } = await livePage(onSite(feature, client), actor, definition, {
          ...asked,
          by: Object.fromEntries(narrowing.map((key) => [key, of(key)])),
        })
        return { ...rest, list: list.map((one) => inModel(definition, one)) }
      },
    })
  }
  for (const [url, name, access] of ones) {
    const definition = contents[name]
    register(server, {
      method: 'GET',
      url: `${url}/:id`,
      access,
      tag: '门户',
      ...(access === 'anyone' && { tokenScope: 'contents' }),
      summary: `${definition.title}详情`,
      params: z.object({ id: contentId }),
      answer: shapeOf(definition),
      handle: async ({ params }, request) =>
        inModel(definition, await readOne(feature, request, definition, params.id)),
    })
  }
}

/** The model's name for how far a broadcast is; activities have the same codes. */
const statusKey = 'liveStatus'

/** Fields that the specification's model adds: the phase of a broadcast, the format of a resource. */
function shapeOf(definition: AnyContent) {
  return publicShape(definition).extend({
    ...(definition.happens && { [statusKey]: z.string().nullable() }),
    ...(definition.name === 'resource' && { resourceFormat: z.string() }),
  })
}

function inModel(definition: AnyContent, content: PublicContent) {
  return {
    ...content,
    ...(definition.happens && { [statusKey]: content.phase?.code ?? null }),
    ...(definition.name === 'resource' && { resourceFormat: formatOf(content['file']) }),
  }
}

/** Dictionary resourceFormat, by the ending of the file's name. */
const formatOf = (file: unknown): string =>
  fileFormat(typeof file === 'object' && file !== null && 'name' in file ? String(file.name) : '')
