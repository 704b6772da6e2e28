import type { OutsideSignIn } from '../../platform/config/outside-sign-in.ts'
import type { OutgoingRequest } from '../../platform/http/outgoing.ts'
import { isNode, nodesOf, type XmlNode } from '../../platform/package/xml-tree.ts'
import { wholeXml } from '../../platform/package/whole-xml.ts'
import type { Door } from './doors.ts'

type Settings = NonNullable<OutsideSignIn['cas']>

/** Longest answer that is read, in characters: what a server says of one person. */
const longest = 64 * 1024
const space = 'http://www.yale.edu/tp/cas'

/** What a server says of a ticket. */
export type CasAnswer =
  | { readonly user: string; readonly facts: readonly (readonly [name: string, value: string])[] }
  | { readonly fault: string }

const textOf = (node: XmlNode): string | null =>
  node.children.some(isNode) ? null : node.children.join('').trim()

/**
 * Reads the answer of `/p3/serviceValidate` (CAS protocol 3.0, section 2.5.2): one root with one element of
 * the protocol's namespace below it. Tags that stand in a text are a text, and a ticket that passed through
 * another system (`proxies`) is none.
 */
export function casAnswerOf(text: string): CasAnswer {
  if (text.length > longest) return { fault: 'the answer is too long' }
  let root: XmlNode
  try {
    root = wholeXml(text, { [space]: 'cas' })
  } catch {
    return { fault: 'the answer is not XML' }
  }
  const [outcome, ...others] = nodesOf(root)
  const isOf = (node: XmlNode | undefined, name: string) => node?.space === 'cas' && node.name === name
  if (!outcome || !isOf(root, 'serviceResponse') || others.length > 0)
    return { fault: 'the answer has no single outcome' }
  if (!isOf(outcome, 'authenticationSuccess'))
    return { fault: `refused: ${outcome.attributes['code']?.slice(0, 60) ?? outcome.name.slice(0, 60)}` }
  const users = nodesOf(outcome, 'user').filter((node) => node.space === 'cas')
  const user = users.length === 1 && users[0] ? textOf(users[0]) : null
  if (!user || user.length > 500) return { fault: 'the answer names nobody, or several' }
  if (nodesOf(outcome, 'proxies').length > 0) return { fault: 'the ticket passed through another system' }
  const facts = nodesOf(outcome, 'attributes')
    .flatMap((node) => nodesOf(node))
    .map((node) => [node.name, textOf(node) ?? ''] as const)
  return { user, facts: [['user', user] as const, ...facts] }
}

/** The address that a ticket is for: the page of return with the state of the errand. */
const serviceOf = (back: string, state: string) => `${back}?${new URLSearchParams({ state })}`

/** The number of a person: the account, or the one value of the attribute that the operator named. */
function subjectOf({ user, facts }: Extract<CasAnswer, { user: string }>, name: string): string | null {
  if (name === 'user') return user
  const values = facts.filter(([one]) => one === name).map(([, value]) => value)
  const [value] = values
  return values.length === 1 && value !== undefined && value !== '' && value.length <= 500 ? value : null
}

/** A server of CAS: a ticket that came with the browser is asked about, once, for the address that it came to. */
export function casDoor(settings: Settings, outgoing: OutgoingRequest): Door {
  const reason = `${settings.name}没有确认您的身份，请重新登录`
  const ask = async (ticket: string, service: string): Promise<CasAnswer> => {
    // Both are encoded, so that neither can add a parameter to the question (CVE-2014-4172).
    const query = new URLSearchParams({ service, ticket })
    const { status, text } = await outgoing(`${settings.url}/p3/serviceValidate?${query}`, {
      method: 'GET',
      headers: { accept: 'application/xml' },
    })
    return status === 200 ? casAnswerOf(text) : { fault: `status ${status}` }
  }
  return {
    name: 'cas',
    label: settings.name,
    address: ({ back, state }) =>
      Promise.resolve(`${settings.url}/login?${new URLSearchParams({ service: serviceOf(back, state) })}`),
    visitorOf: async ({ code }, { back, state }) => {
      // Letters of tickets in the protocol (3.7), and the point that servers put before their own name.
      if (!/^ST-[\w.-]{1,250}$/.test(code)) return { reason, fault: 'not a ticket' }
      try {
        const answer = await ask(code, serviceOf(back, state))
        if ('fault' in answer) return { reason, fault: answer.fault }
        const subject = subjectOf(answer, settings.subject)
        return subject === null
          ? { reason, fault: `no single ${settings.subject}` }
          : { subject, facts: answer.facts }
      } catch (error) {
        return {
          reason: `现在连不上${settings.name}，请稍后再试，或用账号密码登录`,
          fault: error instanceof Error ? error.message : 'unknown',
        }
      }
    },
  }
}
