import { areaName } from '../../../catalogue/areas/areas.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import { isAuthority } from '../../../catalogue/institutions/kinds.ts'
import { institutionFieldsOf } from '../../../catalogue/institutions/fields.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { askFor, kindOf } from '../../../catalogue/kinds/kinds.ts'
import { isVisible } from '../../../catalogue/rules/judge.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { keptBy } from './options.ts'

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

type Facts = Readonly<Record<string, unknown>>

interface ReadFacts {
  readonly facts: Facts
  readonly faults: readonly FieldFault[]
}

/**
 * Reads what was sent by the fields of its kind. Empty fields become null, and so do those that the others
 * hide.
 * @param before what was said of it until now; null for a new institution, of which fields that were not sent
 * are empty
 */
export function readFacts(kind: string, given: Facts, before: Facts | null): ReadFacts {
  const fields = institutionFieldsOf(kind)
  const facts: Record<string, unknown> = {}
  const faults: FieldFault[] = Object.keys(given)
    .filter((key) => !Object.hasOwn(fields, key))
    .map((field) => ({ field, message: '该机构没有该栏目' }))
  for (const [key, field] of Object.entries(fields)) {
    if (before !== null && !Object.hasOwn(given, key)) continue
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
    faults.push({ field: 'areaCode', message: '没有该行政区划' })
  return { facts: { ...facts, ...hiddenOf(kind, { ...before, ...facts }) }, faults }
}

/** The fields that these values hide, emptied. */
function hiddenOf(kind: string, row: Facts): Facts {
  const hidden = Object.entries(institutionFieldsOf(kind)).filter(([, field]) => !isVisible(field, row))
  return Object.fromEntries(hidden.map(([key]) => [key, null]))
}

/** Faults of the institutions that these facts name: each must be an open school in scope. */
export async function faultsOfNamed(
  db: Queryable,
  actor: Actor,
  kind: string,
  { id, facts }: { readonly id: number | null; readonly facts: Facts },
): Promise<FieldFault[]> {
  const named = Object.entries(institutionFieldsOf(kind)).filter(
    ([key, field]) => kindOf(field).names === 'institution' && typeof facts[key] === 'number',
  )
  if (named.length === 0) return []
  const asked = named.map(([key]) => Number(facts[key]))
  const found = await db.query<{ id: number }>(sql`
    select i.id
    from institution i
    where i.id = any(${asked}::int[]) and i.level = 'school' and i.closed_on is null
      and i.id is distinct from ${id} and ${keptBy(actor, 'i')}`)
  return named
    .filter(([key]) => !found.some((one) => one.id === facts[key]))
    .map(([field]) => ({ field, message: '请从范围内的学校里选，不能是本校' }))
}

const register = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/

function fitsKind(kind: string, code: string): boolean {
  if (kind === '40') return /^\d{10}$/.test(code)
  return register.test(code) || (isAuthority(kind) ? /^\d{6}$/ : /^\d{10}$/).test(code)
}

/** Faults of the name and the code of an institution of this kind. */
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
