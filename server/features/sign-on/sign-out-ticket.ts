import type { KoaContextWithOIDC } from 'oidc-provider'
import { z } from 'zod'
import type { Keys } from '../../platform/crypto/keys.ts'
import type { SignOnNeeds } from './options.ts'

const place = 'sign-on|sign-out'
/** Milliseconds a ticket counts. */
const life = 30 * 60_000

const ticket = z.object({ name: z.string(), to: z.string(), at: z.number() })

/**
 * Where an app sent somebody to sign out: the portal's own page asks, with the way back sealed into the
 * address, so that nobody can write one.
 */
export function signOutPage({ keys }: Pick<SignOnNeeds, 'keys'>, ctx: KoaContextWithOIDC): void {
  const { client, params } = ctx.oidc
  const to = params?.['post_logout_redirect_uri']
  const state = params?.['state']
  const back = typeof to === 'string' && client ? withState(to, state) : null
  const sealed = back === null ? '' : sealWayBack(keys, { name: client?.clientName ?? '', to: back })
  ctx.redirect(`/login/signOut${sealed}`)
}

/** The way back as a query of the page that signs out. */
export const sealWayBack = (keys: Keys, way: { name: string; to: string }): string =>
  `?ticket=${encodeURIComponent(keys.seal(JSON.stringify({ ...way, at: Date.now() }), place))}`

function withState(to: string, state: unknown): string {
  const url = new URL(to)
  if (typeof state === 'string') url.searchParams.set('state', state)
  return url.href
}

/** The way back that a ticket holds; null for none, and for one that is forged or over. */
export function wayBack(keys: Keys, sealed: string | undefined): { name: string; to: string } | null {
  if (sealed === undefined) return null
  try {
    const { name, to, at } = ticket.parse(JSON.parse(keys.open(sealed, place)))
    return Date.now() - at < life ? { name, to } : null
  } catch {
    return null
  }
}
