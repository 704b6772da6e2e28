import type { AnyRecord } from '../define.ts'
import { attributes } from '../figures/attributes.ts'
import { forms } from '../forms/forms.ts'
import { fieldsOf } from '../rules/condition.ts'

type Records = Readonly<Record<string, AnyRecord>>

const inRules = ({ rules }: AnyRecord): string[] => [
  ...(rules?.checks ?? []).flatMap(({ fields }) => fields),
  ...(rules?.constraints ?? []).flatMap((rule) =>
    rule.form === 'oneOpen' ? [rule.from, rule.to] : rule.fields,
  ),
]

const inConditions = ({ fields, attachments }: AnyRecord): string[] =>
  [
    ...Object.values(fields).flatMap(({ visibleWhen, requiredWhen }) => [visibleWhen, requiredWhen]),
    attachments?.requiredWhen,
  ].flatMap((condition) => (condition ? fieldsOf(condition) : []))

const cascadedFrom = ({ fields }: AnyRecord): string[] =>
  Object.values(fields).flatMap(({ cascadeFrom }) => cascadeFrom ?? [])

/** Whether a derived field anywhere reads the field, or decides by it. */
function isDerivedFrom(type: string, key: string, records: Records): boolean {
  return Object.values(records).some((definition) =>
    Object.values(definition.fields).some(({ derived }) => {
      if (!derived) return false
      const { from, best, order, when, pointing, via, within = [] } = derived
      const read = [from, best].includes(`${type}.${key}`)
      const source = from.includes('.') ? from.split('.')[0] : definition.name
      const beside = [order, pointing, via, ...within, ...(when ? fieldsOf(when) : [])]
      return read || (source === type && beside.includes(key))
    }),
  )
}

/** Whether the words of a declaration name the field as `alias.key`, with an alias of its type. */
function isPrinted(type: string, key: string): boolean {
  return Object.values(forms).some((form) => {
    const words = JSON.stringify(form)
    const aliases = Object.entries(form.sources).flatMap(([alias, source]) =>
      source.type === type ? [alias] : [],
    )
    return aliases.some((alias) => words.includes(`"${alias}.${key}"`))
  })
}

const isCounted = (type: string, key: string): boolean =>
  Object.values(attributes).some((attribute) => {
    const words = JSON.stringify(attribute)
    return words.includes(`"record":"${type}"`) && words.includes(`:"${key}"`)
  })

/**
 * What names a shipped field, in words: such a field cannot be hidden, since what names it would go wrong. An
 * empty list means that nothing does.
 */
export function namedBy(definition: AnyRecord, key: string, records: Records): string[] {
  const { pages, review, spreadsheet, statistics } = definition
  const named: readonly (readonly [string, boolean])[] = [
    ['校验规则', inRules(definition).includes(key)],
    ['别的栏目的显示或必填条件', inConditions(definition).includes(key)],
    ['别的栏目的选项', cascadedFrom(definition).includes(key)],
    ['审核流程', (review?.chain ?? []).some(({ when }) => when && fieldsOf(when).includes(key))],
    ['系统自动得出的栏目', isDerivedFrom(definition.name, key, records)],
    ['记录的名称', pages.summary.includes(key)],
    ['列表的排序', pages.list.order === key],
    ['导入时识别同一条记录', spreadsheet?.key.includes(key) ?? false],
    [
      '统计口径',
      [...(statistics?.dimensions ?? []), ...(statistics?.measures ?? [])].includes(key) ||
        isCounted(definition.name, key),
    ],
    ['打印的表格', isPrinted(definition.name, key)],
  ]
  return named.flatMap(([words, isNamed]) => (isNamed ? [words] : []))
}
