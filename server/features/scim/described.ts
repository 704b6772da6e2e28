import { mostInPage } from './asked.ts'
import { coreUser, enterpriseUser } from './values.ts'

const schemaOfSchemas = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** What this server can do (RFC 7643, section 5). */
export const providerConfig = (origin: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostInPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: '访问令牌',
      description: '系统管理员在“开放接口”发放的令牌，权限为身份同步',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${origin}/scim/v2/ServiceProviderConfig` },
})

export const resourceTypes = (origin: string) => [
  {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: '教师的账号',
    schema: coreUser,
    schemaExtensions: [{ schema: enterpriseUser, required: false }],
    meta: { resourceType: 'ResourceType', location: `${origin}/scim/v2/ResourceTypes/User` },
  },
]

const attribute = (name: string, description: string, more: object = {}) => ({
  name,
  description,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
})

/** The attributes that the portal keeps; all others are passed over. */
export const schemas = (origin: string) => [
  {
    schemas: [schemaOfSchemas],
    id: coreUser,
    name: 'User',
    description: '教师的账号',
    attributes: [
      attribute('userName', '用户名，在一个单位内唯一', { required: true, uniqueness: 'server' }),
      attribute('displayName', '姓名'),
      attribute('name', '姓名的各部分', {
        type: 'complex',
        subAttributes: [
          attribute('formatted', '姓名'),
          attribute('familyName', '姓'),
          attribute('givenName', '名'),
        ],
      }),
      attribute('active', '账号是否启用', { type: 'boolean' }),
      attribute('userType', '教师；待入职为学校尚未办理入职', { mutability: 'readOnly' }),
    ],
    meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${coreUser}` },
  },
  {
    schemas: [schemaOfSchemas],
    id: enterpriseUser,
    name: 'EnterpriseUser',
    description: '企业扩展',
    attributes: [
      attribute('organization', '新人员的学校的标识码', { mutability: 'writeOnly', returned: 'never' }),
    ],
    meta: { resourceType: 'Schema', location: `${origin}/scim/v2/Schemas/${enterpriseUser}` },
  },
]

/** Several resources (RFC 7644, section 3.4.2). */
export const listOf = (
  resources: readonly object[],
  {
    total = resources.length,
    startIndex = 1,
  }: { readonly total?: number; readonly startIndex?: number } = {},
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})
