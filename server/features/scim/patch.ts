import { z } from 'zod'
import { isObject } from '../../platform/http/body.ts'
import { refused, ScimFault } from './fault.ts'
import { attributeOf, over, valuesIn, type UserValues } from './values.ts'

const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** Small and large letters alike: Azure AD writes "Replace". */
const operation = z.object({
  op: z
    .string()
    .transform((word) => word.toLowerCase())
    .pipe(z.enum(['add', 'replace', 'remove'])),
  path: z.string().max(300).optional(),
  value: z.unknown().optional(),
})

/** An attribute, one of its parts, or the chosen ones among several: `emails[type eq "work"].value`. */
const attributePath = /^(?:urn:[\w.:-]+:)?[a-z$][\w$-]*(?:\[[^\]]{1,200}\])?(?:\.[a-z$][\w$-]*)?$/i

/** A whole extension is a path, too. */
const isPath = (path: string): boolean => attributePath.test(path) || /^urn:[\w.:-]+$/i.test(path)

const kept = new Set(['username', 'active', 'displayname'])

function removal(path: string | undefined): UserValues {
  if (path === undefined) throw new ScimFault(400, 'remove 要写明 path', 'noTarget')
  if (kept.has(path.toLowerCase())) throw refused(path, '不能为空', 'mutability')
  return path.toLowerCase() === 'externalid' ? { externalId: null } : {}
}

/**
 * What a PATCH changes (RFC 7644, section 3.5.2), in the order of its operations; attributes that the portal
 * does not keep are passed over.
 * @throws ScimFault where it is none, or asks for what cannot be changed
 */
export function patchIn(body: unknown): UserValues {
  if (!isObject(body)) throw refused('body', '应为 JSON 对象', 'invalidSyntax')
  const { schemas, Operations: listed, operations = listed } = body
  if (!Array.isArray(schemas) || !schemas.includes(patchOp))
    throw refused('schemas', `应包含 ${patchOp}`, 'invalidSyntax')
  const found = z.array(operation).min(1).max(100).safeParse(operations)
  if (!found.success) throw refused('Operations', 'op 只能是 add、replace、remove', 'invalidSyntax')
  return found.data.reduce<UserValues>((all, { op, path, value }) => {
    if (path !== undefined && !isPath(path)) throw refused('path', '写法不对', 'invalidPath')
    if (op === 'remove') return over(all, removal(path))
    if (path !== undefined) return over(all, attributeOf(path, value))
    if (!isObject(value)) throw refused('value', '没有 path 时应为对象', 'invalidSyntax')
    if (Object.keys(value).some((key) => key.toLowerCase() === 'id'))
      throw refused('id', '不能修改', 'mutability')
    return over(all, valuesIn(value))
  }, {})
}
