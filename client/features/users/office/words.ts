import type { OfficeAccountLine } from '../../../../catalogue/contract/administration/office-accounts.ts'

/** What is to be done about an account, as an office reads it. */
export const concernLabels: Readonly<Record<OfficeAccountLine['concerns'][number], string>> = {
  unused: '从未登录',
  weak: '密码待修改',
  old: '密码半年未改',
}
