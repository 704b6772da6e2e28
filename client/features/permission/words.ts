import { matrixOf, type Cell } from '../../../catalogue/access/matrix.ts'
import type { Role } from '../../../catalogue/access/roles.ts'
import type { AnyRecord, Regime } from '../../../catalogue/define.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import type { Verb } from '../../../catalogue/flows/review.ts'
import { records } from '../../../catalogue/records/registry.gen.ts'

export const definitions: readonly AnyRecord[] = Object.values(records)

export const verbLabels: Readonly<Record<Verb | 'see', string>> = {
  see: '查看',
  create: '新增',
  edit: '修改',
  delete: '删除',
  submit: '提交',
  withdraw: '撤回',
  urge: '催办',
  remark: '留言',
  approve: '通过',
  return: '退回',
  reject: '不通过',
  appeal: '申诉',
  void: '作废',
  undo: '撤销审核',
}

export const regimeLabels: Readonly<Record<Regime, string>> = {
  reviewed: '审核后生效',
  mixed: '双方各填',
  own: '本人维护',
  recorded: '登记生效',
}

const conditions = {
  any: '',
  holds: '轮到本级审核时',
  below: '已报上一级时',
  passed: '刚通过、还能撤销时',
} as const

/** What a role may do with a type, one sentence per verb; an empty text: not at all. */
export function cellText(cells: readonly Cell[] | undefined): string {
  if (!cells) return ''
  const states = [
    ...new Set(cells.map(({ state }) => (state === 'none' ? '' : labelOf('approvalStatus', state)))),
  ].filter((word) => word !== '')
  const only =
    conditions[
      cells.every(({ situation }) => situation === cells[0]?.situation)
        ? (cells[0]?.situation ?? 'any')
        : 'any'
    ]
  return [only, states.join('、')].filter((word) => word !== '').join('：') || '可以'
}

/** One type as two roles have it; without a second role only the first counts. */
export function rowOf(definition: AnyRecord, role: Role): ReadonlyMap<Verb | 'see', string> {
  return new Map(
    [...matrixOf(role, definition)].map(([verb, cells]) => [
      verb,
      verb === 'see' || verb === 'create' ? '可以' : cellText(cells),
    ]),
  )
}
