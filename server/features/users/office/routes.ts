import { z } from 'zod'
import { accountKeepers } from '../../../../catalogue/access/office-accounts.ts'
import {
  accountReport,
  codesBody,
  issuedCodes,
  officeAccountPage,
  officeAccountQuery,
  officeActs,
  accountRows,
  accountRowsAnswer,
  rollBody,
  rollPage,
  rollQuery,
} from '../../../../catalogue/contract/administration/office-accounts.ts'
import { issuedPassword, officeAccountDraft } from '../../../../catalogue/contract/administration/users.ts'
import type { ActorOn } from '../../../engine/access/index.ts'
import { register } from '../../../platform/http/call.ts'
import type { Server } from '../../../platform/http/server.ts'
import type { Users } from '../options.ts'
import { actOnAccount, giveAccount, issueCodes, issueForTeacher } from './acts.ts'
import { listOfficeAccounts, reportAccounts } from './list.ts'
import { giveMany } from './many.ts'
import { giveFromRoll, rollWithout } from './roll.ts'

const url = '/api/v1/accountManage'
const shared = { access: accountKeepers, tag: '账号管理' } as const
/** Calls that open or close access want a fresh proof of identity, as for administrators. */
const weighty = { ...shared, stepUp: true } as const

/** Accounts that offices keep: a school its teachers', an authority those of the levels below it. */
export function officeAccountRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  readingRoutes(server, users, actorOn)
  writingRoutes(server, users, actorOn)
  manyRoutes(server, users, actorOn)
}

function readingRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '本单位管理的账号：按姓名、拼音、账号搜索',
    query: officeAccountQuery,
    answer: officeAccountPage,
    handle: ({ query }, request) => listOfficeAccounts(users.db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/report`,
    summary: '各单位从未登录、密码过于简单、半年未改、已锁定的账号数',
    answer: accountReport,
    handle: (_, request) => reportAccounts(users.db, actorOn(request)),
  })
}

function manyRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...weighty,
    method: 'POST',
    url: '/api/v1/teacher/:id/resetPassword',
    summary: '教师重置密码：发一次性密码到手机，没有手机的只显示一次；同账号管理的一次性密码',
    params: z.object({
      id: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
        .transform(Number),
    }),
    answer: issuedCodes,
    perMinute: 60,
    handle: async ({ params: { id } }, request) => {
      const { codes, people } = await issueForTeacher(users, actorOn(request), id)
      for (const person of people) server.forgetPerson(person)
      return codes
    },
  })
  register(server, {
    ...weighty,
    method: 'POST',
    url: `${url}/many`,
    summary: '批量新增账号：粘贴来的各行，有一行不对就都不写入；check 只核对；一次性密码同上',
    body: accountRows,
    answer: accountRowsAnswer,
    perMinute: 20,
    handle: ({ body }, request) => giveMany(users, actorOn(request), body),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/roll`,
    summary: '一所学校无账号的教师；学校为本校',
    query: rollQuery,
    answer: rollPage,
    handle: ({ query }, request) => rollWithout(users.db, actorOn(request), query),
  })
  register(server, {
    ...weighty,
    method: 'POST',
    url: `${url}/roll`,
    summary: '给名册里无账号的教师开设账号；在别处有账号的仍用原来的密码',
    body: rollBody,
    answer: issuedCodes,
    perMinute: 10,
    handle: ({ body: { teachers } }, request) => giveFromRoll(users, actorOn(request), teachers),
  })
}

function writingRoutes(server: Server, users: Users, actorOn: ActorOn): void {
  register(server, {
    ...weighty,
    method: 'POST',
    url,
    summary: '新增账号；一次性密码发到本人手机，没有手机的只在本次回应中出现',
    body: officeAccountDraft,
    answer: issuedPassword,
    perMinute: 30,
    handle: ({ body }, request) => giveAccount(users, actorOn(request), body),
  })
  register(server, {
    ...weighty,
    method: 'POST',
    url: `${url}/codes`,
    summary: '给几个账号发一次性密码：发到本人手机，没有手机的在本次回应中出现，供打印',
    body: codesBody,
    answer: issuedCodes,
    perMinute: 10,
    handle: async ({ body: { identities } }, request) => {
      const { codes, people } = await issueCodes(users, actorOn(request), identities)
      for (const person of people) server.forgetPerson(person)
      return codes
    },
  })
  register(server, {
    ...weighty,
    method: 'PUT',
    url: `${url}/:id/:act`,
    summary: '启用、停用、解锁、下线一个账号',
    params: z.object({
      id: z
        .string()
        .regex(/^[1-9]\d{0,8}$/, '编号应为数字')
        .transform(Number),
      act: z.enum(officeActs, { error: '没有这种办理' }),
    }),
    answer: z.boolean(),
    handle: async ({ params: { id, act } }, request) => {
      server.forgetPerson(await actOnAccount(users, actorOn(request), id, act))
      return true
    },
  })
}
