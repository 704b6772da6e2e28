import { describe, expect, it } from 'vitest'
import type { BareField } from '../field.ts'
import { kindOf, kinds, type KindName } from './kinds.ts'

const fieldOf = (kind: KindName, options: Partial<BareField> = {}): BareField => ({
  kind,
  label: '栏目',
  required: false,
  ...options,
})

describe.each(Object.keys(kinds) as KindName[])('field kind %s', (name) => {
  const kind = kindOf({ kind: name })
  it('takes its good examples, and reads back what it writes into a spreadsheet', () => {
    for (const example of kind.good) {
      const field = fieldOf(name, example.options)
      const parsed = kind.schema(field).safeParse(example.value)
      expect(parsed.success, JSON.stringify(example.value)).toBe(true)
      const text = kind.toText(parsed.data, field)
      expect(kind.fromText(text, field)).toEqual({ value: parsed.data })
    }
  })
  it('refuses its bad examples with a Chinese sentence', () => {
    for (const example of kind.bad) {
      const field = fieldOf(name, example.options)
      const parsed = kind.schema(field).safeParse(example.value)
      expect(parsed.success, JSON.stringify(example.value)).toBe(false)
      expect(parsed.error?.issues[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
  })
  it('masks so that the value cannot be read', () => {
    for (const example of kind.good) {
      const plain = kind.schema(fieldOf(name, example.options)).parse(example.value)
      const masked = kind.mask(plain)
      expect(masked).toContain('*')
      expect(masked).not.toContain(String(plain))
    }
  })
})
