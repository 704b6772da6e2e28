import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../catalogue/errors.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { selection, usersAsked } from './asked.ts'
import { listOf, providerConfig, resourceTypes, schemas } from './described.ts'
import { errorBody, ScimFault, scimFailure } from './fault.ts'
import type { ScimNeeds } from './needs.ts'
import { patchIn } from './patch.ts'
import { listUsers, resourceOf, userOf, type UserResource } from './users.ts'
import { userIn } from './values.ts'
import { addUser, changeUser, removeUser, type UserChange } from './write.ts'

const root = '/scim/v2'
const type = 'application/scim+json'

/** The place of the token that asks. People who are signed in have pages of their own. */
function changeBy(needs: ScimNeeds, request: FastifyRequest, origin: string): UserChange {
  if (request.apiToken === null) throw new AppError('forbidden', { message: '该接口只接受访问令牌' })
  return { needs, actor: needs.actorOn(request), origin }
}

const idOf = ({ params }: FastifyRequest): string =>
  typeof params === 'object' && params !== null && 'id' in params ? String(params.id).toLowerCase() : ''
const ifMatchOf = ({ headers }: FastifyRequest): string | null => headers['if-match'] ?? null

/** One user with its version, as the answer to a read or a change. */
function told(request: FastifyRequest, reply: FastifyReply, user: UserResource): object {
  void reply.header('etag', user.meta.version).header('location', user.meta.location)
  return selection(request.query)(user)
}

type Answer = (
  change: UserChange,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<object | undefined>

const list: Answer = async ({ needs, actor, origin }, request) => {
  const asked = usersAsked(request.query)
  const { total, found } = await listUsers(needs.db, actor, asked)
  request.answeredLines = found.length
  const shown = found.map((row) => resourceOf(row, origin)).map(selection(request.query))
  return listOf(shown, { total, startIndex: asked.startIndex })
}

const read: Answer = async ({ needs, actor, origin }, request, reply) => {
  const user = resourceOf(await userOf(needs.db, actor, idOf(request)), origin)
  request.answeredLines = 1
  if (request.headers['if-none-match'] === user.meta.version) return void reply.code(304)
  return told(request, reply, user)
}

const create: Answer = async (change, request, reply) => {
  const user = await addUser(change, userIn(request.body))
  void reply.code(201)
  return told(request, reply, user)
}

const changed =
  (server: Server, valuesOf: typeof patchIn): Answer =>
  async (change, request, reply) => {
    const values = valuesOf(request.body)
    const done = await changeUser(change, { id: idOf(request), values, ifMatch: ifMatchOf(request) })
    if (done.personId !== null) server.forgetPerson(done.personId)
    return told(request, reply, done.user)
  }

const remove =
  (server: Server): Answer =>
  async (change, request, reply) => {
    const personId = await removeUser(change, { id: idOf(request), ifMatch: ifMatchOf(request) })
    if (personId !== null) server.forgetPerson(personId)
    return void reply.code(204)
  }

/** One description of several, by its id. Throws 404. */
const oneOf = (found: readonly { readonly id: string }[], request: FastifyRequest): object => {
  const one = found.find(({ id }) => id.toLowerCase() === idOf(request))
  if (!one) throw new ScimFault(404, '没有该资源')
  return one
}

const described =
  (tell: (origin: string, request: FastifyRequest) => object): Answer =>
  async ({ origin }, request) =>
    tell(origin, request)

type Line = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  summary: string,
  answer: Answer,
]

const linesOf = (server: Server): readonly Line[] => [
  ['GET', '/ServiceProviderConfig', '身份同步：支持哪些功能（SCIM）', described(providerConfig)],
  ['GET', '/ResourceTypes', '身份同步：资源种类（SCIM）', described((at) => listOf(resourceTypes(at)))],
  [
    'GET',
    '/ResourceTypes/:id',
    '身份同步：一种资源（SCIM）',
    described((at, q) => oneOf(resourceTypes(at), q)),
  ],
  ['GET', '/Schemas', '身份同步：属性（SCIM）', described((at) => listOf(schemas(at)))],
  ['GET', '/Schemas/:id', '身份同步：一种资源的属性（SCIM）', described((at, q) => oneOf(schemas(at), q))],
  ['GET', '/Users', '令牌的单位里由身份系统登记的人员（SCIM）', list],
  ['POST', '/Users', '登记新人员，待学校办理入职（SCIM）', create],
  ['GET', '/Users/:id', '一位人员（SCIM）', read],
  ['PUT', '/Users/:id', '修改一位人员，启用或停用其账号（SCIM）', changed(server, userIn)],
  ['PATCH', '/Users/:id', '修改一位人员的部分属性，启用或停用其账号（SCIM）', changed(server, patchIn)],
  ['DELETE', '/Users/:id', '停用一位人员的账号，以后不再列出（SCIM）', remove(server)],
]

/** Provisioning by SCIM 2.0 (RFC 7643, RFC 7644), without the envelope of the portal. */
export function scimRoutes(server: Server, needs: ScimNeeds): void {
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      type,
      { parseAs: 'string', bodyLimit: 256 * 1024 },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.addHook('onSend', async (_request, reply, payload) => {
      if (payload !== null && payload !== undefined)
        void reply.header('content-type', `${type}; charset=utf-8`)
    })
    for (const [method, path, summary, answer] of linesOf(server))
      scope.route({
        method,
        url: root + path,
        bodyLimit: 256 * 1024,
        config: {
          access: [3, 4, 5, 6],
          tokenScope: 'scim',
          tokenWrites: true,
          stepUp: false,
          failureBody: scimFailure,
          ...fewer(600),
        },
        schema: { summary, tags: ['身份同步'], security: [{ apiToken: [] }] },
        handler: async (request, reply) => {
          reply.header('cache-control', 'no-store')
          try {
            const origin = (await needs.originOf(request)) ?? ''
            return await reply.send(await answer(changeBy(needs, request, origin), request, reply))
          } catch (error) {
            if (!(error instanceof ScimFault)) throw error
            return reply.code(error.status).send(errorBody(error.status, error.message, error.scimType))
          }
        },
      })
  })
}
