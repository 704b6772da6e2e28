import type { AnyRecord, Field } from '../../../../catalogue/define.ts'
import { invalidFields, type FieldFault } from '../../../../catalogue/errors.ts'
import { endedAnew } from '../../../../catalogue/rules/judge.ts'
import { uuid } from '../../../../catalogue/contract/envelope.ts'
import { isOwnKey } from '../../../../catalogue/own/key.ts'
import { kindOf } from '../../../../catalogue/kinds/kinds.ts'
import { objectBody } from '../../../platform/http/body.ts'
import type { Queryable } from '../../engine.ts'
import { hostsOf, serverKind } from '../../kinds/index.ts'
import { maskOf, type Values } from './codec.ts'

/** A parsed body of POST or PUT: given keys only; null empties a field. */
export interface Input {
  readonly values: Values
  readonly attachments: string[] | undefined
  readonly version: number | undefined
  readonly ownerId: number | undefined
}

const reserved = new Set(['attachments', 'version', 'ownerId'])

/**
 * Reads a flat body. Unknown keys, derived fields and fields of the other side are refused by name, so that
 * nothing is dropped silently. A mask sent back unchanged leaves the value as it is: the sender never saw the
 * value.
 * @param writes whether the sender may write a field
 * @param current plain effective or draft values, to recognise masks
 */
export function readInput(
  definition: AnyRecord,
  body: unknown,
  writes: (field: Field) => boolean,
  current: Values | null,
): Input {
  const given = objectBody(body)
  const faults: FieldFault[] = []
  const values: Values = {}
  for (const [key, value] of Object.entries(given)) {
    if (reserved.has(key)) continue
    const field = Object.hasOwn(definition.fields, key) ? definition.fields[key] : undefined
    const before = current?.[key] ?? null
    const outcome = field ? readField(field, value, before, writes(field)) : unknownKey(key, value, before)
    if ('fault' in outcome) faults.push({ field: key, message: outcome.fault })
    else if (outcome.keep) values[key] = outcome.value
  }
  const attachments = readAttachments(definition, given['attachments'], faults)
  const version = readCount('version', '版本号应为整数', given['version'], faults)
  const ownerId = readCount('ownerId', '所有者编号应为整数', given['ownerId'], faults)
  if (faults.length > 0) throw invalidFields(faults)
  return { values, attachments, version, ownerId }
}

/**
 * Cleans the markup of a parsed body. The list of hosts that links may lead to is read only for types that
 * hold markup.
 */
export async function cleanedInput(db: Queryable, definition: AnyRecord, input: Input): Promise<Input> {
  const marked = Object.keys(input.values).filter((key) => {
    const field = definition.fields[key]
    return field !== undefined && kindOf(field).markup
  })
  if (marked.length === 0) return input
  const hosts = await hostsOf(db)
  const values = { ...input.values }
  for (const key of marked) {
    const field = definition.fields[key]
    if (field) values[key] = serverKind(field).cleaned(values[key], hosts)
  }
  return { ...input, values }
}

/**
 * A key that the declaration does not have. A form that was opened before an own field ended sends the field
 * back: what it shows is left as it is.
 */
function unknownKey(key: string, value: unknown, before: unknown): Outcome {
  const isLeft = isOwnKey(key) && (isEmpty(value) || JSON.stringify(value) === JSON.stringify(before))
  return isLeft ? left : { fault: `没有“${key.slice(0, 40)}”这个栏目` }
}

type Outcome = { fault: string } | { keep: boolean; value: unknown }

const left = { keep: false, value: null } as const
const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * One value of a body.
 * @param before the plain value that the field holds now
 * @param writes whether the sender may write the field
 */
function readField(field: Field, value: unknown, before: unknown, writes: boolean): Outcome {
  if (field.derived) return { fault: `${field.label}由系统自动生成，无需填写` }
  if (isMaskOf(field, value, before)) return left
  if (!writes) {
    // A form sends back every field it showed, also those of the other side. Only a changed value is refused.
    const unchanged = JSON.stringify(value ?? null) === JSON.stringify(before)
    return unchanged || (isEmpty(value) && before === null) ? left : { fault: `${field.label}不由您填写` }
  }
  if (isEmpty(value)) return { keep: true, value: null }
  const parsed = field.schema.safeParse(value)
  if (!parsed.success) return { fault: `${field.label}：${parsed.error.issues[0]?.message ?? '格式不对'}` }
  const ended = endedAnew(field, parsed.data, before)
  return ended === undefined ? { keep: true, value: parsed.data } : { fault: ended }
}

function isMaskOf(field: Field, value: unknown, before: unknown): boolean {
  if ((!field.masked && !field.sealed) || before === null || typeof value !== 'string') return false
  return value.includes('*') && value === maskOf(field, before)
}

function readAttachments(definition: AnyRecord, given: unknown, faults: FieldFault[]): string[] | undefined {
  if (given === undefined) return undefined
  const limit = definition.attachments
  if (!limit) {
    if (Array.isArray(given) && given.length === 0) return undefined
    faults.push({ field: 'attachments', message: `${definition.title}无需上传佐证材料` })
    return undefined
  }
  if (!Array.isArray(given) || !given.every((id): id is string => uuid.safeParse(id).success)) {
    faults.push({ field: 'attachments', message: '佐证材料应为已上传文件的编号' })
    return undefined
  }
  if (given.length > limit.maxCount) {
    faults.push({ field: 'attachments', message: `佐证材料至多 ${limit.maxCount} 份` })
  }
  return [...new Set(given)]
}

function readCount(key: string, sentence: string, given: unknown, faults: FieldFault[]): number | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'number' && Number.isInteger(given) && given >= 0 && given < 2 ** 31) return given
  faults.push({ field: key, message: sentence })
  return undefined
}
