import { areaLineage, isAreaCode } from '../../../catalogue/areas/areas.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { AppError, type FieldFault } from '../../../catalogue/errors.ts'
import { endingsOf } from '../../../catalogue/kinds/file-types.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { serverKind } from '../kinds/index.ts'
import { sql } from '../../platform/db/sql.ts'

export type Value = Readonly<Record<string, unknown>>

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * A body read by the declaration: every field there, empty ones null. Throws `invalid` with every fault at
 * its field.
 */
export function readValue(definition: AnyContent, body: Value, hosts: readonly string[]): Value {
  const faults: FieldFault[] = []
  const value: Record<string, unknown> = {}
  for (const key of Object.keys(body)) {
    if (!Object.hasOwn(definition.fields, key)) faults.push({ field: key, message: '没有这个栏目' })
  }
  for (const [key, field] of Object.entries(definition.fields)) {
    const given = Object.hasOwn(body, key) ? body[key] : undefined
    value[key] = null
    if (isEmpty(given)) {
      if (field.required) faults.push({ field: key, message: `请填写${field.label}` })
      continue
    }
    const read = field.schema.safeParse(given)
    if (!read.success) {
      faults.push({ field: key, message: read.error.issues[0]?.message ?? '格式不对' })
      continue
    }
    if (definition.addresses?.includes(key) && typeof read.data === 'string') {
      const verdict = safeUrl(read.data, hosts)
      if ('fault' in verdict) faults.push({ field: key, message: verdict.fault })
      else value[key] = verdict.href
    } else {
      const clean = serverKind(field).cleaned(read.data, hosts)
      value[key] = isEmpty(clean) ? null : clean
      const incomplete = isEmpty(clean) ? undefined : kindOf(field).incomplete?.(clean, field)
      if (incomplete) faults.push({ field: key, message: incomplete })
    }
    if (field.required && value[key] === null && !faults.some((f) => f.field === key))
      faults.push({ field: key, message: `请填写${field.label}` })
  }
  const { happens } = definition
  if (
    happens &&
    typeof value[happens.from] === 'string' &&
    typeof value[happens.to] === 'string' &&
    String(value[happens.to]) <= String(value[happens.from])
  ) {
    faults.push({ field: happens.to, message: '结束时间应晚于开始时间' })
  }
  const { audience } = definition
  const narrowed =
    audience && [audience.areas, audience.roles].some((key) => key !== undefined && value[key] !== null)
  // What everybody may read cannot be for some.
  if (
    audience &&
    narrowed &&
    value[audience.visibility] !== '1' &&
    !faults.some(({ field }) => field === audience.visibility)
  ) {
    faults.push({ field: audience.visibility, message: '选了面向区域或角色的，公开程度应为“登录可见”' })
  }
  refuse(faults)
  return value
}

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

/** A value somebody wants to save, and what stood there before. */
interface Judged {
  readonly actor: Actor
  readonly definition: AnyContent
  readonly value: Value
  readonly before: Value
}

/**
 * What only the database can judge: files are the writer's own uploads or were there before (an id found
 * elsewhere makes nobody's evidence public) and of a type the field takes; an area lies within the writer's
 * region.
 */
export async function judgeReach(db: Queryable, { actor, definition, value, before }: Judged): Promise<void> {
  const faults: FieldFault[] = []
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
    const codes = serverKind(field).areasIn(value[key])
    if (codes.length === 0) continue
    if (!codes.every(isAreaCode)) faults.push({ field: key, message: '没有这个行政区划' })
    else if (actor.role !== 1) {
      const own = await db.one<{ area_code: string }>(
        sql`select area_code from institution where id = ${actor.institutionId}`,
      )
      if (!codes.every((one) => areaLineage(one).includes(own.area_code)))
        faults.push({ field: key, message: '只能是本机构所在的区域或它的下级' })
    }
  }
  refuse(faults)
}
