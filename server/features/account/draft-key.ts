import { z } from 'zod'
import { draftKey } from '../../../catalogue/contract/account/personal.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { AccountOptions } from './options.ts'

/**
 * GET /api/v1/user/draftKey: the key under which this person's browsers keep what was typed and not saved. It
 * is worked out from the master key and stored nowhere: whoever has the computer without a session has
 * ciphertext only, and the same person, signed in again, finds what they typed.
 */
export function draftKeyRoute(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/user/draftKey',
    access: 'signedIn',
    beforePassword: true,
    tag: '个人中心',
    summary: '本人未提交内容在浏览器里的加密密钥，只放在内存里',
    query: z.strictObject({}),
    answer: draftKey,
    handle: async (_, request) => {
      const { personId, viewedBy } = o.actorOn(request)
      if (viewedBy !== undefined) throw new AppError('forbidden')
      return { key: o.keys.mac('draft-key', String(personId)).toString('base64') }
    },
  })
}
