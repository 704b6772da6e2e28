import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { OutsideSignIn } from '../../platform/config/outside-sign-in.ts'
import { sha256, type Keys } from '../../platform/crypto/keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { requestAddress, type SamlClaims, type SamlPlace } from '../../platform/saml/service-provider.ts'
import type { Door } from './doors.ts'

type Settings = NonNullable<OutsideSignIn['saml']>

export const acsPath = '/saml/acs'
export const metadataPath = '/saml/metadata'

/**
 * Longest time for which an assertion is remembered, in milliseconds; the errand that it answers is over long
 * before.
 */
const day = 86_400_000

/** Addresses of this portal for a provider. */
export const placeAt = (origin: string): SamlPlace => ({
  entityId: `${origin}${metadataPath}`,
  acs: `${origin}${acsPath}`,
})

/** Number of the request of an errand; it follows from the state, which nobody turns into it without the key. */
export const requestOf = (keys: Keys, state: string): string =>
  `_${keys.mac('outside-saml', state).toString('hex')}`

const kept = z.object({
  subject: z.string(),
  facts: z.array(z.tuple([z.string(), z.string()]).readonly()),
})
const hashOf = (code: string, state: string): Buffer => sha256(`saml-answer|${code}|${state}`)
const placeFor = (code: string) => `outside-saml|${sha256(code).toString('base64url')}`

/**
 * Keeps what a provider confirmed until the browser comes for it; answers the code. Null for an assertion
 * that was shown before.
 */
export async function keepAnswer(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  {
    state,
    subject,
    claims,
    issuer,
  }: {
    readonly state: string
    readonly subject: string
    readonly claims: SamlClaims
    readonly issuer: string
  },
): Promise<string | null> {
  const code = randomBytes(24).toString('base64url')
  const sealed = keys.seal(JSON.stringify({ subject, facts: claims.facts }), placeFor(code))
  const shown = sha256(`saml-assertion|${issuer}|${claims.assertion}`)
  return db.transaction(async (tx) => {
    const first = await tx.query(sql`
      insert into outside_visit (hash, kind, provider, expires_at)
      values (${shown}, 'shown', 'saml', ${new Date(Math.min(claims.until, Date.now() + day))})
      on conflict (hash) do nothing
      returning kind`)
    if (first.length === 0) return null
    await tx.execute(sql`
      insert into outside_visit (hash, kind, provider, sealed, expires_at)
      values (${hashOf(code, state)}, 'answer', 'saml', ${sealed}, now() + interval '10 minutes')`)
    return code
  })
}

/** Takes out what was kept under a code, for the errand of its state; undefined for none. */
async function takeAnswer(
  { db, keys }: { readonly db: Database; readonly keys: Keys },
  code: string,
  state: string,
): Promise<z.infer<typeof kept> | undefined> {
  const row = await db.maybeOne<{ sealed: string }>(sql`
    delete from outside_visit
    where hash = ${hashOf(code, state)} and kind = 'answer' and expires_at > now()
    returning sealed`)
  return row && kept.parse(JSON.parse(keys.open(row.sealed, placeFor(code))))
}

/** The number of a person: `NameID`, or the one value of the attribute that the operator named. */
export function subjectIn({ facts }: SamlClaims, name: string): string | null {
  const values = facts.filter(([one]) => one === name).map(([, value]) => value)
  const [value = ''] = values
  return values.length === 1 && value !== '' && value.length <= 500 ? value : null
}

/** A provider of SAML 2.0: it posts its answer (`saml-routes.ts`), and the browser comes back with a code. */
export function samlDoor(settings: Settings, needs: { readonly db: Database; readonly keys: Keys }): Door {
  return {
    name: 'saml',
    label: settings.name,
    address: ({ back, state }) =>
      requestAddress(settings, placeAt(new URL(back).origin), {
        id: requestOf(needs.keys, state),
        relayState: state,
      }),
    visitorOf: async ({ code }, { state }) =>
      (await takeAnswer(needs, code, state)) ?? {
        reason: `${settings.name}没有确认您的身份，请重新登录`,
        fault: 'no answer under this code',
      },
  }
}
