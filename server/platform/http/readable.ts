import type { FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { isStorable } from '../../../catalogue/kinds/kind.ts'

/**
 * Most levels of a body. What people send has fewer than ten; each level costs the schemas a call of their
 * own.
 */
const deepest = 64

const unreadable = '含有不能保存的字符，请删去后重试'

interface Part {
  readonly value: unknown
  readonly field: string
  readonly depth: number
}

/**
 * Keys under which bodies hold the fields of a form: faults name the fields by themselves, as the form does.
 */
const forms: readonly string[] = ['value', 'values']

const beside = ({ field, depth }: Part, key: string, value: unknown): Part => ({
  value,
  field: field === '' || (depth === 1 && forms.includes(field)) ? key : `${field}.${key}`,
  depth: depth + 1,
})

/** Members of a part, each with its path; the contents of buffers and streams are read elsewhere. */
function* within(part: Part): Generator<Part> {
  const { value } = part
  if (Array.isArray(value)) for (const [at, one] of value.entries()) yield beside(part, String(at), one)
  else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value))
    for (const [key, one] of Object.entries(value)) {
      if (!isStorable(key)) throw invalid(part.field, unreadable)
      yield beside(part, key, one)
    }
}

/**
 * Refuses texts that can be neither stored nor shown (NUL and other control characters, half a pair of
 * surrogates), and bodies nested without end, in everything a call reads: the one place for all of them,
 * before any schema.
 * @throws AppError `invalid` with the field, `malformed`
 */
export function requireReadable({
  params,
  query,
  body,
}: Pick<FastifyRequest, 'params' | 'query' | 'body'>): void {
  const open: Part[] = [params, query, body].map((value) => ({ value, field: '', depth: 0 }))
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    if (typeof part.value === 'string') {
      if (!isStorable(part.value)) throw invalid(part.field, unreadable)
      continue
    }
    if (part.depth > deepest) throw new AppError('malformed')
    for (const one of within(part)) open.push(one)
  }
}
