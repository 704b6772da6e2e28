import type { Actor } from '../../../catalogue/access/access.ts'
import type { ContentFile } from '../../../catalogue/contract/portal/portal.ts'
import { shownText, textToShow } from '../../../catalogue/contract/workspace.ts'
import { filesInRich, hostsOf, shownPlain, shownRich } from '../../engine/kinds/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { addressOf } from './addresses.ts'
import type { FilesOptions } from './routes.ts'
import { noteReading, readableFile } from './store.ts'

/**
 * A text of a record as its reader gets it: cleaned again, formulas typeset, files with addresses. A file
 * that the reader may not read is left out. Published contents carry their texts in their own answers.
 */
export function shownTextRoute(server: Server, o: FilesOptions): void {
  register(server, {
    method: 'POST',
    url: '/api/v1/shownText',
    access: 'signedIn',
    tag: '文件',
    summary: '一段富文本，按读者所见：再次清洗，公式排好，文件带短时有效的地址',
    body: textToShow,
    answer: shownText,
    handle: async ({ body: { html, text } }, request) => {
      if (html === undefined) return { html: shownPlain(text ?? '') }
      const files = new Map<string, ContentFile>()
      for (const id of new Set(filesInRich(html).slice(0, 100))) {
        const file = await addressed(o, o.actorOn(request), id)
        if (file) files.set(id, file)
      }
      return { html: shownRich(html, { hosts: await hostsOf(o.db), files }) }
    },
  })
}

async function addressed(o: FilesOptions, actor: Actor, id: string): Promise<ContentFile | null> {
  const file = await readableFile(o.db, o.records, actor, id)
  if (!file) return null
  await noteReading(o.db, actor, file)
  return {
    id,
    name: file.name,
    mime: file.mime,
    bytes: file.bytes,
    url: addressOf(o.keys, id, 'preview'),
    download: addressOf(o.keys, id, 'download'),
  }
}
