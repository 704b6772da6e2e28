import type { FastifyRequest } from 'fastify'
import { doorLabels, doorNames, type DoorName } from '../../../catalogue/contract/account/outside-sign-in.ts'
import { dingtalkDoor } from '../../platform/channels/dingtalk.ts'
import type { Visitor, VisitorDoor } from '../../platform/channels/visitor.ts'
import { wecomDoor } from '../../platform/channels/wecom.ts'
import { casDoor } from './cas.ts'
import type { OutsideNeeds } from './needs.ts'
import { oidcDoor } from './oidc.ts'
import { samlDoor } from './saml.ts'

/** What a browser takes along to a provider; verifier and nonce never leave the server in the open. */
export interface Errand {
  readonly back: string
  readonly state: string
  readonly verifier: string
  readonly nonce: string
  readonly inApp: boolean
  /** Where the person was going. */
  readonly wanted: string | null
  /** Whether an administrator only looks what the door says. */
  readonly isTrial: boolean
}

/** Parameters with which the browser returned. */
export interface DoorReturn {
  readonly code: string
  /** The issuer that the answer says it is from, where it says so (RFC 9207). */
  readonly iss: string | undefined
}

/** One way in from outside. */
export interface Door {
  readonly name: DoorName
  readonly label: string
  /** The address of the provider's page; throws where the provider cannot be asked. */
  readonly address: (errand: Errand) => Promise<string>
  readonly visitorOf: (returned: DoorReturn, errand: Errand) => Promise<Visitor>
}

const plain = (name: 'wecom' | 'dingtalk', door: VisitorDoor): Door => ({
  name,
  label: doorLabels[name],
  address: (errand) => Promise.resolve(door.address(errand)),
  visitorOf: ({ code }) => door.visitorOf(code),
})

/** A directory has no page of its own: the form is this portal's, and nothing comes back from elsewhere. */
const directoryDoor = (label: string): Door => ({
  name: 'ldap',
  label,
  address: ({ wanted, isTrial }) => {
    const query = new URLSearchParams({
      ...(wanted !== null && { back: wanted }),
      ...(isTrial && { trial: '1' }),
    })
    return Promise.resolve(`/login/directory${query.size > 0 ? `?${query}` : ''}`)
  },
  visitorOf: () => Promise.resolve({ reason: `请在${label}的登录页输入账号和密码` }),
})

/** The ways that are set up, in the order of their buttons. */
export function doorsOf({
  config,
  outgoing,
  db,
  keys,
}: Pick<OutsideNeeds, 'config' | 'outgoing' | 'db' | 'keys'>): readonly Door[] {
  const { outsideSignIn, wecom, dingtalk, nodeEnv } = config
  const made: Readonly<Record<DoorName, Door | undefined>> = {
    oidc: outsideSignIn.oidc && oidcDoor(outsideSignIn.oidc, outgoing, nodeEnv !== 'production'),
    wecom: outsideSignIn.wecom && wecom && plain('wecom', wecomDoor(wecom, outsideSignIn.wecom.loginUrl)),
    dingtalk:
      outsideSignIn.dingtalk && dingtalk && plain('dingtalk', dingtalkDoor(dingtalk, outsideSignIn.dingtalk)),
    cas: outsideSignIn.cas && casDoor(outsideSignIn.cas, outgoing),
    saml: outsideSignIn.saml && samlDoor(outsideSignIn.saml, { db, keys }),
    ldap: outsideSignIn.ldap && directoryDoor(outsideSignIn.ldap.name),
  }
  return doorNames.flatMap((name) => made[name] ?? [])
}

const appOf: Readonly<Record<DoorName, RegExp | null>> = {
  oidc: null,
  wecom: /wxwork/i,
  dingtalk: /dingtalk/i,
  cas: null,
  saml: null,
  ldap: null,
}

/** Whether a page is open within the provider's own app. */
export const isInApp = (name: DoorName, { headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  appOf[name]?.test(headers['user-agent'] ?? '') ?? false
