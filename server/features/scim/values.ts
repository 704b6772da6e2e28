import { z } from 'zod'
import { isObject } from '../../platform/http/body.ts'
import { personNameOf } from '../../../catalogue/kinds/person-name.ts'
import { refused } from './fault.ts'

export const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseUser = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

const text = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(most)
    .regex(/^\P{Cc}*$/u)

/** The parts of a name as a provider writes them. */
export const namedParts = z.object({
  formatted: text(100).optional(),
  familyName: text(50).optional(),
  givenName: text(50).optional(),
  displayName: text(100).optional(),
})
export type NamedParts = z.infer<typeof namedParts>

/** What a provider may say of a user. An attribute that is undefined was not sent; null is sent and empty. */
export interface UserValues {
  readonly userName?: string | undefined
  readonly externalId?: string | null | undefined
  readonly named?: NamedParts | undefined
  readonly active?: boolean | undefined
  /** Code of the school that a newcomer comes to. */
  readonly organization?: string | undefined
}

/** An object with its attribute names in small letters: SCIM makes no difference (RFC 7643, section 2.1). */
export const lowered = (object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key.toLowerCase(), value]))

/**
 * One attribute of a user, checked.
 * @throws ScimFault with the attribute's name
 */
function checked<T>(schema: z.ZodType<T>, attribute: string, value: unknown, why: string): T {
  const found = schema.safeParse(value)
  if (!found.success) throw refused(attribute, why)
  return found.data
}

/** Azure AD writes "False" as a text; RFC 7643 has booleans. */
const truth = z.union([
  z.boolean(),
  z
    .string()
    .regex(/^(true|false)$/i)
    .transform((word) => word.toLowerCase() === 'true'),
])

type Reader = (value: unknown) => UserValues

const namePart =
  (key: keyof NamedParts): Reader =>
  (value) => ({
    named: { [key]: checked(namedParts.shape[key], key, value ?? undefined, '应为不超过 100 字的文字') },
  })

function nameOf(value: unknown): UserValues {
  if (value === null || value === undefined) return {}
  if (!isObject(value)) throw refused('name', '应为对象')
  const { formatted, familyname: familyName, givenname: givenName } = lowered(value)
  const parts = {
    formatted: formatted ?? undefined,
    familyName: familyName ?? undefined,
    givenName: givenName ?? undefined,
  }
  return { named: checked(namedParts, 'name', parts, '每一部分应为不超过 100 字的文字') }
}

function enterpriseOf(value: unknown): UserValues {
  if (!isObject(value)) return {}
  return readers.organization?.(lowered(value)['organization']) ?? {}
}

/** How each attribute is read, by its path in small letters; all others are passed over. */
const readers: Readonly<Record<string, Reader>> = {
  username: (value) => ({ userName: checked(text(200), 'userName', value, '请填写不超过 200 字的用户名') }),
  externalid: (value) => ({
    externalId: value === null ? null : checked(text(200), 'externalId', value, '应为不超过 200 字的文字'),
  }),
  active: (value) => ({ active: checked(truth, 'active', value, '只能是 true 或 false') }),
  displayname: namePart('displayName'),
  name: nameOf,
  'name.formatted': namePart('formatted'),
  'name.familyname': namePart('familyName'),
  'name.givenname': namePart('givenName'),
  organization: (value) =>
    value === undefined || value === null
      ? {}
      : { organization: checked(text(50), 'organization', value, '应为学校的标识码') },
  [enterpriseUser.toLowerCase()]: enterpriseOf,
  [`${enterpriseUser.toLowerCase()}:organization`]: (value) => readers.organization?.(value) ?? {},
}

/** What one attribute says, by its path; nothing where the portal does not keep it. */
export function attributeOf(path: string, value: unknown): UserValues {
  const key = path.toLowerCase()
  const short = key.startsWith(`${coreUser.toLowerCase()}:`) ? key.slice(coreUser.length + 1) : key
  if (short === 'id') throw refused('id', '不能修改', 'mutability')
  return (
    (Object.hasOwn(readers, short) && short !== 'organization' ? readers[short]?.(value) : undefined) ?? {}
  )
}

/** Lays what is said later over what was said before; parts of a name one by one. */
export const over = (before: UserValues, later: UserValues): UserValues => ({
  ...before,
  ...later,
  ...((before.named ?? later.named) && { named: { ...before.named, ...later.named } }),
})

/** All attributes of an object; keys may be paths ("name.givenName"), as Azure AD sends them. */
export const valuesIn = (object: Readonly<Record<string, unknown>>): UserValues =>
  Object.entries(object)
    .filter(([key, value]) => value !== undefined && key.toLowerCase() !== 'id')
    .reduce<UserValues>((all, [key, value]) => over(all, attributeOf(key, value)), {})

/**
 * A whole user, as POST and PUT send it.
 * @throws ScimFault where it is none
 */
export function userIn(body: unknown): UserValues & { readonly userName: string } {
  if (!isObject(body)) throw refused('body', '应为 JSON 对象', 'invalidSyntax')
  const { schemas } = lowered(body)
  if (!Array.isArray(schemas) || !schemas.includes(coreUser))
    throw refused('schemas', `应包含 ${coreUser}`, 'invalidSyntax')
  const { userName, ...values } = valuesIn(body)
  if (userName === undefined) throw refused('userName', '请填写用户名')
  return { ...values, userName }
}

/** The name by which people call somebody; null where no part of it was given. */
export function fullName({ familyName, givenName, formatted, displayName }: NamedParts): string | null {
  const isHan = /^\p{Script=Han}+$/u
  if (familyName !== undefined && givenName !== undefined)
    return isHan.test(familyName + givenName) ? familyName + givenName : `${givenName} ${familyName}`
  return displayName ?? formatted ?? familyName ?? givenName ?? null
}

const person = personNameOf()

/**
 * The name of a newcomer.
 * @throws ScimFault without one, or with one that nobody can have
 */
export function requireName(named: NamedParts): string {
  const name = fullName(named)
  if (name === null) throw refused('displayName', '请填写姓名（displayName 或 name）')
  return checked(person, 'displayName', name, '不是人的姓名')
}

/** A user name as it is compared. */
export const userKeyOf = (userName: string): string => userName.normalize('NFKC').trim().toLowerCase()
