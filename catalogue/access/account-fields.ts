import { dict, idCard, personName, phone, text, type FieldMap } from '../define.ts'
import { dictionary } from '../dictionaries/dictionaries.ts'
import type { Role } from './roles.ts'

/** What a person is known by, as an account's form and an import's columns ask it. */
export const knownBy = {
  name: personName('姓名', { required: true }),
  loginName: text('账号', {
    maxLength: 30,
    pattern: /^\w{4,30}$/,
    patternSays: '应为 4 至 30 位字母、数字或下划线',
    example: 'linshuying',
  }),
  idNo: idCard('证件号'),
  mobile: phone('手机号'),
} as const

/**
 * The columns of a table of new accounts. An office that gives one role only, at its own institution, asks
 * for neither.
 * @param roles that the office may give
 */
export function accountFields(roles: readonly Role[]): FieldMap {
  if (roles.length < 2) return knownBy
  const others = dictionary('userRole').items.map(({ code }) => code)
  return {
    ...knownBy,
    role: dict('角色', 'userRole', {
      required: true,
      excludeItems: others.filter((code) => !roles.some((role) => String(role) === code)),
    }),
    institution: text('单位', { required: true, maxLength: 100, help: '名称或标识码' }),
  }
}
