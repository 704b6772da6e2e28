import type { ApiToken } from '../../../catalogue/contract/administration/api-tokens.ts'
import type { Person, Region } from '../../app/testing/test-region.ts'

/** What SCIM answers: a user, a list or an error. */
export interface ScimAnswer {
  readonly id: string
  readonly userName: string
  readonly externalId?: string
  readonly active: boolean
  readonly userType: string
  readonly displayName?: string
  readonly name?: Readonly<Record<string, string>>
  readonly meta: { readonly version: string; readonly location: string }
  readonly schemas: string[]
  readonly totalResults: number
  readonly itemsPerPage: number
  readonly startIndex: number
  readonly Resources: ScimAnswer[]
  readonly scimType?: string
  readonly detail: string
  readonly status: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface ProviderReply {
  readonly status: number
  readonly type: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: ScimAnswer
}

/** A provider of identities with a token for a place. */
export async function providerAt(region: Region, institution: number, more: object = {}) {
  const made = await region.people.admin.post<{ token: ApiToken; secret: string }>('/api/v1/apiTokens', {
    name: '市统一身份',
    scopes: ['scim'],
    institution,
    perMinute: 600,
    ...more,
  })
  if (made.msg !== 'ok') throw new Error(JSON.stringify(made.data))
  const { secret, token } = made.data
  const send = async (
    method: Method,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ProviderReply> => {
    const answer = await region.app.inject({
      method,
      url: `/scim/v2${path}`,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return {
      status: answer.statusCode,
      type: String(answer.headers['content-type'] ?? ''),
      headers: answer.headers,
      body: answer.body === '' ? ({} as ScimAnswer) : answer.json<ScimAnswer>(),
    }
  }
  return { send, token, secret }
}
export type Provider = Awaited<ReturnType<typeof providerAt>>

export const core = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Requests in the shape in which Microsoft Entra ID sends them, as its public documentation prints them. */
export const entra = {
  user: (userName: string, name: string, more: object = {}) => ({
    schemas: [core, enterprise],
    externalId: `entra-${userName}`,
    userName,
    active: true,
    addresses: null,
    displayName: name,
    emails: [{ type: 'work', value: userName, primary: true }],
    meta: { resourceType: 'User' },
    name: { formatted: name, familyName: name.slice(0, 1), givenName: name.slice(1) },
    phoneNumbers: null,
    roles: [],
    title: null,
    ...more,
  }),
  patch: (...operations: readonly object[]) => ({ schemas: [patchOp], Operations: operations }),
}

/** Requests in the shape in which Okta sends them, as its public documentation prints them. */
export const okta = {
  user: (userName: string, familyName: string, givenName: string) => ({
    schemas: [core],
    userName,
    name: { givenName, familyName },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: `${givenName} ${familyName}`,
    locale: 'zh-CN',
    externalId: `00u${userName}`,
    groups: [],
    password: '1mz050nq',
    active: true,
  }),
  off: { schemas: [patchOp], Operations: [{ op: 'replace', value: { active: false } }] },
  on: { schemas: [patchOp], Operations: [{ op: 'replace', value: { active: true } }] },
}

/** Gives somebody a name to sign in with, by which a provider finds them. */
export async function named(region: Region, who: Person, loginName: string): Promise<void> {
  const seen = await region.people.admin.get<{ version: number }>(`/api/v1/userManage/${who.personId}`)
  const kept = await region.people.admin.put(`/api/v1/userManage/${who.personId}`, {
    version: seen.data.version,
    loginName,
  })
  if (kept.msg !== 'ok') throw new Error(JSON.stringify(kept))
}
