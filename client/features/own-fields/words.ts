import type { OwnField, OwnKind } from '../../../catalogue/own/body.ts'

/** What a clerk calls the kinds of fields. */
export const kindWords = {
  text: '文字（一行）',
  longText: '文字（多行）',
  integer: '整数',
  decimal: '小数',
  year: '年份',
  month: '年月',
  date: '日期',
  bool: '是与否',
  dict: '选项',
  area: '行政区划',
  email: '邮箱',
  url: '网址',
  phone: '电话',
  institution: '单位',
  file: '附件',
} as const satisfies Record<OwnKind, string>

/** What protects a value. */
export const protections = { open: '一般', masked: '部分隐藏', sealed: '加密' } as const
export type Protection = keyof typeof protections

export const protectionOf = ({ masked, sealed }: OwnField): Protection =>
  sealed ? 'sealed' : masked ? 'masked' : 'open'

/** The field with another protection. What is hidden is nothing to filter by, and sealed values are in no list. */
export function withProtection(field: OwnField, protection: Protection): OwnField {
  const { masked: _masked, sealed: _sealed, ...open } = field
  if (protection === 'open') return open
  const uses = open.uses.filter((use) => use === 'list' && protection === 'masked')
  return { ...open, uses, ...(protection === 'masked' ? { masked: true } : { sealed: true }) }
}

/**
 * A field as the editor begins it.
 * @param before the field that was added last: what is collected beside it mostly has the same reason
 */
export const freshField = (key: string, section: string, before?: OwnField): OwnField => ({
  key,
  label: '',
  kind: 'text',
  section,
  uses: ['list'],
  why: before?.why ?? { purpose: '', basis: 'duty', keptYears: 10 },
})
