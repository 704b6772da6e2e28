import { z } from 'zod'
import { codeOf, hasCode, itemOf, labelOf, selectable, type DictName } from '../dictionaries/dictionaries.ts'
import type { BareField } from '../field.ts'
import type { Kind, TextFault } from './kind.ts'

function nameOf(field: BareField): DictName {
  if (field.dict === undefined) throw new Error(`dict field ${field.label} names no dictionary`)
  return field.dict
}

/**
 * Reads the dictionary at each parse, because administrators change it while the portal runs. Ended codes are
 * valid here, because old records hold them; `endedAnew` in rules/judge.ts refuses them for new values.
 */
function schema(field: BareField) {
  const name = nameOf(field)
  const left = field.excludeItems ?? []
  return z
    .string({ error: '请从列表中选择' })
    .refine((v) => hasCode(name, v), '列表中没有这一项')
    .refine((v) => !left.includes(v), '这一项不能用在这里，请选其他一项')
    .refine((v) => {
      const item = itemOf(name, v)
      return left.includes(v) || item?.selectable === true || item?.ended === true
    }, '这一项是大类，请选到具体的一项')
}

/** Candidates are told by name; where two have the same name, by their code, which is read, too. */
function ambiguous(text: string, name: DictName, codes: readonly string[]): TextFault {
  const labels = codes.map((code) => labelOf(name, code))
  const names = codes.map((code, i) =>
    labels.filter((label) => label === labels[i]).length > 1 ? code : (labels[i] ?? code),
  )
  return { fault: `“${text}”不够明确，请写成：${names.join('、')}`, suggestions: names }
}

const choicesOf = (field: BareField) =>
  selectable(nameOf(field)).filter(({ code }) => !field.excludeItems?.includes(code))

/** So many options are told where a text is none of them; longer lists are looked up in the template. */
const mostTold = 12

function optionsOf(field: BareField): string {
  const labels = choicesOf(field).map(({ label }) => label)
  return labels.length > mostTold ? '' : `，可以填：${labels.join('、')}`
}

/** A code of one of the dictionaries; stored as the code, shown as the label. */
export const dict: Kind<string> = {
  schema,
  toText: (value, field) => labelOf(nameOf(field), value),
  fromText: (text, field) => {
    const found = codeOf(nameOf(field), text.trim())
    if (found === undefined) return { fault: `“${text}”不在“${field.label}”的选项中${optionsOf(field)}` }
    if (typeof found !== 'string') return ambiguous(text, nameOf(field), found.ambiguous)
    return { value: found }
  },
  mask: () => '***',
  faultCode: 'E102',
  operators: ['in'],
  asked: ['eq', 'ne', 'in', 'nin', 'null', 'notnull'],
  choices: (field) => choicesOf(field).map(({ code, label }) => ({ value: code, label })),
  several: true,
  good: [
    { value: '1', options: { dict: 'gender' } },
    { value: '21', options: { dict: 'educationLevel' } },
  ],
  bad: [
    { value: '7', options: { dict: 'gender' } },
    { value: 1, options: { dict: 'gender' } },
    { value: '20', options: { dict: 'educationLevel' } },
  ],
}
