import { z } from 'zod'
import { verified } from '../../../catalogue/contract/forms.ts'
import {
  credentialAsked,
  credentialText,
  paperParams,
  wallet,
} from '../../../catalogue/contract/training/credentials.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import { register } from '../../platform/http/call.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { statusPurposes, type CredentialTools } from './badge.ts'
import { publishedKeys, signingKey } from './keys.ts'
import { lookAgain, statusList } from './status.ts'
import { credentialOf, verifyCredential, walletLines } from './store.ts'

export { credentialKeys, signText } from './keys.ts'

type Origin = (request: {
  host: string
  hostname: string
  protocol: 'http' | 'https'
}) => Promise<string | null>
interface Needs extends Pick<Ground, 'actorOn'>, CredentialTools {
  readonly originOf: Origin
}

const url = '/api/v1/credentials'
const tag = '电子证书'

/** Certificates as Open Badges 3.0: signed, listed by bits, verified by anybody. */
export const credentials: Feature<Needs> = {
  name: 'credentials',
  routes: (server, { actorOn, originOf, ...tools }) => {
    walletRoutes(server, tools, { actorOn, originOf })
    verifyRoute(server, tools)
    publishedRoutes(server, tools, originOf)
  },
  jobs: (tools) => [
    { name: 'credentials.state', label: '电子证书状态', every: 60, run: () => lookAgain(tools) },
  ],
}

function walletRoutes(
  server: Server,
  tools: CredentialTools,
  { actorOn, originOf }: { readonly actorOn: ActorOn; readonly originOf: Origin },
): void {
  register(server, {
    method: 'GET',
    url,
    access: [2],
    tag,
    summary: '我的证书和证明：状态、验证码、有没有电子证书；最近 30 份',
    answer: wallet,
    handle: async (_, request) => ({ list: await walletLines(tools, actorOn(request)) }),
  })
  register(server, {
    method: 'POST',
    url: `${url}/:id`,
    access: [2],
    tag,
    summary: '把一份有效的证书签发成电子证书（Open Badges 3.0）；再取是同一份',
    params: paperParams,
    answer: credentialText,
    perMinute: 20,
    handle: async ({ params }, request) => {
      const makeKey = () => signingKey(tools.db, tools.keys)
      return credentialOf({ ...tools, makeKey }, actorOn(request), params.id, await originOf(request))
    },
  })
}

function verifyRoute(server: Server, tools: CredentialTools): void {
  register(server, {
    method: 'POST',
    url: `${url}/verify`,
    access: 'public',
    tag,
    summary: '查验一份电子证书：是否本平台签发、有没有改动、现在是否有效',
    perMinute: 20,
    perMinuteFromAddress: 60,
    body: credentialAsked,
    answer: verified,
    handle: async ({ body }) => ({ paper: await verifyCredential(tools, body.credential) }),
  })
}

const listParams = z.object({
  list: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, '编号应为数字')
    .transform(Number),
  purpose: z.enum(statusPurposes, { error: '没有这种状态' }),
})

/** What other systems read without an account: keys and lists of bits, as their standards name them. */
function publishedRoutes(server: Server, tools: CredentialTools, originOf: Origin): void {
  const config = { access: 'public', ...fewer(60, 600) } as const
  server.get('/.well-known/jwks.json', { config, schema: { hide: true } }, async (_, reply) =>
    reply
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .type('application/jwk-set+json')
      .send(JSON.stringify({ keys: await publishedKeys(tools.db) })),
  )
  server.get<{ Params: z.output<typeof listParams> }>(
    `${url}/status/:list/:purpose`,
    { config, schema: { hide: true, params: listParams } },
    async (request, reply) => {
      const origin = await originOf(request)
      if (origin === null) throw new AppError('missing')
      const { list, purpose } = request.params
      return reply
        .header('cache-control', 'public, max-age=60')
        .header('access-control-allow-origin', '*')
        .type('application/vc+jwt')
        .send(await statusList(tools, origin, list, purpose))
    },
  )
}
