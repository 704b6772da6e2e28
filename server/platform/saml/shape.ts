import { nodesOf, type XmlNode } from '../package/xml-tree.ts'
import { wholeXml } from '../package/whole-xml.ts'
import { SamlFault } from './fault.ts'

/** Longest answer in letters of base64. */
const longest = 128 * 1024

/** Short names of the namespaces that an answer is made of. */
export const spaces = {
  'urn:oasis:names:tc:SAML:2.0:protocol': 'samlp',
  'urn:oasis:names:tc:SAML:2.0:assertion': 'saml',
  'http://www.w3.org/2000/09/xmldsig#': 'ds',
} as const

const algorithms: Readonly<Record<string, ReadonlySet<string>>> = {
  SignatureMethod: new Set(
    [256, 384, 512].flatMap((size) => [
      `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${size}`,
      `http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha${size}`,
    ]),
  ),
  DigestMethod: new Set([
    'http://www.w3.org/2001/04/xmlenc#sha256',
    'http://www.w3.org/2001/04/xmldsig-more#sha384',
    'http://www.w3.org/2001/04/xmlenc#sha512',
  ]),
  CanonicalizationMethod: new Set(['http://www.w3.org/2001/10/xml-exc-c14n#']),
  Transform: new Set([
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2001/10/xml-exc-c14n#',
  ]),
}

function* within(node: XmlNode): Generator<XmlNode> {
  yield node
  for (const child of nodesOf(node)) yield* within(child)
}

/** The one signature of an element, which names that element and nothing else. */
function requireSigned(node: XmlNode): void {
  const [signature, ...others] = nodesOf(node, 'Signature').filter(({ space }) => space === 'ds')
  const references = signature ? [...within(signature)].filter(({ name }) => name === 'Reference') : []
  const id = node.attributes['ID'] ?? ''
  if (!signature || others.length > 0 || references.length !== 1)
    throw new SamlFault(`${node.name} has not one signature`)
  if (id === '' || references[0]?.attributes['URI'] !== `#${id}`)
    throw new SamlFault(`the signature of ${node.name} is of something else`)
}

function responseIn(text: string): XmlNode {
  let root: XmlNode
  try {
    root = wholeXml(text, spaces)
  } catch {
    throw new SamlFault('the answer is not XML')
  }
  if (root.space !== 'samlp' || root.name !== 'Response') throw new SamlFault('the root is no Response')
  return root
}

/**
 * Reads an answer and refuses every shape but one, before any signature is looked at: a Response with one
 * Assertion, each signed once about itself, no element twice under one ID. Wrapped assertions need a second
 * place to stand in; there is none.
 * @param base64 as the browser posted it
 */
export function documentOf(base64: string): { readonly document: XmlNode; readonly text: string } {
  if (base64.length > longest || !/^[\w+/=\s]+$/.test(base64)) throw new SamlFault('the answer is not one')
  const text = Buffer.from(base64, 'base64').toString('utf8')
  const document = responseIn(text)
  const all = [...within(document)]
  const named = (name: string) => all.filter((one) => one.name === name)
  if (named('Response').length > 1 || named('EncryptedAssertion').length > 0)
    throw new SamlFault('several answers, or a sealed one')
  const assertions = nodesOf(document, 'Assertion').filter(({ space }) => space === 'saml')
  const [assertion] = assertions
  if (assertions.length !== 1 || named('Assertion').length !== 1 || !assertion)
    throw new SamlFault('not one assertion')
  const ids = all.flatMap(({ attributes }) => attributes['ID'] ?? attributes['Id'] ?? attributes['id'] ?? [])
  if (new Set(ids).size !== ids.length) throw new SamlFault('an ID stands twice')
  if (named('Signature').length !== 2 || named('Object').length > 0) throw new SamlFault('not two signatures')
  requireSigned(document)
  requireSigned(assertion)
  for (const [name, allowed] of Object.entries(algorithms))
    if (named(name).some((one) => !allowed.has(one.attributes['Algorithm'] ?? '')))
      throw new SamlFault(`${name} is not allowed`)
  return { document, text }
}
