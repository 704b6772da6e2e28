import { areaLineage, isAreaCode } from '../../../catalogue/areas/areas.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { barredIn } from '../../../catalogue/contents/choices.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { endingsOf } from '../../../catalogue/kinds/file-types.ts'
import { askFor, kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { serverKind } from '../kinds/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql } from '../../platform/db/sql.ts'

export type Value = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * What is asked of a value. A draft is well formed and may have gaps; what goes to readers or reviewers is
 * whole.
 */
export type ValueDemand = 'wellFormed' | 'whole'

/**
 * Reads a body by the declaration: every field is present, empty ones are null. Throws `invalid` with every
 * fault at its field.
 */
export function readValue(
  definition: AnyContent,
  body: Value,
  hosts: readonly string[],
  asked: ValueDemand = 'wellFormed',
): Value {
  const read = Object.keys(definition.fields).map(
    (key) => [key, readField(definition, key, body, hosts)] as const,
  )
  const value = Object.fromEntries(read.map(([key, one]) => [key, one.value ?? null]))
  const gaps = asked === 'whole' ? read.flatMap(([field, { gap }]) => faultAt(field, gap)) : []
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(definition.fields, key))
  const faults = [
    ...unknown.map((field) => ({ field, message: '没有该栏目' })),
    ...read.flatMap(([field, { fault }]) => faultAt(field, fault)),
    ...gaps,
    ...faultsOfTimes(definition, value),
    ...(asked === 'whole' ? faultsOfChecks(definition, value) : []),
  ]
  const order = Object.keys(definition.fields)
  refuse(
    [...faults, ...faultsOfAudience(definition, value, faults)].toSorted(
      (a, b) => order.indexOf(a.field) - order.indexOf(b.field),
    ),
  )
  return value
}

const faultAt = (field: string, message: string | undefined): FieldFault[] =>
  message === undefined ? [] : [{ field, message }]

interface ReadField {
  readonly value?: unknown
  readonly fault?: string
  /** What is missing yet: asked before readers or reviewers get it. */
  readonly gap?: string
}

function readField(definition: AnyContent, key: string, body: Value, hosts: readonly string[]): ReadField {
  const field = definition.fields[key]
  if (!field) return {}
  const given = Object.hasOwn(body, key) ? body[key] : undefined
  const nothing = field.required ? { gap: askFor(field) } : {}
  if (isEmpty(given)) return nothing
  const read = field.schema.safeParse(given)
  if (!read.success) return { fault: read.error.issues[0]?.message ?? '格式不对' }
  if (definition.addresses?.includes(key) && typeof read.data === 'string') {
    const verdict = safeUrl(read.data, hosts)
    return 'fault' in verdict ? { fault: verdict.fault } : { value: verdict.href }
  }
  const value = serverKind(field).cleaned(read.data, hosts)
  if (isEmpty(value)) return nothing
  const incomplete = kindOf(field).incomplete?.(value, field)
  return incomplete ? { value, gap: incomplete } : { value }
}

/**
 * Refuses an event that ends before it begins. Both times are texts of one form, so that the order of texts
 * is the order of times.
 */
function faultsOfTimes({ happens }: AnyContent, value: Value): FieldFault[] {
  if (!happens) return []
  const [from, to] = [value[happens.from], value[happens.to]]
  const sound = typeof from !== 'string' || typeof to !== 'string' || to > from
  return sound ? [] : [{ field: happens.to, message: '结束时间应晚于开始时间' }]
}

/** What several fields say together is refused where it contradicts itself. */
function faultsOfChecks({ checks = [] }: AnyContent, value: Value): FieldFault[] {
  const day = today()
  const context = { today: day, thisYear: Number(day.slice(0, 4)) }
  return checks
    .filter((check) => check.level !== 'warning' && !check.holds(value, context))
    .map(({ fields, message }) => ({ field: fields[0] ?? '', message }))
}

/** Refuses regions and roles on a content that everybody may read. */
function faultsOfAudience(
  { audience }: AnyContent,
  value: Value,
  before: readonly FieldFault[],
): FieldFault[] {
  if (!audience) return []
  const { visibility, areas, roles } = audience
  const narrowed = [areas, roles].some((key) => key !== undefined && value[key] !== null)
  if (!narrowed || value[visibility] === '1' || before.some(({ field }) => field === visibility)) return []
  return [{ field: visibility, message: '选了面向区域或角色的，公开程度应为“登录可见”' }]
}

/** Refuses a body with these faults. */
export function refuse(faults: readonly FieldFault[]): void {
  if (faults[0]) throw new AppError('invalid', { message: faults[0].message, errors: faults })
}

/** The ids of the files a value holds, those within its texts among them. */
export function filesIn(definition: AnyContent, value: Value): string[] {
  return Object.entries(definition.fields).flatMap(([key, field]) =>
    serverKind(field)
      .filesIn(value[key], field)
      .map(({ id }) => id),
  )
}

/**
 * Sentences for the codes of a value that the actor's office may not use and the value before did not have.
 */
function faultsOfChoices({ actor, definition, value, before }: ValueChange): FieldFault[] {
  return Object.keys(definition.fields).flatMap((key) => {
    const [barred] = barredIn(definition, key, { role: actor.role, value: value[key], before: before[key] })
    return barred === undefined ? [] : [{ field: key, message: barred }]
  })
}

/** A value that the actor saves, and the value before it. */
interface ValueChange {
  readonly actor: Actor
  readonly definition: AnyContent
  readonly value: Value
  readonly before: Value
}

/**
 * Checks what needs the database. A file must be the writer's own upload or stand in the value before:
 * otherwise an id found elsewhere would publish somebody's evidence. Its type must be one that the field
 * takes. An area must lie in the writer's region.
 */
export async function judgeReach(
  db: Queryable,
  { actor, definition, value, before }: ValueChange,
): Promise<void> {
  const faults = faultsOfChoices({ actor, definition, value, before })
  const ids = filesIn(definition, value)
  const had = new Set(filesIn(definition, before))
  const files =
    ids.length === 0
      ? []
      : await db.query<{ id: string; mime: string; by_identity: number }>(
          sql`select id, mime, by_identity from file where id = any(${ids}::uuid[])`,
        )
  for (const [key, field] of Object.entries(definition.fields)) {
    for (const { id, accept, missing, wrongType } of serverKind(field).filesIn(value[key], field)) {
      const file = files.find((one) => one.id === id)
      if (!file || (file.by_identity !== actor.identityId && !had.has(id)))
        faults.push({ field: key, message: missing })
      else if (accept && !endingsOf(file.mime).some((ending) => accept.includes(ending)))
        faults.push({ field: key, message: wrongType })
    }
    const unknown = isEmpty(value[key]) ? null : await serverKind(field).unknown?.(value[key], field, db)
    const outside = await faultOfAreas(db, actor, serverKind(field).areasIn(value[key]))
    for (const message of [unknown, outside]) if (message) faults.push({ field: key, message })
  }
  refuse(faults)
}

/** Why areas may not stand in what the actor writes: there are none such, or they lie outside his region. */
async function faultOfAreas(db: Queryable, actor: Actor, codes: readonly string[]): Promise<string | null> {
  if (codes.length === 0) return null
  if (!codes.every(isAreaCode)) return '没有该行政区划'
  if (actor.role === 1) return null
  const own = await db.one<{ area_code: string }>(
    sql`select area_code from institution where id = ${actor.institutionId}`,
  )
  return codes.every((one) => areaLineage(one).includes(own.area_code))
    ? null
    : '只能是本机构所在的区域或它的下级'
}
