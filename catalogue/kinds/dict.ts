import { z } from 'zod'
import { codeOf, dictionary, hasCode, labelOf, type DictName } from '../dictionaries/dictionaries.ts'
import type { BareField } from '../define.ts'
import type { Kind } from './kind.ts'

function nameOf(field: BareField): DictName {
  if (field.dict === undefined) throw new Error(`dict field ${field.label} names no dictionary`)
  return field.dict
}

/** Items a person may choose: group headings and import-only codes are known but not chosen. */
function choosable(field: BareField): ReadonlySet<string> {
  const items = dictionary(nameOf(field)).items
  const left = field.excludeItems ?? []
  return new Set(items.filter((i) => i.selectable && !left.includes(i.code)).map((i) => i.code))
}

function schema(field: BareField) {
  const codes = choosable(field)
  const left = field.excludeItems ?? []
  return z
    .string({ error: '请从列表中选择' })
    .refine((v) => hasCode(nameOf(field), v), '列表中没有这一项')
    .refine((v) => !left.includes(v), '这一项不能用在这里，请选别的一项')
    .refine((v) => left.includes(v) || codes.has(v), '这一项是大类，请选到具体的一项')
}

/** A code of one of the dictionaries; stored as the code, shown as the label. */
export const dict: Kind<string> = {
  schema,
  toText: (value, field) => labelOf(nameOf(field), value),
  fromText: (text, field) => {
    const found = codeOf(nameOf(field), text.trim())
    if (found === undefined) return { fault: `“${text}”不在“${field.label}”的选项中` }
    if (typeof found !== 'string') return { fault: `“${text}”不够明确，请写成：${found.ambiguous.join('、')}` }
    return { value: found }
  },
  mask: () => '***',
  operators: ['in'],
  good: [{ value: '1', options: { dict: 'gender' } }, { value: '21', options: { dict: 'educationLevel' } }],
  bad: [
    { value: '7', options: { dict: 'gender' } },
    { value: 1, options: { dict: 'gender' } },
    { value: '20', options: { dict: 'educationLevel' } },
  ],
}
