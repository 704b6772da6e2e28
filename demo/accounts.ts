import { roleEntry, type Role } from '../catalogue/access/roles.ts'

/**
 * The password of every demo account. Known to everybody, hence refused as a new password wherever it
 * matters.
 */
export const demoPassword = 'Chunfeng#2026'

/**
 * An account of the demo region: who signs in with which name, for which institution (a bureau's code or a
 * school's key).
 */
export interface Account {
  readonly login: string
  readonly name: string
  readonly role: Role
  readonly at: string
  readonly note: string
}

/** Every account with a password, in the order in which they are shown. */
export const accounts: readonly Account[] = [
  { login: 'admin', name: '洪启明', role: 1, at: '441700', note: '阳江市教育局' },
  {
    login: 'teacher',
    name: '林疏影',
    role: 2,
    at: 'senior',
    note: '江城区听潮中学，有退回、草稿和审核中的学习经历',
  },
  {
    login: 'newcomer',
    name: '温知遥',
    role: 2,
    at: 'senior',
    note: '江城区听潮中学新入职教师，档案未填',
  },
  { login: 'school', name: '周明岚', role: 3, at: 'senior', note: '江城区听潮中学，有待审核的材料' },
  { login: 'area', name: '冯远航', role: 4, at: '441702', note: '江城区教育局' },
  { login: 'city', name: '敖静波', role: 5, at: '441700', note: '阳江市教育局' },
  { login: 'province', name: '苏望岭', role: 6, at: '440000', note: '广东省教育厅' },
  { login: 'expert', name: '欧阳砚秋', role: 99, at: '441700', note: '评审专家' },
  { login: 'review100', name: '谭知行', role: 100, at: '441700', note: '评审工作人员' },
  { login: 'review101', name: '阮清和', role: 101, at: '441700', note: '评审工作人员' },
  { login: 'review102', name: '麦书言', role: 102, at: '441700', note: '评审工作人员' },
  {
    login: 'head',
    name: '柯守田',
    role: 2,
    at: 'point',
    note: '阳西县浅湾教学点负责人，同时有学校身份，自己的材料由市审核',
  },
  { login: 'school2', name: '梁若谷', role: 3, at: 'junior', note: '阳东区听松初级中学' },
  { login: 'area2', name: '关海宁', role: 4, at: '441704', note: '阳东区教育局' },
  { login: 'cityschool', name: '许向帆', role: 3, at: 'direct', note: '阳江市扬帆实验学校（市直属）' },
  { login: 'cityteacher', name: '曾予安', role: 2, at: 'direct', note: '阳江市扬帆实验学校（市直属）' },
  { login: 'area3', name: '莫知秋', role: 4, at: '441702', note: '江城区教育局，冯远航送审的政策由她先审' },
  { login: 'admin2', name: '岑望山', role: 1, at: '441700', note: '阳江市教育局，确认洪启明申请的身份' },
]

/** The account of a login name; the names are constants, so a missing one is a mistake in the demo. */
export function accountOf(login: string): Account {
  const found = accounts.find((account) => account.login === login)
  if (!found) throw new Error(`demo: no account ${login}`)
  return found
}

/** One line of help about an account: name, role, institution. */
export function lineOf(account: Account): string {
  const roles = account.login === 'head' ? '教师、学校' : roleEntry(account.role).label
  return `${account.login.padEnd(12)}${roles}　${account.name}　${account.note}`
}
