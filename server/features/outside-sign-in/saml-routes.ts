import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../catalogue/errors.ts'
import { fewer } from '../../platform/http/limits.ts'
import type { Server } from '../../platform/http/server.ts'
import { claimsIn, metadataOf, SamlFault } from '../../platform/saml/service-provider.ts'
import { returnAddress } from './enter.ts'
import type { OutsideNeeds } from './needs.ts'
import { acsPath, keepAnswer, metadataPath, placeAt, requestOf, subjectIn } from './saml.ts'

/** What a provider has the browser post. Without a state it would be a sign-in that nobody began here. */
const posted = z.object({ SAMLResponse: z.string().min(1), RelayState: z.string().regex(/^[\w-]{32}$/) })

const placeOf = async (needs: OutsideNeeds, request: FastifyRequest) =>
  placeAt(new URL(await returnAddress(needs, request)).origin)

/**
 * What a posted answer confirms, kept for the page; answers its code. Nothing that a stranger posts is kept:
 * an answer is read here, signatures and all, for the request that its state stands for.
 */
async function codeFor(
  needs: OutsideNeeds,
  request: FastifyRequest,
): Promise<{ code: string; state: string }> {
  const settings = needs.config.outsideSignIn.saml
  const body = posted.safeParse(request.body)
  if (!settings || !body.success) throw new SamlFault('no answer to a request')
  const { SAMLResponse: response, RelayState: state } = body.data
  const id = requestOf(needs.keys, state)
  const claims = await claimsIn(settings, await placeOf(needs, request), { response, id })
  const subject = subjectIn(claims, settings.subject)
  if (subject === null) throw new SamlFault(`no single ${settings.subject}`)
  const code = await keepAnswer(needs, { state, subject, claims, issuer: settings.issuer })
  if (code === null) throw new SamlFault('shown before')
  return { code, state }
}

/**
 * The two addresses of a service provider. The answer is posted from elsewhere, so the cookie of the errand
 * does not come with it: it is kept, and the page of return asks for it as for any other door's.
 */
export function samlRoutes(server: Server, needs: OutsideNeeds): void {
  const { saml } = needs.config.outsideSignIn
  if (!saml) return
  void server.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 256 * 1024 },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text.toString()))),
    )
    scope.post(
      acsPath,
      { config: { access: 'public', ...fewer(60, 2000) }, bodyLimit: 256 * 1024, schema: { hide: true } },
      async (request, reply) => {
        try {
          const query = new URLSearchParams(await codeFor(needs, request))
          return await reply.redirect(`/login/outside?${query}`, 303)
        } catch (error) {
          if (!(error instanceof SamlFault)) throw error
          needs.log.warn('outside.refused', { provider: 'saml', fault: error.message })
          await needs.signingIn.failed(request, 'saml')
          return reply.redirect('/login/outside?refused=saml', 303)
        }
      },
    )
  })
  server.get(
    metadataPath,
    { config: { access: 'public', ...fewer(60) }, schema: { hide: true } },
    async (request, reply) => {
      const xml = await metadataOf(saml, await placeOf(needs, request)).catch((error: unknown) => {
        if (!(error instanceof SamlFault)) throw error
        throw new AppError('wrongState', { message: '证书或密钥读取失败，请系统管理员检查设置' })
      })
      return reply.type('application/samlmetadata+xml').send(xml)
    },
  )
}
