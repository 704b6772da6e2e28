import { roles } from '../../../catalogue/access/roles.ts'
import type { UserLine } from '../../../catalogue/contract/administration/users.ts'

export const statusLabels = { '0': '停用', '1': '启用', '2': '锁定' } as const satisfies Record<
  UserLine['status'],
  string
>

export const roleOptions = roles.map(({ role, label }) => ({ value: String(role), label }))

export const roleLabel = (role: number): string =>
  roles.find((one) => one.role === role)?.label ?? String(role)
