import { createHash, randomBytes, sign } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { testCertificate, type TestCertificate } from '../../testing/test-certificate.ts'

const names = {
  samlp: 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
  saml: 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"',
  ds: 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
} as const

/** What a provider says in an answer; everything is as it should be unless said otherwise. */
export interface TestAnswer {
  /** Number of the request. */
  readonly id: string
  readonly acs: string
  readonly audience: string
  readonly issuer?: string
  readonly nameId?: string
  readonly format?: string
  readonly attributes?: Readonly<Record<string, string>>
  /** What the Response says instead of the assertion's. */
  readonly outerId?: string
  readonly destination?: string
  /** What the assertion says instead. */
  readonly innerId?: string
  readonly recipient?: string
  readonly method?: string
  /** Seconds from now. */
  readonly from?: number
  readonly until?: number
  readonly assertionId?: string
  readonly hash?: 'sha1' | 'sha256'
  readonly signs?: { readonly response?: boolean; readonly assertion?: boolean }
}

/** The parts of an answer, for whoever puts them together otherwise. */
export interface AnswerParts {
  readonly assertion: string
  readonly bare: string
  readonly signature: string
  readonly wrap: (inner: string, signed?: boolean) => string
}

/**
 * A provider of SAML 2.0 for tests, which signs what it is told to say. Its XML is written in the canonical
 * form (exclusive c14n: each namespace where it is used, attributes in order, no short tags), so that signing
 * is hashing the text.
 */
export class TestProvider {
  readonly issuer = 'https://idp.example.cn/metadata'
  readonly pair: TestCertificate
  constructor(pair: TestCertificate = testCertificate('provider')) {
    this.pair = pair
  }

  /** The request that a browser brought: its number and where its answer goes. */
  request(to: string): {
    readonly id: string
    readonly acs: string
    readonly audience: string
    readonly relayState: string
  } {
    const query = new URL(to).searchParams
    const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString()
    const found = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? ''
    return {
      id: found(/ ID="([^"]+)"/),
      acs: found(/AssertionConsumerServiceURL="([^"]+)"/),
      audience: found(/Issuer[^>]*>([^<]+)</),
      relayState: query.get('RelayState') ?? '',
    }
  }

  parts(said: TestAnswer): AnswerParts {
    const { hash = 'sha256', signs = {} } = said
    const id = said.assertionId ?? `_a${randomBytes(12).toString('hex')}`
    const [head, rest] = this.assertion(said, id)
    const bare = `${head}${rest}`
    const signature = this.signature(id, bare, hash)
    const assertion = signs.assertion === false ? bare : `${head}${signature}${rest}`
    return {
      assertion,
      bare,
      signature,
      wrap: (inner, signed = signs.response !== false) =>
        this.response(said, inner, signed ? hash : undefined),
    }
  }

  answer(said: TestAnswer): string {
    const { wrap, assertion } = this.parts(said)
    return Buffer.from(wrap(assertion)).toString('base64')
  }

  private assertion(said: TestAnswer, id: string): [head: string, rest: string] {
    const { from = -30, until = 120, issuer = this.issuer } = said
    const time = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()
    const format = said.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
    const attributes = Object.entries(said.attributes ?? {}).map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    )
    return [
      `<saml:Assertion ${names.saml} ID="${id}" IssueInstant="${time(-1)}" Version="2.0"><saml:Issuer>${issuer}</saml:Issuer>`,
      [
        `<saml:Subject><saml:NameID Format="${format}">${said.nameId ?? 'somebody'}</saml:NameID>`,
        `<saml:SubjectConfirmation Method="${said.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}">`,
        `<saml:SubjectConfirmationData InResponseTo="${said.innerId ?? said.id}" NotOnOrAfter="${time(until)}" Recipient="${said.recipient ?? said.acs}"></saml:SubjectConfirmationData>`,
        '</saml:SubjectConfirmation></saml:Subject>',
        `<saml:Conditions NotBefore="${time(from)}" NotOnOrAfter="${time(until)}">`,
        `<saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
        `<saml:AuthnStatement AuthnInstant="${time(-1)}" SessionIndex="s1"></saml:AuthnStatement>`,
        ...(attributes.length > 0
          ? [`<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`]
          : []),
        '</saml:Assertion>',
      ].join(''),
    ]
  }

  private response(said: TestAnswer, inner: string, hash: 'sha1' | 'sha256' | undefined): string {
    const id = `_r${randomBytes(12).toString('hex')}`
    const head = [
      `<samlp:Response ${names.samlp} Destination="${said.destination ?? said.acs}" ID="${id}"`,
      ` InResponseTo="${said.outerId ?? said.id}" IssueInstant="${new Date().toISOString()}" Version="2.0">`,
      `<saml:Issuer ${names.saml}>${this.issuer}</saml:Issuer>`,
    ].join('')
    const status =
      '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>'
    const rest = `${status}${inner}</samlp:Response>`
    return hash === undefined ? head + rest : `${head}${this.signature(id, head + rest, hash)}${rest}`
  }

  private signature(id: string, text: string, hash: 'sha1' | 'sha256'): string {
    const method =
      hash === 'sha1'
        ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
        : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
    const digest =
      hash === 'sha1' ? 'http://www.w3.org/2000/09/xmldsig#sha1' : 'http://www.w3.org/2001/04/xmlenc#sha256'
    const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#'
    const inner = [
      `<ds:CanonicalizationMethod Algorithm="${c14n}"></ds:CanonicalizationMethod>`,
      `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>`,
      `<ds:Reference URI="#${id}"><ds:Transforms>`,
      '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>',
      `<ds:Transform Algorithm="${c14n}"></ds:Transform></ds:Transforms>`,
      `<ds:DigestMethod Algorithm="${digest}"></ds:DigestMethod>`,
      `<ds:DigestValue>${createHash(hash).update(text).digest('base64')}</ds:DigestValue></ds:Reference>`,
    ].join('')
    const signed = sign(
      hash,
      Buffer.from(`<ds:SignedInfo ${names.ds}>${inner}</ds:SignedInfo>`),
      this.pair.key,
    )
    return `<ds:Signature ${names.ds}><ds:SignedInfo>${inner}</ds:SignedInfo><ds:SignatureValue>${signed.toString('base64')}</ds:SignatureValue></ds:Signature>`
  }
}
