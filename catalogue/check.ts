import { checkAccess } from './access/check-access.ts'
import type { AnyRecord, Field } from './define.ts'
import { selectable } from './dictionaries/dictionaries.ts'
import { kindOf } from './kinds/kinds.ts'
import { checkPages } from './pages/check-pages.ts'
import { fieldsOf, type Condition } from './rules/condition.ts'
import { sourceOf } from './rules/derivation.ts'

/** A fault of a declaration: a number to look up, and a sentence that names the place. */
export interface Fault {
  readonly code: string
  readonly message: string
}

/** Keys that list rows, bodies and queries use beside the fields, so that no field may have them. */
const reserved = new Set([
  'id',
  'version',
  'ownerId',
  'ownerName',
  'institutionName',
  'state',
  'level',
  'summary',
  'effective',
  'pending',
  'changed',
  'isNew',
  'warnings',
  'attachmentCount',
  'submittedAt',
  'waitingDays',
  'overdue',
  'reasonRequired',
  'holder',
  'updatedAt',
  'can',
  'attachments',
  'page',
  'pageSize',
  'sort',
  'q',
  'queue',
  'limit',
  'counts',
])

type Records = Readonly<Record<string, AnyRecord>>
type Rule = (definition: AnyRecord, records: Records) => Iterable<string>

const unknownKeys = ({ fields }: Pick<AnyRecord, 'fields'>, keys: readonly string[]): string[] =>
  keys.filter((key) => !Object.hasOwn(fields, key))

const fieldRules = (
  test: (field: Field, key: string, definition: AnyRecord, records: Records) => string | null,
): Rule =>
  function* (definition, records) {
    for (const [key, field] of Object.entries(definition.fields)) {
      const fault = test(field, key, definition, records)
      if (fault !== null) yield `${key}: ${fault}`
    }
  }

const conditions = (field: Field): Condition[] =>
  [field.visibleWhen, field.requiredWhen].filter(
    (condition): condition is Condition => condition !== undefined,
  )

/** Every check by number. 1xx names and shapes, 2xx meaning. */
const rules: Readonly<Record<string, Rule>> = {
  C101: (d) => unknownKeys(d, d.pages.list.columns).map((key) => `list column ${key} is not a field`),
  C102: (d) => unknownKeys(d, d.pages.list.filters).map((key) => `filter ${key} is not a field`),
  C103: (d) =>
    unknownKeys(
      d,
      d.pages.form.flatMap((section) => section.fields),
    ).map((key) => `form field ${key} is not a field`),
  C104: function* (d) {
    const shown = d.pages.form.flatMap((section) => section.fields as readonly string[])
    for (const key of Object.keys(d.fields))
      if (!shown.includes(key)) yield `field ${key} stands in no section of the form`
    for (const key of shown)
      if (shown.indexOf(key) !== shown.lastIndexOf(key)) yield `field ${key} stands twice in the form`
  },
  C105: fieldRules((_, key) => (reserved.has(key) ? 'this key is reserved for list rows and bodies' : null)),
  C106: fieldRules((_, key) =>
    /^[a-z][A-Za-z0-9]{0,40}$/.test(key) ? null : 'keys are camelCase, at most 41 letters',
  ),
  C107: function* (d, records) {
    for (const [name, other] of Object.entries(records))
      if (other === d && name !== d.name) yield `registered as ${name}`
  },
  C108: fieldRules((field, _key, d) => {
    const missing = conditions(field)
      .flatMap(fieldsOf)
      .filter((key) => !Object.hasOwn(d.fields, key))
    return missing.length > 0 ? `a condition reads ${missing.join()}, which is no field` : null
  }),
  C114: (d) => {
    const when = d.attachments?.requiredWhen
    return when === undefined
      ? []
      : unknownKeys(d, fieldsOf(when)).map((key) => `evidence depends on ${key}, no field`)
  },
  C109: fieldRules((field, _key, d) =>
    field.cascadeFrom !== undefined && !Object.hasOwn(d.fields, field.cascadeFrom)
      ? `cascades from ${field.cascadeFrom}, no field`
      : null,
  ),
  C110: function* (d) {
    for (const step of d.review?.chain ?? []) {
      if (step.when)
        for (const key of unknownKeys(d, fieldsOf(step.when)))
          yield `a step of the chain reads ${key}, no field`
    }
  },
  C111: (d) =>
    unknownKeys(
      d,
      (d.review?.reasons ?? []).map((r) => r.field).filter((key) => key !== 'attachments'),
    ).map((key) => `a reason is pinned to ${key}, no field`),
  C112: fieldRules((field, _key, _d, records) =>
    field.ref !== undefined && !Object.hasOwn(records, field.ref)
      ? `refers to ${field.ref}, no record type`
      : null,
  ),
  C113: function* (d, records) {
    for (const rule of d.rules?.constraints ?? []) {
      if (rule.form === 'oneOpen')
        yield* unknownKeys(d, [rule.from, rule.to]).map((key) => `a constraint reads ${key}, no field`)
      else yield* unknownKeys(d, rule.fields).map((key) => `a constraint reads ${key}, no field`)
      const types = rule.form === 'among' ? rule.types : []
      for (const type of types)
        if (!Object.hasOwn(records, type)) yield `a constraint reads ${type}, no record type`
    }
  },
  C115: ({ fields, spreadsheet }) =>
    unknownKeys({ fields }, [...(spreadsheet?.key ?? []), ...(spreadsheet?.leftOut ?? [])]).map(
      (key) => `the spreadsheet names ${key}, no field`,
    ),
  C116: ({ fields, statistics }) =>
    unknownKeys({ fields }, [...(statistics?.dimensions ?? []), ...(statistics?.measures ?? [])]).map(
      (key) => `statistics name ${key}, no field`,
    ),
  C201: function* (d) {
    const reviewed = d.regime === 'reviewed' || d.regime === 'mixed'
    if (reviewed !== (d.review?.chain ?? []).length > 0)
      yield 'reviewed and mixed records have a chain, others have none'
  },
  C202: fieldRules((field, key, d) =>
    (field.sealed || field.masked) &&
    (d.pages.list.filters as readonly string[]).concat(d.pages.list.order, d.pages.summary).includes(key)
      ? 'a sealed or masked field can be neither filtered, sorted by, nor part of the summary'
      : null,
  ),
  C203: fieldRules((field) =>
    field.writableBy && field.derived ? 'a derived field is written by nobody' : null,
  ),
  C204: fieldRules((field, _key, d, records) => {
    if (!field.derived) return null
    if (field.derived.by === 'levelMap')
      return Object.hasOwn(d.fields, field.derived.from)
        ? null
        : `derived from ${field.derived.from}, no field`
    if (field.derived.by === 'holds') return null
    if (field.derived.via !== undefined && !Object.hasOwn(d.fields, field.derived.via))
      return `derived by way of ${field.derived.via}, no field`
    const { type, field: source } = sourceOf(field.derived.from)
    const found = records[type]
    if (!found) return `derived from ${type}, no record type`
    return Object.hasOwn(found.fields, source) && d.owner === 'teacher'
      ? null
      : `derived from ${type}.${source}, no field`
  }),
  C205: fieldRules((field, _key, d) => {
    const parent = field.cascadeFrom === undefined ? undefined : d.fields[field.cascadeFrom]
    if (!parent?.dict || !field.dict) return null
    const dict = field.dict
    const left = (parent.excludeItems ?? []) as readonly string[]
    const dead = selectable(parent.dict)
      .filter((item) => !left.includes(item.code) && selectable(dict, { within: item.code }).length === 0)
      .map((item) => item.code)
    // A required field must have a choice under every parent; an optional one may have none.
    return field.required && dead.length > 0 ? `no choice under ${parent.label} ${dead.join()}` : null
  }),
  C206: fieldRules((field) =>
    field.default === undefined ||
    field.multiple ||
    kindOf(field).schema(field).safeParse(field.default).success
      ? null
      : 'the default is not a value of the field',
  ),
  C207: (d) => (Object.keys(d).length > 16 ? ['a declaration has at most sixteen keys'] : []),
  C208: fieldRules((field) =>
    field.multiple && !kindOf(field).several ? 'this kind does not hold several values' : null,
  ),
  C212: (d) =>
    [...d.pages.list.columns, d.pages.list.order, ...d.pages.summary].flatMap((key) =>
      d.fields[key] && kindOf(d.fields[key]).block ? [`${key} takes more than a line of a list`] : [],
    ),
  C213: (d) =>
    d.pages.list.filters.flatMap((key) =>
      d.fields[key] && kindOf(d.fields[key]).operators.length === 0 ? [`nothing filters by ${key}`] : [],
    ),
  // The codec seals one text a field, and a mask hides one value.
  C214: fieldRules((field) =>
    (field.sealed || field.masked) && (field.multiple || kindOf(field).block)
      ? 'only a single value can be sealed or masked'
      : null,
  ),
  C215: fieldRules((field) => {
    const cells = Object.entries(field.lines ?? {})
    const odd = cells.find(([, cell]) => kindOf(cell).block || cell.sealed || cell.masked || cell.derived)
    return odd ? `a line holds ${odd[0]}, which is no small field` : null
  }),
  C209: fieldRules((field, _key, d) =>
    field.writableBy && d.regime !== 'mixed' && d.regime !== 'recorded'
      ? 'only mixed and recorded records have two writers'
      : null,
  ),
  C217: (d) =>
    d.keptBy !== undefined && (d.owner !== 'institution' || d.regime !== 'recorded')
      ? ['only what is recorded about an institution is kept above it']
      : [],
  C211: fieldRules((field, _key, d) =>
    field.expires && (!kindOf(field).day || field.sealed || d.owner !== 'teacher')
      ? 'only an open day of a teacher expires'
      : null,
  ),
  C210: fieldRules((field) => {
    if (field.pattern === undefined) return null
    if (field.patternSays === undefined || field.example === undefined)
      return 'a pattern needs a sentence and an example'
    return field.schema.safeParse(field.example).success ? null : 'the example does not fit the pattern'
  }),
}

/** Runs every check over all declarations and pages; an empty answer means the catalogue is sound. */
export function checkCatalogue(records: Records): Fault[] {
  const found: Fault[] = []
  for (const definition of Object.values(records)) {
    for (const [code, rule] of Object.entries(rules)) {
      for (const message of rule(definition, records))
        found.push({ code, message: `${definition.name}: ${message}` })
    }
    found.push(...checkAccess(definition))
  }
  return [...found, ...checkPages(records)]
}
