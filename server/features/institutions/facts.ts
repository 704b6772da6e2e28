import { areaName } from '../../../catalogue/areas/areas.ts'
import { isAuthority } from '../../../catalogue/institutions/kinds.ts'
import { institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { askFor } from '../../../catalogue/kinds/kinds.ts'

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

interface ReadFacts {
  readonly facts: Readonly<Record<string, unknown>>
  readonly faults: readonly FieldFault[]
}

/**
 * Reads what was sent by the fields of its kind. Empty fields become null.
 * @param whole whether fields that were not sent count as empty (a new institution), or stay as they are
 */
export function readFacts(kind: string, given: Readonly<Record<string, unknown>>, whole: boolean): ReadFacts {
  const fields = institutionFieldsOf(kind)
  const facts: Record<string, unknown> = {}
  const faults: FieldFault[] = Object.keys(given)
    .filter((key) => !Object.hasOwn(fields, key))
    .map((field) => ({ field, message: '这一类机构没有这个栏目' }))
  for (const [key, field] of Object.entries(fields)) {
    if (!whole && !Object.hasOwn(given, key)) continue
    const value = given[key]
    if (isEmpty(value)) {
      facts[key] = null
      if (field.required) faults.push({ field: key, message: askFor(field) })
      continue
    }
    const read = field.schema.safeParse(value)
    if (read.success) facts[key] = read.data
    else faults.push({ field: key, message: read.error.issues[0]?.message ?? '格式不对' })
  }
  if (typeof facts['areaCode'] === 'string' && areaName(facts['areaCode']) === facts['areaCode'])
    faults.push({ field: 'areaCode', message: '没有这个行政区划' })
  return { facts, faults }
}

const register = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/

function fitsKind(kind: string, code: string): boolean {
  if (kind === '40') return /^\d{10}$/.test(code)
  return register.test(code) || (isAuthority(kind) ? /^\d{6}$/ : /^\d{10}$/).test(code)
}

/** What is wrong with the name and the code of an institution of this kind. */
export function faultsOfName(
  kind: string,
  { name, code }: { readonly name: string; readonly code: string | null },
): readonly FieldFault[] {
  const faults: FieldFault[] = []
  if (name === '') faults.push({ field: 'name', message: '请填写机构名称' })
  if (code !== null && !fitsKind(kind, code))
    faults.push({
      field: 'code',
      message: kind === '40' ? '学校填 10 位标识码' : '应为统一社会信用代码，行政机构可填 6 位区划代码',
    })
  return faults
}
