import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCertificate } from '../testing/test-certificate.ts'
import { claimsIn, metadataOf, requestAddress, type SamlSettings } from './service-provider.ts'
import { TestProvider, type TestAnswer } from './testing/test-provider.ts'

const provider = new TestProvider()
const place = {
  entityId: 'https://portal.example.cn/saml/metadata',
  acs: 'https://portal.example.cn/saml/acs',
}
const id = '_request-1'
const own = testCertificate('portal')
let folder: string
let settings: SamlSettings
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xingtan-saml-'))
  const put = async (name: string, text: string) => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  settings = {
    entry: 'https://idp.example.cn/sso',
    issuer: provider.issuer,
    // Two while the provider changes its certificate.
    idpCertificate: await put('idp.pem', testCertificate('next').certificate + provider.pair.certificate),
    key: await put('key.pem', own.key),
    certificate: await put('cert.pem', own.certificate),
  }
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const said = (more: Partial<TestAnswer> = {}): TestAnswer => ({
  id,
  acs: place.acs,
  audience: place.entityId,
  ...more,
})
const base64 = (xml: string) => Buffer.from(xml).toString('base64')
const read = (response: string) => claimsIn(settings, place, { response, id })

it('a signed request leads to the provider, and its answer says who it is', async () => {
  const to = await requestAddress(settings, place, { id, relayState: 'state' })
  const query = new URL(to).searchParams
  expect(query.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256')
  expect(query.get('Signature')).toBeTruthy()
  expect(provider.request(to)).toEqual({
    id,
    acs: place.acs,
    audience: place.entityId,
    relayState: 'state',
  })
  const claims = await read(
    provider.answer(said({ nameId: 'lin@example.cn', attributes: { employeeId: '7' } })),
  )
  expect(claims.facts).toEqual([
    ['NameID', 'lin@example.cn'],
    ['employeeId', '7'],
  ])
  const metadata = await metadataOf(settings, place)
  for (const part of [place.acs, place.entityId, 'WantAssertionsSigned="true"'])
    expect(metadata).toContain(part)
})

const lies: Readonly<Record<string, [more: Partial<TestAnswer>, why: string]>> = {
  'an unsigned Response': [{ signs: { response: false } }, 'not two signatures'],
  'an unsigned assertion': [{ signs: { assertion: false } }, 'not two signatures'],
  'no signature': [{ signs: { response: false, assertion: false } }, 'not two signatures'],
  'SHA-1': [{ hash: 'sha1' }, 'SignatureMethod is not allowed'],
  'another audience': [{ audience: 'https://other.example.cn' }, 'another audience'],
  'an audience that only begins like ours': [{ audience: `${place.entityId}/x` }, 'another audience'],
  'a recipient of another place': [
    { recipient: 'https://other.example.cn/saml/acs' },
    'recipient of another place',
  ],
  'a destination of another place': [
    { destination: 'https://other.example.cn/acs' },
    'destination of another place',
  ],
  'an answer to another request': [{ outerId: '_other' }, 'answer to another request'],
  'an assertion for another request': [{ innerId: '_other' }, 'assertion for another request'],
  'what is over': [{ until: -120 }, 'over'],
  'what is not yet': [{ from: 600, until: 900 }, 'not yet'],
  'another issuer': [{ issuer: 'https://evil.example.cn' }, 'another issuer'],
  'another confirmation': [
    { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' },
    'another confirmation',
  ],
}
it.each(Object.keys(lies))('%s is refused', async (name) => {
  const [more, why] = lies[name] ?? [{}, '']
  const refused = await read(provider.answer(said(more))).then(
    () => 'taken',
    (error: Error) => error.message,
  )
  // The library says the times and the audience in its own words.
  expect(refused).not.toBe('taken')
  if (!/over|yet|audience/.test(why)) expect(refused).toBe(why)
})

it('a signature of a certificate that the operator did not name is refused', async () => {
  const forger = new TestProvider()
  await expect(read(forger.answer(said()))).rejects.toThrow('Invalid document signature')
})

it('a number that is made for one visit is no NameID, and a comment does not shorten a name', async () => {
  const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
  expect((await read(provider.answer(said({ format })))).facts).toEqual([])
  // The comment is not part of what is signed, so it can be put in afterwards.
  const { wrap, assertion } = provider.parts(said({ nameId: 'admin.evil' }))
  const commented = wrap(assertion).replace('admin.evil', 'admin<!-- -->.evil')
  expect((await read(base64(commented))).facts).toEqual([['NameID', 'admin.evil']])
})

/** An answer for the attacker, in which an assertion about the victim is to be believed. */
function wrappings(): Readonly<Record<string, string>> {
  const mine = provider.parts(said({ nameId: 'mallory', assertionId: '_mine' }))
  const { assertion: signed, bare, signature, wrap } = mine
  const evil = provider.parts(said({ nameId: 'victim', assertionId: '_evil' })).bare
  const whole = wrap(signed)
  const open = evil.slice(0, evil.indexOf('<saml:Subject>'))
  const rest = evil.slice(evil.indexOf('<saml:Subject>'))
  const inSignature = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)
  const outer = /<ds:Signature [\s\S]*?<\/ds:Signature>/.exec(whole)?.[0] ?? ''
  const stripped = whole.replace(outer, '')
  const forged = (signatureOf: string, more = '') =>
    wrap(evil, false)
      .replace('_r', '_x')
      .replace('</saml:Issuer><samlp:Status>', `</saml:Issuer>${signatureOf}${more}<samlp:Status>`)
  const after = (text: string) => whole.replace('</samlp:Response>', `${text}</samlp:Response>`)
  const before = (text: string) => whole.replace('</samlp:Status>', `</samlp:Status>${text}`)
  return {
    '1: the signed Response within the signature': forged(
      outer.replace('</ds:Signature>', `<ds:Object>${stripped}</ds:Object></ds:Signature>`),
    ),
    '2: the signed Response beside the signature': forged(outer, stripped),
    '3: a second assertion before': before(evil),
    '4: the signed assertion within the other': whole.replace(signed, `${open}${signed}${rest}`),
    '5: the signature moved, the assertion behind': whole.replace(
      signed,
      `${open}${signature}${rest}${bare}`,
    ),
    '6: the assertion within the moved signature': whole.replace(signed, `${open}${inSignature}${rest}`),
    '7: extensions': before(`<samlp:Extensions>${evil}</samlp:Extensions>`),
    '8: an object in the signature': whole.replace(
      signed,
      `${open}${signature.replace('</ds:Signature>', `<ds:Object>${signed}</ds:Object></ds:Signature>`)}${rest}`,
    ),
    'a second assertion behind': after(evil),
    'the same ID twice': whole.replace(signed, `${evil.replace('_evil', '_mine')}${signed}`),
    'the assertion edited': whole.replace('mallory', 'victim'),
    'a decoy signature': whole.replace(signed, `${open}${signature}${rest}`),
    'a comment for a root': `<!-- ${whole} -->${wrap(evil, false)}`,
    'a document type': `<!DOCTYPE r [<!ENTITY a "victim">]>${whole.replace('mallory', '&a;')}`,
  }
}
it.each(Object.keys(wrappings()))('a wrapped assertion is refused, %s', async (name) => {
  const [taken, why] = await read(base64(wrappings()[name] ?? '')).then(
    ({ facts }) => [facts, ''] as const,
    (error: Error) => [null, error.message] as const,
  )
  expect(taken).toBe(null)
  expect(why).not.toBe('')
})

it('the assertion of a victim does not fit a Response that was signed for the attacker', async () => {
  // What node-saml 5.1.0 takes where only assertions must be signed: the wrapper lends its InResponseTo.
  const victim = provider.parts(said({ id: '_of-the-victim', nameId: 'victim' }))
  const { wrap } = provider.parts(said())
  await expect(read(base64(wrap(victim.assertion, false)))).rejects.toThrow('not two signatures')
  await expect(read(base64(wrap(victim.assertion)))).rejects.toThrow('assertion for another request')
})

it.each(['', '%%%', 'x', base64('<a/>'), base64('nothing'), 'A'.repeat(200_000)])(
  'what is no answer is refused',
  async (text) => {
    await expect(read(text)).rejects.toThrow()
  },
)
