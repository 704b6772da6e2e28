import { readFile } from 'node:fs/promises'
import { SAML, SamlStatusError, ValidateInResponseTo } from '@node-saml/node-saml'
import { claimsOf, skew, type SamlClaims } from './claims.ts'
import { SamlFault } from './fault.ts'
import { documentOf } from './shape.ts'

export { SamlFault } from './fault.ts'
export type { SamlClaims } from './claims.ts'

/** An identity provider, as the operator describes it, and our own key. */
export interface SamlSettings {
  /** Its page of signing in (HTTP-Redirect binding). */
  readonly entry: string
  /** Its name (entityID). */
  readonly issuer: string
  /** Path of its certificates (PEM, several while it changes them). */
  readonly idpCertificate: string
  /** Paths of our own key and certificate, with which requests are signed. */
  readonly key: string
  readonly certificate: string
}

/** Addresses of this portal as the provider knows them. */
export interface SamlPlace {
  /** Our name (entityID), which is the address of our description. */
  readonly entityId: string
  /** Where answers are posted to. */
  readonly acs: string
}

const read = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch(() => {
    throw new SamlFault('a certificate or the key cannot be read')
  })

/** The certificates that stand in a text of PEM. */
export const certificatesIn = (pem: string): string[] =>
  pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []

async function samlFor(settings: SamlSettings, { entityId, acs }: SamlPlace, id: string): Promise<SAML> {
  const [idp, key] = await Promise.all([read(settings.idpCertificate), read(settings.key)])
  const idpCert = certificatesIn(idp)
  if (idpCert.length === 0) throw new SamlFault('there is no certificate of the provider')
  return new SAML({
    callbackUrl: acs,
    entryPoint: settings.entry,
    issuer: entityId,
    audience: entityId,
    idpIssuer: settings.issuer,
    idpCert,
    privateKey: key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    // Where only one of them is signed, the other one lends what it likes (node-saml#433).
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: true,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    // Compared here, with the request of the errand: the library's memory is that of one process.
    validateInResponseTo: ValidateInResponseTo.never,
    acceptedClockSkewMs: skew,
    generateUniqueId: () => id,
  })
}

/**
 * The address of a signed request at the provider.
 * @param id number of the request, which the answer has to name
 */
export async function requestAddress(
  settings: SamlSettings,
  place: SamlPlace,
  { id, relayState }: { readonly id: string; readonly relayState: string },
): Promise<string> {
  const saml = await samlFor(settings, place, id)
  return saml.getAuthorizeUrlAsync(relayState, undefined, {})
}

/** Our own description for the provider (SAML metadata). */
export async function metadataOf(settings: SamlSettings, place: SamlPlace): Promise<string> {
  const saml = await samlFor(settings, place, '_description')
  return saml.generateServiceProviderMetadata(null, certificatesIn(await read(settings.certificate)))
}

/**
 * Reads an answer that a browser posted, and says what the provider confirmed in it.
 * @param id number of the request that was made; an answer to none is refused
 * @throws SamlFault with the reason, without what was sent
 */
export async function claimsIn(
  settings: SamlSettings,
  place: SamlPlace,
  {
    response,
    id,
    now = Date.now(),
  }: { readonly response: string; readonly id: string; readonly now?: number },
): Promise<SamlClaims> {
  const { document, text } = documentOf(response)
  if (document.attributes['Destination'] !== place.acs) throw new SamlFault('destination of another place')
  if (document.attributes['InResponseTo'] !== id) throw new SamlFault('answer to another request')
  const saml = await samlFor(settings, place, id)
  const assertion = await signedAssertion(saml, text)
  return claimsOf(assertion, { ...place, issuer: settings.issuer, id, now })
}

/** The assertion as it was signed; nothing else of the answer is read any more. */
async function signedAssertion(saml: SAML, text: string): Promise<string> {
  try {
    const { profile } = await saml.validatePostResponseAsync({
      SAMLResponse: Buffer.from(text).toString('base64'),
    })
    const assertion = profile?.getAssertionXml?.()
    if (assertion === undefined) throw new SamlFault('no assertion')
    return assertion
  } catch (error) {
    if (error instanceof SamlFault) throw error
    if (error instanceof SamlStatusError) throw new SamlFault('the provider refused')
    throw new SamlFault(error instanceof Error ? error.message.slice(0, 120) : 'unknown')
  }
}
