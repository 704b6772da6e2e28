import type { Field } from '../../../catalogue/define.ts'
import type { KindName } from '../../../catalogue/kinds/kinds.ts'
import { areaKind } from './area-kind.tsx'
import { boolKind } from './bool-kind.tsx'
import type { ClientKind } from './client-kind.ts'
import { curriculumKind } from './curriculum-kind.tsx'
import { dayKind, monthKind, timeKind } from './date-kind.tsx'
import { dictKind } from './dict-kind.tsx'
import { fileKind } from './file-kind.tsx'
import { linesKind } from './lines-kind.tsx'
import { longTextKind } from './long-text-kind.tsx'
import { decimalKind, integerKind, yearKind } from './number-kind.tsx'
import { recordKind } from './record-kind.tsx'
import { richTextKind } from './rich-text-kind.tsx'
import { institutionKind, teacherKind } from './options-kinds.tsx'
import { lineKind, urlKind } from './text-kind.tsx'
import './kinds.css'

const table = {
  text: lineKind('text'),
  personName: lineKind('personName'),
  longText: longTextKind,
  richText: richTextKind,
  integer: integerKind,
  decimal: decimalKind,
  year: yearKind,
  month: monthKind,
  date: dayKind,
  dateTime: timeKind,
  bool: boolKind,
  dict: dictKind,
  area: areaKind,
  phone: lineKind('phone', { inputMode: 'tel', maxLength: 11 }),
  email: lineKind('email', { inputMode: 'email' }),
  url: urlKind,
  idCard: lineKind('idCard', { maxLength: 20 }),
  teacher: teacherKind,
  institution: institutionKind,
  record: recordKind,
  curriculum: curriculumKind,
  file: fileKind,
  lines: linesKind((field): ClientKind => clientKind(field)),
} as const satisfies Record<KindName, ClientKind>

/** The client half of a field's kind. */
export function clientKind(field: Field): ClientKind {
  return table[field.kind]
}
