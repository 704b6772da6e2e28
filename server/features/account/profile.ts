import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { uuid } from '../../../catalogue/contract/envelope.ts'
import { account, imageBody, imageSet, passwordBody } from '../../../catalogue/contract/account/personal.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { changePassword, changePhoto } from '../../engine/directory/index.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { endSessions, familyOf } from '../../platform/session/session.ts'
import { argumentsOf } from './arguments.ts'
import { replacesOneTimePassword } from './first-password.ts'
import { refuseForPerson } from './new-password.ts'
import type { AccountOptions } from './options.ts'
import { accountRow, maskedEmail, maskedMobile, noteAccount, tellPerson } from './store.ts'
import { reachOf, warn } from './warn.ts'

const tag = '个人中心'
const text = z.string().max(2000).optional()

async function accountOf(
  o: AccountOptions,
  personId: number,
  token: string,
): Promise<z.input<typeof account>> {
  const [row, { words, texts }, replaces] = await Promise.all([
    accountRow(o.db, personId),
    o.passwords.contextOf(personId),
    replacesOneTimePassword(o.db, { token, personId }),
  ])
  const mobile = row.mobile_sealed && o.keys.open(row.mobile_sealed, `person|mobile|${personId}`)
  const email = row.email_sealed && o.keys.open(row.email_sealed, `person|email|${personId}`)
  return {
    truename: row.name,
    login_name: row.login_name,
    image: o.photoAddress(row.image_file),
    mobile: mobile && maskedMobile(mobile),
    email: email && maskedEmail(email),
    password_changed_at: row.password_changed_at,
    password_days_left: row.days_left,
    replaces_one_time: replaces,
    // Numbers stay here: phone, identity number and year of birth are checked when the password arrives.
    words: words.filter((word) => !/\d{3}/.test(word)),
    texts: [...texts],
  }
}

/** The photo: a picture uploaded by one of the person's own identities. */
async function setPhoto(
  o: AccountOptions,
  personId: number,
  identityId: number,
  id: string,
): Promise<string> {
  const file = uuid.safeParse(id).success
    ? await o.db.maybeOne<{ mime: string }>(sql`
        select mime
        from file
        where id = ${id} and by_identity in (select id from identity where person_id = ${personId})`)
    : undefined
  if (id !== '' && !file) throw new AppError('missing')
  if (file && !file.mime.startsWith('image/')) {
    const message = '照片请用 jpg 或 png 图片'
    throw invalid('image', message)
  }
  await o.db.transaction(async (tx) => {
    await changePhoto(tx, personId, id === '' ? null : id)
    await noteAccount(tx, { identityId, personId, action: 'photo.change' })
  })
  return o.photoAddress(id === '' ? null : id)
}

/** Profile, photo and the own password. */
export function profileRoutes(server: Server, o: AccountOptions): void {
  ownRoutes(server, o)
  passwordRoute(server, o)
}

/** The own account and its photo. */
function ownRoutes(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/user/account',
    access: 'signedIn',
    beforePassword: true,
    tag,
    summary: '本人账号：手机与邮箱只显示一部分',
    answer: account,
    handle: (_, request) => accountOf(o, o.actorOn(request).personId, request.sessionToken ?? ''),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/userImage',
    access: 'signedIn',
    tag,
    summary: '更换头像：本人上传过的图片的编号，空的移除头像',
    query: z.strictObject({ image: text }),
    body: z.unknown(),
    answer: imageSet,
    perMinute: 30,
    handle: async ({ query, body }, request) => {
      const { image } = argumentsOf(imageBody, query, body)
      const { personId, identityId } = o.actorOn(request)
      return { image: await setPhoto(o, personId, identityId, image) }
    },
  })
}

/** Throws wrongPassword where the old password is another one. */
async function requireOld(
  o: AccountOptions,
  personId: number,
  sent: { readonly password: string; readonly kid: string | undefined },
  request: FastifyRequest,
): Promise<void> {
  if (await o.passwords.verify(personId, await o.passwords.open(sent, request))) return
  const message = '原密码不对'
  throw new AppError('wrongPassword', { message, errors: [{ field: 'old_password', message }] })
}

/** Throws where the session may not set a password without the old one. */
async function requireReplacing(...asked: Parameters<typeof replacesOneTimePassword>): Promise<void> {
  if (!(await replacesOneTimePassword(...asked))) throw invalid('old_password', '请填写原密码')
}

/** A new password. */
function passwordRoute(server: Server, o: AccountOptions): void {
  register(server, {
    method: 'PUT',
    url: '/api/v1/user/resetPassword',
    access: 'signedIn',
    beforePassword: true,
    tag,
    summary: '修改本人密码；其他设备随即退出',
    query: z.strictObject({ old_password: text, password: text, kid: text }),
    body: z.unknown(),
    answer: z.boolean(),
    perMinute: 20,
    handle: async ({ query, body }, request) => {
      if (query.kid === undefined && (query.old_password ?? query.password) !== undefined)
        throw new AppError('malformed', { message: '密码须放在请求体里发送，不能写在地址里' })
      const sent = argumentsOf(passwordBody, query, body)
      const { personId, identityId } = o.actorOn(request)
      const session = { token: request.sessionToken ?? '', personId }
      if (sent.old_password === undefined) await requireReplacing(o.db, session)
      else await requireOld(o, personId, { password: sent.old_password, kid: sent.kid }, request)
      const fresh = await o.passwords.open(sent, request)
      await refuseForPerson(o, personId, fresh)
      const hash = o.passwords.bound(personId, await o.passwords.hash(fresh))
      const reach = await reachOf(o, o.db, personId)
      await o.db.transaction(async (tx) => {
        if (sent.old_password === undefined) await requireReplacing(tx, session, 'lock')
        await changePassword(tx, personId, hash)
        await endSessions(tx, personId, { except: (await familyOf(tx, request.sessionToken ?? '')) ?? null })
        await noteAccount(tx, { identityId, personId, action: 'password.change' })
        await tellPerson(o, tx, personId, {
          title: '登录密码已修改',
          content: '其他设备已退出登录。如果不是您本人改的，请立即用手机号找回密码。',
        })
      })
      server.forgetPerson(personId)
      warn(o, reach, '登录密码已修改', '如果不是您本人改的，请立即用手机号找回密码。')
      return true
    },
  })
}
