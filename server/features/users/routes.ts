import { z } from 'zod'
import {
  factorRemoval,
  identityDraft,
  identityStatus,
  issuedPassword,
  userBatch,
  userBatchDone,
  placeOption,
  placeQuery,
  userDraft,
  userEdit,
  userPage,
  userQuery,
  userView,
} from '../../../catalogue/contract/administration/users.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { actOnMany } from './batch.ts'
import { findPlaces, listUsers } from './list.ts'
import { addIdentity, setIdentity } from './identities.ts'
import type { Users } from './options.ts'
import { createUser, editUser, resetPassword, takeFactor, unlock, viewUser } from './store.ts'

const shared = { access: [1], tag: '用户管理' } as const
/** The system's administrator keeps accounts, the security's decides who may do what; both look at them. */
const either = ['system', 'security'] as const
const params = z.object({
  id: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
    .transform(Number),
})

/**
 * The administrator's calls over people and their identities, for the whole portal. Nobody is ever deleted.
 * What changes anything asks who it is first.
 */
export function userRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  readingRoutes(server, users, actorOn)
  peopleRoutes(server, users, actorOn)
  identityRoutes(server, users, actorOn)
  batchRoute(server, users, actorOn)
  accountRoutes(server, users, actorOn)
}

/** People with their identities. */
function readingRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/userManage',
    duties: either,
    summary: '用户列表：按姓名、拼音、账号搜索，或 people/byNumber 找到的人',
    query: userQuery,
    answer: userPage,
    handle: ({ query }) => listUsers(users.db, query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/userManage/institutions',
    duties: either,
    summary: '选机构：名称中的几个字，或机构代码',
    query: placeQuery,
    answer: z.object({ list: z.array(placeOption) }),
    handle: async ({ query }) => ({ list: await findPlaces(users.db, query.q) }),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/userManage/:id',
    duties: either,
    summary: '一个人和他的各个身份；证件号、手机号只显示首尾',
    params,
    answer: userView,
    handle: ({ params: { id } }, request) => viewUser(users, actorOn(request), id),
  })
}

/** Making and changing a person. */
function peopleRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/userManage',
    summary:
      '新增用户；一次性密码发到本人手机，没有手机的只在本次回应中出现；管理员和县区以上的身份等另一位管理员确认',
    body: userDraft,
    answer: issuedPassword,
    handle: ({ body }, request) => createUser(users, actorOn(request), body),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/userManage/:id',
    summary: '修改用户',
    params,
    body: userEdit,
    answer: userView,
    handle: async ({ params: { id }, body }, request) => {
      await editUser(users, actorOn(request), id, body)
      return viewUser(users, actorOn(request), id)
    },
  })
}

/** Identities and their state. */
function identityRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/userManage/:id/identities',
    summary: '增加身份；管理员和县区以上的身份等另一位管理员确认',
    params,
    body: identityDraft,
    answer: userView,
    handle: async ({ params: { id }, body }, request) => {
      await addIdentity(users, actorOn(request), id, body)
      return viewUser(users, actorOn(request), id)
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/userManage/:id/status',
    duties: either,
    summary: '启用或停用一个身份；停用后它的登录立即失效',
    params,
    body: identityStatus,
    answer: userView,
    handle: async ({ params: { id }, body }, request) => {
      const switched = { users, actor: actorOn(request), personId: id, identityId: body.identityId }
      await setIdentity(switched, body.status === '1')
      return viewUser(users, actorOn(request), id)
    },
  })
}

/** One act on several identities. */
function batchRoute(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/userManage/batch',
    duties: either,
    summary: '成批停用、启用身份或让其下线，至多 100 个；逐个办理，逐个答复',
    body: userBatch,
    answer: userBatchDone,
    handle: async ({ body }, request) => {
      const { done, people } = await actOnMany(users, actorOn(request), body)
      for (const personId of people) server.forgetPerson(personId)
      return done
    },
  })
}

/** Password, second factor and lock of an account. */
function accountRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/userManage/:id/resetPassword',
    summary:
      '重置密码；一次性密码发到本人手机，没有手机的只在本次回应中出现，24 小时内可登录一次，登录后须设置新密码',
    duties: ['security'],
    params,
    answer: issuedPassword,
    handle: ({ params: { id } }, request) => resetPassword(users, actorOn(request), id),
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/userManage/:id/removeFactor',
    duties: ['security'],
    summary: '手机和恢复码都丢失的人：停用其两步验证，写明怎样核实了身份',
    params,
    body: factorRemoval,
    answer: userView,
    handle: async ({ params: { id }, body: { reason } }, request) => {
      await takeFactor(users, actorOn(request), id, reason)
      server.forgetPerson(id)
      return viewUser(users, actorOn(request), id)
    },
  })
  register(server, {
    ...shared,
    method: 'PUT',
    url: '/api/v1/userManage/:id/unlock',
    duties: either,
    summary: '解锁密码错误次数过多的账号',
    params,
    answer: userView,
    handle: async ({ params: { id } }, request) => {
      await unlock(users, actorOn(request), id)
      return viewUser(users, actorOn(request), id)
    },
  })
}
