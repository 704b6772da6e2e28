import { isNode, nodesOf, nodeOf, type XmlNode } from '../package/xml-tree.ts'
import { wholeXml } from '../package/whole-xml.ts'
import { SamlFault } from './fault.ts'
import { spaces } from './shape.ts'

/** What a provider confirmed of somebody, for one request. */
export interface SamlClaims {
  /** Number of the assertion, which counts once. */
  readonly assertion: string
  /** Milliseconds since 1970 until which it could be shown again. */
  readonly until: number
  /** `NameID` and attributes, by name; of several values each. */
  readonly facts: readonly (readonly [name: string, value: string])[]
}

interface Expectation {
  readonly acs: string
  readonly entityId: string
  readonly issuer: string
  readonly id: string
  readonly now: number
}

/** Milliseconds by which clocks may differ. */
export const skew = 60_000

/** Text of an element as all of its pieces: a comment within does not end it. */
const textOf = (node: XmlNode | undefined): string =>
  node === undefined || node.children.some(isNode) ? '' : node.children.join('').trim()

const timeOf = (text: string | undefined): number => (text === undefined ? Number.NaN : Date.parse(text))

/** The end of the one confirmation that is for us, now, and for this request. */
function confirmedUntil(subject: XmlNode | undefined, { acs, id, now }: Expectation): number {
  const [confirmation, ...others] = nodesOf(subject, 'SubjectConfirmation')
  const data = nodeOf(confirmation, 'SubjectConfirmationData')?.attributes ?? {}
  if (!confirmation || others.length > 0) throw new SamlFault('not one confirmation')
  if (confirmation.attributes['Method'] !== 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    throw new SamlFault('another confirmation')
  if (data['Recipient'] !== acs) throw new SamlFault('recipient of another place')
  if (data['InResponseTo'] !== id) throw new SamlFault('assertion for another request')
  const until = timeOf(data['NotOnOrAfter'])
  if (!(until + skew > now)) throw new SamlFault('over')
  if (data['NotBefore'] !== undefined) throw new SamlFault('a confirmation with a beginning')
  return until
}

function requireConditions(conditions: XmlNode | undefined, { entityId, now }: Expectation): void {
  if (!conditions) throw new SamlFault('no conditions')
  const { NotBefore, NotOnOrAfter } = conditions.attributes
  if (NotBefore !== undefined && !(timeOf(NotBefore) - skew <= now)) throw new SamlFault('not yet')
  if (NotOnOrAfter !== undefined && !(timeOf(NotOnOrAfter) + skew > now)) throw new SamlFault('over')
  const restrictions = nodesOf(conditions, 'AudienceRestriction')
  const isForUs = (one: XmlNode) => nodesOf(one, 'Audience').some((audience) => textOf(audience) === entityId)
  if (restrictions.length === 0 || !restrictions.every(isForUs)) throw new SamlFault('another audience')
}

function factsOf(assertion: XmlNode, subject: XmlNode | undefined): (readonly [string, string])[] {
  const name = nodeOf(subject, 'NameID')
  // A number that is made anew for each visit binds nothing.
  const isLasting = name?.attributes['Format'] !== 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
  const attributes = nodesOf(assertion, 'AttributeStatement').flatMap((one) => nodesOf(one, 'Attribute'))
  return [
    ...(name && isLasting && textOf(name) !== '' ? [['NameID', textOf(name)] as const] : []),
    ...attributes.flatMap((one) =>
      nodesOf(one, 'AttributeValue').map((value) => [one.attributes['Name'] ?? '', textOf(value)] as const),
    ),
  ]
}

/**
 * What an assertion says, read from the letters that were signed.
 * @throws SamlFault where it is not from this provider, for this portal, this request and this minute
 */
export function claimsOf(text: string, wanted: Expectation): SamlClaims {
  const assertion = wholeXml(text, spaces)
  if (assertion.space !== 'saml' || assertion.name !== 'Assertion') throw new SamlFault('no assertion')
  if (textOf(nodeOf(assertion, 'Issuer')) !== wanted.issuer) throw new SamlFault('another issuer')
  const [subject, ...others] = nodesOf(assertion, 'Subject')
  if (others.length > 0) throw new SamlFault('several subjects')
  const until = confirmedUntil(subject, wanted)
  requireConditions(nodeOf(assertion, 'Conditions'), wanted)
  const id = assertion.attributes['ID'] ?? ''
  if (id === '') throw new SamlFault('an assertion without a number')
  return { assertion: id, until: until + skew, facts: factsOf(assertion, subject) }
}
