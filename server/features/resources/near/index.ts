import { z } from 'zod'
import { nearContents } from '../../../../catalogue/contract/near-contents.ts'
import { contentId } from '../../../../catalogue/contract/portal/portal.ts'
import type { Ground } from '../../../engine/feature.ts'
import type { PublishingNeeds } from '../../../engine/publishing/index.ts'
import { register } from '../../../platform/http/call.ts'
import type { Server } from '../../../platform/http/server.ts'
import { nearFor } from './near.ts'
import type { DocumentWords } from './words.ts'

export { againstSameFile } from './near.ts'
export { staleTrace, tracing } from './traces.ts'
export { documentWords, type DocumentWords } from './words.ts'

export interface NearNeeds extends Pick<Ground, 'actorOn'> {
  readonly publishing: PublishingNeeds
  readonly documentWords: DocumentWords
}

/** What is like a resource, for whoever writes it and for the offices that decide about it. */
export function nearRoute(server: Server, { publishing, documentWords, actorOn }: NearNeeds): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/resource/:id/near',
    access: [2, 3, 4, 5, 6],
    tag: '资源',
    summary:
      '与一件资源雷同或相近的资源：按文件、名称和文档里的文字；作者看不到的不告诉作者，审核单位只知道有',
    params: z.object({ id: contentId }),
    answer: nearContents,
    // Reading documents takes the processor, and guessing at others' texts should take long.
    perMinute: 20,
    handle: ({ params: { id } }, request) => nearFor(publishing, documentWords, actorOn(request), id),
  })
}
