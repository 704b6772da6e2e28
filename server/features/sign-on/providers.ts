import type { FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import type { KeptJob } from '../../platform/jobs/queue.ts'
import { startJob, type Job } from '../../platform/lifecycle/job.ts'
import { issuerFor, type SignOnNeeds } from './options.ts'
import { providerFor } from './provider.ts'
import { publishedKeys, turnKeys } from './signing-keys.ts'

/** Issuers at once: one, but for the names of this machine while developing. */
const mostIssuers = 4

/** The provider of this process, made anew when the keys change. */
export interface Providers {
  /** For the address by which a request came; null where the portal does not know its own address. */
  readonly for: (request: Pick<FastifyRequest, 'host' | 'protocol'>) => Promise<Provider | null>
  /** Without a request: of `PUBLIC_ORIGIN`, else of the last address that was asked for. */
  readonly current: () => Promise<Provider | null>
  /** Looks whether the keys changed. */
  readonly learn: () => Promise<void>
}

/** Makes providers by issuer and keeps them while the keys stay the same. */
export function providersOf(needs: SignOnNeeds): Providers {
  const made = new Map<string, Provider>()
  let kids = ''
  const keySet = async () => {
    const found = await publishedKeys(needs.db, needs.keys)
    if (found.length > 0) return found
    await turnKeys(needs.db, needs.keys)
    return publishedKeys(needs.db, needs.keys)
  }
  const of = async (issuer: string): Promise<Provider> => {
    const there = made.get(issuer)
    if (there) return there
    const keys = await keySet()
    kids = keys.map(({ kid }) => kid).join()
    const provider = providerFor(needs, issuer, keys)
    if (made.size >= mostIssuers) made.clear()
    made.set(issuer, provider)
    return provider
  }
  return {
    for: async (request) => {
      const issuer = issuerFor(needs.config, request)
      return issuer === null ? null : of(issuer)
    },
    current: async () => {
      const { publicOrigin } = needs.config
      return publicOrigin === undefined ? ([...made.values()].at(-1) ?? null) : of(publicOrigin)
    },
    learn: async () => {
      if (made.size === 0) return
      const now = (await publishedKeys(needs.db, needs.keys)).map(({ kid }) => kid).join()
      if (now !== kids) made.clear()
    },
  }
}

/** The next key, in its time. */
export const turning = ({ db, keys }: SignOnNeeds): KeptJob => ({
  name: 'sign-on-keys',
  label: '单点登录密钥',
  every: 3600,
  run: async () => {
    await turnKeys(db, keys)
    return false
  },
})

/** Each process looks once a minute; a key is published for days before it signs. */
export const learningKeys = ({ log }: SignOnNeeds, { learn }: Providers): Job =>
  startJob(
    async () => {
      await learn()
      return false
    },
    { failed: 'sign-on.keys', log, firstMs: 60_000, pauseMs: 60_000 },
  )
