import type { ErrorCode } from '../../../catalogue/errors.ts'
import type { FailureBody } from '../../platform/http/server.ts'

/** Kinds of a 400 or 409 (RFC 7644, table 9). */
export type ScimType =
  | 'uniqueness'
  | 'invalidFilter'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue'
  | 'mutability'

/** A refusal that SCIM has a word or a status of its own for. */
export class ScimFault extends Error {
  override readonly name = 'ScimFault'
  readonly status: number
  readonly scimType: ScimType | undefined
  constructor(status: 400 | 404 | 409 | 412, message: string, scimType?: ScimType) {
    super(message)
    this.status = status
    this.scimType = scimType
  }
}

/** A value that cannot be taken; the sentence names the attribute. */
export const refused = (attribute: string, why: string, scimType: ScimType = 'invalidValue'): ScimFault =>
  new ScimFault(400, `${attribute}：${why}`, scimType)

/** Body of an error (RFC 7644, section 3.12); the status is a text there. */
export const errorBody = (status: number, detail: string, scimType?: ScimType) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(status),
  ...(scimType && { scimType }),
  detail,
})

const statuses: Partial<Readonly<Record<ErrorCode, number>>> = {
  sessionDead: 401,
  forbidden: 403,
  missing: 404,
  duplicate: 409,
  stale: 409,
  wrongState: 409,
  tooLarge: 413,
  tooOften: 429,
  unavailable: 503,
  internal: 500,
}
const typeOf: Partial<Readonly<Record<ErrorCode, ScimType>>> = {
  invalid: 'invalidValue',
  malformed: 'invalidSyntax',
  duplicate: 'uniqueness',
}

/** A refusal of the portal in the words of SCIM. */
export const scimFailure: FailureBody = (code, { msg }) => errorBody(statuses[code] ?? 400, msg, typeOf[code])
