import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AnyRecord } from '../../catalogue/define.ts'
import { otherWords, standardWord } from '../../catalogue/contract/words.ts'
import { isObject } from '../platform/http/body.ts'
import type { Server } from '../platform/http/server.ts'

/** The flat fields of a record type as JSON schema, for whoever writes a client. */
function schemaOf(definition: AnyRecord) {
  const properties = Object.entries(definition.fields).map(([key, field]) => {
    const { $schema: _, ...schema } = z.toJSONSchema(field.schema, { io: 'input', unrepresentable: 'any' })
    const notes = [
      field.help,
      field.dict && `字典 ${field.dict}`,
      field.derived && '由系统自动生成，不填写',
      field.sealed && '加密存储',
    ]
    return [
      key,
      {
        ...schema,
        title: field.label,
        description: notes.filter(Boolean).join('；'),
        readOnly: field.derived !== undefined,
      },
    ]
  })
  const required = Object.keys(definition.fields).filter((key) => definition.fields[key]?.required)
  return { title: definition.title, type: 'object', properties: Object.fromEntries(properties), required }
}

const asJson = createJsonSchemaTransform({ skipList: [] })

/** Parameters are described by the one word that every call takes (catalogue/contract/words). */
function withStandardWords(described: ReturnType<typeof asJson>): ReturnType<typeof asJson> {
  const query: unknown = described.schema.querystring
  if (!isObject(query) || !isObject(query['properties'])) return described
  const own = Object.keys(query['properties'])
  const others = otherWords(own)
  const named = (name: string) => ([...others.values()].includes(name) ? standardWord(name) : name)
  const properties = Object.entries(query['properties']).map(([name, schema]) => [named(name), schema])
  const required = Array.isArray(query['required']) ? query['required'].map(String).map(named) : undefined
  const querystring = { ...query, properties: Object.fromEntries(properties), ...(required && { required }) }
  return { ...described, schema: { ...described.schema, querystring } }
}

/** OpenAPI at /api/docs: the calls from their registration, the record types from the catalogue. */
export async function describeApi(
  server: Server,
  records: Readonly<Record<string, AnyRecord>>,
): Promise<void> {
  const schemas = Object.fromEntries(Object.values(records).map((d) => [d.name, schemaOf(d)]))
  await server.register(swagger, {
    openapi: {
      info: {
        title: '杏坛 API',
        version: '1',
        description:
          '档案与审核的接口。{type} 为记录类型，各类型的栏目见文末 Schemas。答复一律为 {error_code, msg, data}。',
      },
      components: {
        schemas: schemas as Record<string, object>,
        securitySchemes: {
          token: { type: 'apiKey', name: 'token', in: 'header', description: '登录所得的 token' },
          apiToken: { type: 'http', scheme: 'bearer', description: '访问令牌（xt_ 开头），只能读取' },
        },
      },
      security: [{ token: [] }],
    },
    transform: (route) => withStandardWords(asJson(route)),
  })
  await server.register(swaggerUi, { routePrefix: '/api/docs' })
}
