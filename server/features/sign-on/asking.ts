import type { Actor } from '../../../catalogue/access/access.ts'
import {
  factScopes,
  type ConsentDecision,
  type ConsentView,
  type FactScope,
} from '../../../catalogue/contract/account/sign-on.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { actorsOf } from '../../engine/access/index.ts'
import type { Client } from './clients.ts'
import { consentOf, type Consent } from './consents.ts'
import { factsOf, wordsOf } from './facts.ts'
import type { SignOnNeeds } from './options.ts'
import { subjectOf } from './subject.ts'

/** An app that asks to have somebody signed in. */
export interface AppRequest {
  readonly client: Client
  readonly actor: Actor
  readonly identities: readonly Actor[]
  readonly consent: Consent | undefined
  /** Facts that the app asks for now, in the order of its registration. */
  readonly facts: Client['scopes']
  /** Whether the person is to be asked, even where everything was agreed to before. */
  readonly again: boolean
}

/**
 * Reads what stands between an app and somebody. An administrator who looks through their eyes agrees to
 * nothing.
 */
export async function askingOf(
  { db }: SignOnNeeds,
  client: Client,
  actor: Actor,
  { facts, again }: Pick<AppRequest, 'facts' | 'again'>,
): Promise<AppRequest> {
  if (actor.viewedBy !== undefined) throw new AppError('viewOnly')
  return {
    client,
    actor,
    identities: await actorsOf(db, actor.personId),
    consent: await consentOf(db, client.app, actor.personId),
    facts,
    again,
  }
}

/** Whether the facts were agreed to or declined before. */
export const coveredBy = (consent: Consent | undefined, facts: Client['scopes']): consent is Consent =>
  consent !== undefined &&
  facts.every(
    ({ scope, need }) =>
      consent.scopes.includes(scope) || (need === 'optional' && consent.declined.includes(scope)),
  )

export const refusal = '该应用没有对您的这一身份开放，需要使用请联系主办单位'

/** View of the consent page, for the chosen identity or the last one. */
export async function viewOf(
  needs: SignOnNeeds,
  asking: AppRequest,
  chosenId: number | undefined,
): Promise<ConsentView> {
  const { client, actor, identities, consent } = asking
  const wanted = chosenId ?? consent?.identityId ?? actor.identityId
  const chosen = identities.find(({ identityId }) => identityId === wanted)
  const facts = chosen && (await factsOf(needs.db, needs.keys, chosen.identityId))
  if (!chosen || !facts) throw new AppError('missing')
  const shown = (need: 'required' | 'optional') =>
    asking.facts
      .filter((one) => one.need === need)
      .map(({ scope, purpose }) => ({
        scope,
        label: factScopes[scope].label,
        value: wordsOf(facts, scope),
        purpose,
        agreed: consent?.scopes.includes(scope) ?? false,
      }))
  const visible = await needs.maySee(client.app, chosen)
  const covered = coveredBy(consent, asking.facts) && chosen.identityId === consent.identityId
  return {
    app: {
      name: client.name,
      host: URL.parse(client.redirectUris[0] ?? client.services[0] ?? '')?.host ?? '',
      description: client.description,
      icon: needs.photoAddress(client.iconFile),
    },
    refused: visible ? null : refusal,
    settled: visible && covered && !asking.again,
    identities: identities.map(({ identityId, role, institution }) => ({
      id: identityId,
      role,
      organization: institution,
    })),
    chosen: chosen.identityId,
    subject: subjectOf(needs.keys, client.app, actor.personId),
    required: shown('required'),
    optional: shown('optional'),
  }
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Result of a consent. */
export interface AgreementOutcome {
  readonly identityId: number
  readonly scopes: readonly FactScope[]
  readonly declined: readonly FactScope[]
  /** It says what the agreement of before said. */
  readonly unchanged: boolean
}

/**
 * The facts that are released: all that the app needs, and of the others what was agreed to. Throws missing
 * for an identity that is not theirs, forbidden where the app is not for it, invalid for a fact that was not
 * asked for.
 */
export async function agreedIn(
  { maySee }: SignOnNeeds,
  { client, identities, facts, consent }: AppRequest,
  { identity, facts: chosen }: Extract<ConsentDecision, { agree: true }>,
): Promise<AgreementOutcome> {
  const actor = identities.find(({ identityId }) => identityId === identity)
  if (!actor) throw new AppError('missing')
  if (!(await maySee(client.app, actor))) throw new AppError('forbidden', { message: refusal })
  const all = facts.map(({ scope }) => scope)
  if (chosen.some((scope) => !all.includes(scope))) throw invalid('facts', '该应用未请求该项资料')
  const scopes = facts
    .filter(({ scope, need }) => need === 'required' || chosen.includes(scope))
    .map(({ scope }) => scope)
  const before = consent?.scopes.filter((scope) => all.includes(scope)) ?? []
  return {
    identityId: identity,
    scopes,
    declined: all.filter((scope) => !scopes.includes(scope)),
    unchanged: consent?.identityId === identity && coveredBy(consent, facts) && same(scopes, before),
  }
}
