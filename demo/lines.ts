import { accounts, demoPassword, lineOf } from './accounts.ts'

/** Passwords that everybody knows; whoever signs in with one is asked to change it where that matters. */
export const demoPasswords: ReadonlySet<string> = new Set([demoPassword])

/** What the start prints when the demo region is loaded: accounts, roles, the one password. */
export function demoLines(): string[] {
  return [
    '已载入演示数据（一个虚构的教育区域），可用以下账号登录：',
    ...accounts.map((account) => `  ${lineOf(account)}`),
    `  以上账号的密码都是 ${demoPassword}`,
    '演示数据中的人员、学校、证件号码均为虚构；正式使用请设 DEMO=off 并换用空的数据库。',
  ]
}
