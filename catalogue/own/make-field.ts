import { isDictName, type DictName, type OwnDict } from '../dictionaries/dictionaries.ts'
import {
  area,
  bool,
  date,
  decimal,
  dict,
  email,
  file,
  institution,
  integer,
  longText,
  month,
  phone,
  text,
  url,
  year,
  type Field,
  type FieldOptions,
} from '../field.ts'
import { textForms, type OwnBody, type OwnField, type OwnKind } from './body.ts'

type Builder = (label: string, options: FieldOptions, field: OwnField) => Field

/**
 * The code table of a field: a shipped one, or the one that its own options make
 * (`provideOwnDicts` of the dictionaries), whose name is the key of the field.
 */
const dictOf = ({ key, dict: shipped }: OwnField): DictName =>
  shipped !== undefined && isDictName(shipped) ? shipped : (key as DictName)

const builders: Readonly<Record<OwnKind, Builder>> = {
  text,
  longText,
  integer,
  decimal,
  year,
  month,
  date,
  bool,
  area,
  email,
  url,
  phone,
  institution,
  file,
  dict: (label, options, field) => dict(label, dictOf(field), options),
}

/** The office whose field it is: its number and name, and those of the offices above it with its own. */
export interface OwnOffice {
  readonly id: number
  readonly name: string
  readonly path: readonly number[]
}

type PresentPart<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

const defined = <T extends object>(value: T): PresentPart<T> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as PresentPart<T>

/**
 * The field of the catalogue that an own field is on a day.
 * @param day 'YYYY-MM-DD' in Asia/Shanghai: a day of obligation that has not come yet is told in the help
 */
export function fieldFrom(own: OwnField, office: OwnOffice, day: string): Field {
  const form = own.form && textForms[own.form]
  const isRequired = own.requiredFrom !== undefined && own.requiredFrom <= day
  const coming = own.requiredFrom !== undefined && !isRequired ? `自 ${own.requiredFrom} 起必填` : undefined
  const help = [own.help, coming].filter((part) => part !== undefined).join('；')
  const { maxLength, min, max, precision, masked, sealed, visibleWhen, requiredWhen, writer } = own
  const options: FieldOptions = {
    required: isRequired,
    ...defined({ maxLength, min, max, precision, masked, sealed, visibleWhen, requiredWhen }),
    ...(help !== '' && { help }),
    ...(writer && { writableBy: writer }),
    ...(form && { pattern: form.pattern, patternSays: form.says, example: form.example }),
  }
  return { ...builders[own.kind](own.label, options, own), own: { office: office.id, by: office.name } }
}

/** The option lists of all fields in these declarations, as the dictionaries take them. */
export const dictsOf = (bodies: readonly OwnBody[]): OwnDict[] =>
  bodies.flatMap(({ fields }) =>
    fields.flatMap(({ key, label, options }) =>
      options === undefined
        ? []
        : [
            {
              key,
              label,
              items: options.map(({ code, label: words, ended }) => ({
                code,
                label: words,
                selectable: ended !== true,
                ...(ended && { ended }),
              })),
            },
          ],
    ),
  )
