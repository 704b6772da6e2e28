import { z } from 'zod'
import { personalCopies, personalCopy } from '../../../catalogue/contract/account/personal-copy.ts'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { note } from '../../platform/audit/note.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { openedFile, sealBytes } from '../../platform/crypto/sealed-file.ts'
import { attached } from '../../platform/http/attached.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { copyJobs } from './make.ts'
import type { CopyNeeds } from './needs.ts'
import { keyPlace } from './sealed.ts'
import { askForCopy, copiesOf, readyCopy } from './store.ts'
import { withheld } from './withheld.ts'

export { copyTable } from './sealed.ts'

const url = '/api/v1/me/copy'
const tag = '个人中心'
const params = z.object({ id: uuid })

type RouteNeeds = CopyNeeds & Pick<Ground, 'actorOn'>

/** The file, for its owner alone, who shows again who they are; each time leaves a line in the audit. */
function fileRoute(server: Server, { db, keys, actorOn, fileStores: { copies } }: RouteNeeds): void {
  server.route<{ Params: z.output<typeof params> }>({
    method: 'GET',
    url: `${url}/:id/file`,
    config: { access: 'signedIn' },
    schema: { summary: '下载自己的数据副本', tags: [tag], params },
    handler: async (request, reply) => {
      const actor = actorOn(request)
      if (actor.viewedBy !== undefined) throw new AppError('viewOnly')
      const { id } = request.params
      const { storageKey, sealedKey, bytes, askedAt } = await readyCopy(db, actor, id)
      await request.server.requireProof(request)
      const fileKey = keys.open(sealedKey, keyPlace(id))
      const body = await openedFile((part) => copies.read(storageKey, part), bytes, fileKey)
      await note(db, {
        by: actor.identityId,
        action: 'copy.downloaded',
        personId: actor.personId,
        facts: { copy: id },
      })
      return attached(reply, `我的数据副本-${dateOf(new Date(askedAt))}.zip`, 'application/zip')
        .header('content-length', bytes - sealBytes)
        .send(body)
    },
  })
}

/** 我的数据副本: everything that the portal holds about a person, as one zip (docs/decisions/0267). */
export const ownCopies: Feature<RouteNeeds> = {
  name: 'personal-copy',
  routes: (server, needs) => {
    const { db, actorOn } = needs
    register(server, {
      method: 'GET',
      url,
      access: 'signedIn',
      tag,
      summary: '我的数据副本，和没有列入的内容',
      answer: personalCopies,
      handle: async (_, request) => ({
        list: await copiesOf(db, actorOn(request)),
        withheld: [...withheld],
      }),
    })
    register(server, {
      method: 'POST',
      url,
      access: 'signedIn',
      tag,
      summary: '生成我的数据副本，在后台进行；完成后发消息，7 天内可以下载',
      stepUp: true,
      perMinute: 10,
      answer: personalCopy,
      handle: (_, request) => askForCopy(db, actorOn(request)),
    })
    fileRoute(server, needs)
  },
  jobs: copyJobs,
}
