import { AppError } from '../../../catalogue/errors.ts'
import { translateDbError } from './errors.ts'

/** SQLSTATE of the classes 22 (data exception) and 23 (integrity constraint violation). */
const ofValues = /^2[23][0-9A-Z]{3}$/

/**
 * Why one of many things cannot be done, as a sentence: it was refused by the portal, or the database does
 * not take its values. Null for every other failure, of the connection, the machine or the program, which
 * ends the whole.
 */
export function refusedBecause(error: unknown): string | null {
  if (error instanceof AppError) return error.message
  const { kind, code } = translateDbError(error)
  if (kind === 'unique') return '与平台上已有的内容重复'
  if (kind === 'foreignKey') return '所指的内容已不在平台上，或还有其他内容用到它'
  if (kind === 'tooLong') return '有一项的内容太长，平台存不下'
  return code !== undefined && ofValues.test(code) ? '有一项的值平台存不下，请核对日期、号码和数字' : null
}
