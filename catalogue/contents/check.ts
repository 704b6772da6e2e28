/** Start-up checks over the types of content, numbered C401 and up; an empty answer means all is well. */
import type { PageName } from '../pages/entry.ts'
import type { Field } from '../define.ts'
import { roleOfLevel } from '../flows/review.ts'
import { kindOf } from '../kinds/kinds.ts'
import { match } from '../pages/pages.ts'
import { agreesFor, forEverybody, teacher, unagreedReaches, writesForSelf } from './agreement.ts'
import type { AnyContent } from './define.ts'
import { officePath } from './paths.ts'
import type { Fact } from './public-side.ts'

export interface ContentFault {
  readonly code: string
  readonly message: string
}

type Rule = (definition: AnyContent, all: readonly AnyContent[]) => Iterable<string>

const keyOf = (fact: Fact): string => (typeof fact === 'string' ? fact : fact.field)
const untilOf = (fact: Fact): string[] => (typeof fact === 'string' || !fact.until ? [] : [fact.until])
const shownFacts = ({ public: side }: AnyContent): readonly Fact[] =>
  side ? [...side.lines.flat(), ...side.facts] : []

const given = (...keys: (string | undefined)[]): string[] => keys.filter((key) => key !== undefined)

const namedByLists = ({
  filters = [],
  deskFilters = [],
}: AnyContent): (readonly [place: string, keys: readonly string[]])[] => [
  ['filters', filters],
  ['deskFilters', deskFilters],
]

/** Every name of a field in a declaration, with the part of the declaration that has it. */
function namedKeys(definition: AnyContent): readonly (readonly [place: string, keys: readonly string[]])[] {
  const { audience, happens, order, searched = [], addresses = [], unique = [] } = definition
  return [
    ['headline', [definition.headline]],
    ['columns', definition.columns],
    ['order', order === 'newest' || order === 'happening' ? [] : [order]],
    ['category', given(definition.category)],
    ...namedByLists(definition),
    ['happens', given(happens?.from, happens?.to, happens?.replay)],
    ['cover', given(definition.cover)],
    ['searched', searched],
    ['addresses', addresses],
    ['audience', given(audience?.visibility, audience?.areas, audience?.roles)],
    ['confirms', given(definition.confirms)],
    ['sharing', given(definition.sharing)],
    ['shelf', given(...Object.values(definition.shelf ?? {}).flat())],
    ['examined', Object.values(definition.examined ?? {}).flat()],
    ['unique', unique],
    ...namedByPublic(definition),
  ]
}

function namedByPublic(definition: AnyContent): (readonly [place: string, keys: readonly string[]])[] {
  const { public: side } = definition
  if (!side) return []
  return [
    ['public.facts', shownFacts(definition).flatMap((fact) => [keyOf(fact), ...untilOf(fact)])],
    ['public.texts', [...side.texts, ...(side.listed ?? []), ...given(side.by, side.tags)]],
    ['public.opens', (side.opens ?? []).map(({ field }) => field)],
  ]
}

/**
 * A rule over the fields that a part of the declaration names. It passes over unknown names, which C401
 * reports.
 */
const overFields = (
  keysOf: (definition: AnyContent) => readonly (string | undefined)[],
  fault: (field: Field, definition: AnyContent, key: string) => string | null,
): Rule =>
  function* (definition) {
    for (const key of keysOf(definition)) {
      const field = key === undefined ? undefined : definition.fields[key]
      const found = field && key !== undefined ? fault(field, definition, key) : null
      if (found !== null) yield `${key}: ${found}`
    }
  }

const refuses =
  (sound: (field: Field) => boolean, fault: string) =>
  (field: Field): string | null =>
    sound(field) ? null : fault

const isFile = (field: Field): boolean => kindOf(field).names === 'file'
const isMarkup = (field: Field): boolean => kindOf(field).markup === true
/** Whether a field holds plain text: no code, no number, no HTML. */
const isText = (field: Field): boolean => {
  const { names, json, choices, markup } = kindOf(field)
  return names === undefined && json === undefined && choices === undefined && !markup
}
const isMoment = refuses(({ schema }) => schema.safeParse('2026-11-30T14:30').success, 'is no date with time')

const withDictionary = (field: Field): string | null => (field.dict ? null : 'has no dictionary')

function* unknownKeys(definition: AnyContent): Iterable<string> {
  for (const [place, keys] of namedKeys(definition)) {
    for (const key of keys) {
      if (!Object.hasOwn(definition.fields, key)) yield `${place}: ${key} is no field`
    }
  }
}

function* wrongPaths({ name, public: side }: AnyContent, all: readonly AnyContent[]): Iterable<string> {
  if (!side) return
  for (const address of [side.path, side.one ?? side.path]) {
    const [path = ''] = address.split('?')
    if (!path.startsWith('/home/')) yield `${path} is not below /home/`
    else if (match(path, null)?.page !== 'portal') yield `${path} is no page of the portal`
  }
  const listed = match(side.path, null)
  if (listed && listed.feature !== name) yield `${side.path} is a page of ${listed.feature}`
  const addresses = [side.path, side.one].filter((address) => address !== undefined)
  for (const other of all) {
    const theirs = other.name === name ? [] : [other.public?.path, other.public?.one]
    if (addresses.some((address) => theirs.includes(address))) yield `has an address of ${other.name}`
  }
}

function* noPage({ searched, readAt, public: side }: AnyContent): Iterable<string> {
  if (side && readAt) yield 'has a public side and readAt'
  if (searched && !side && !readAt) yield 'is searched, and no page shows what is found'
}

/** The pages on which contents are written; that of courses has a list of its own before the form. */
const writingPages: readonly PageName[] = ['contents', 'courses', 'training-plans']

/**
 * The rules by number: C401 a key that is no field, C402 an address that is no page or another's, C403 no
 * page for what is searched, C404 narrowed by what has no dictionary, C405 a text of the wrong kind, C406 a
 * fact that cannot stand in a line, C407 cards without a cover, C408 a time, cover, address or date of the
 * wrong kind, C409 a button that leads nowhere, C410 a place that another type has, C411 a writer without a
 * page to write on, C412 a headline that is no text, C413 a feed without a text, C414 no reasons of a return,
 * or more than number keys, C415 what a school may show to everybody and nobody above it agrees to.
 */
const rules: Readonly<Record<string, Rule>> = {
  C401: unknownKeys,
  C402: wrongPaths,
  C403: noPage,
  C404: overFields(({ category, filters = [] }) => [category, ...filters], withDictionary),
  C405: function* (definition, all) {
    const texts = overFields(({ public: side }) => side?.texts ?? [], refuses(isMarkup, 'is no rich text'))
    const listed = overFields(({ public: side }) => side?.listed ?? [], refuses(isText, 'is no text'))
    yield* texts(definition, all)
    yield* listed(definition, all)
  },
  C406: overFields(
    (definition) => shownFacts(definition).map(keyOf),
    refuses((field) => !isFile(field) && !isMarkup(field), 'cannot stand in a line'),
  ),
  C407: function* ({ public: side, cover }) {
    if (side?.look === 'cards' && cover === undefined) yield 'is shown as cards and has no cover'
  },
  C408: function* (definition, all) {
    const { happens, cover, confirms, examined, addresses = [] } = definition
    yield* overFields(() => [happens?.from, happens?.to], isMoment)(definition, all)
    const files = [cover, ...(examined?.files ?? [])]
    yield* overFields(() => files, refuses(isFile, 'is no file'))(definition, all)
    yield* overFields(
      () => [confirms],
      refuses((field) => kindOf(field).day === true, 'is no day'),
    )(definition, all)
    yield* overFields(() => addresses, refuses(isText, 'is no text'))(definition, all)
  },
  C409: overFields(
    ({ public: side }) => (side?.opens ?? []).map(({ field }) => field),
    (field, { addresses = [] }, key) =>
      isFile(field) || addresses.includes(key) ? null : 'is neither a file nor one of the addresses',
  ),
  C410: function* ({ name, place }, all) {
    const other = all.find((one) => one.name !== name && one.place === place)
    if (other) yield `place ${place} is that of ${other.name}`
  },
  C411: function* (definition) {
    const { writers } = definition
    if (writers.length === 0) yield 'nobody writes it'
    for (const role of writers) {
      const [path = ''] = officePath(role, definition)?.split('?') ?? []
      if (!writingPages.includes(match(path, role)?.page ?? 'portal'))
        yield `role ${role} has no page to write it on`
    }
  },
  C412: overFields(({ headline }) => [headline], refuses(isText, 'is no text')),
  C413: function* ({ public: side }) {
    if (side?.feed && side.texts.length === 0) yield 'is followed as a feed and has no text'
  },
  C414: function* ({ approval }) {
    const { length = 0 } = approval?.reasons ?? []
    if (approval && (length < 1 || length > 9)) yield `${length} usual reasons of a return instead of 1 to 9`
  },
  C415: function* (definition) {
    if (!definition.writers.includes(roleOfLevel.school)) return
    if (!agreesFor(definition, roleOfLevel.school, forEverybody(definition)))
      yield 'a school shows it to everybody, and no authority above agrees first'
  },
  C416: function* (definition) {
    if (!writesForSelf(definition, teacher)) return
    for (const code of unagreedReaches(definition, definition.approval?.chain ?? []))
      yield `a teacher shares it as ${code}, and an office whose people read it does not agree`
  },
}

/** Faults of the declarations of contents, each with its number and the type's name. */
export function checkContents(contents: Readonly<Record<string, AnyContent>>): ContentFault[] {
  const all = Object.values(contents)
  return all.flatMap((definition) =>
    Object.entries(rules).flatMap(([code, rule]) =>
      [...rule(definition, all)].map((message) => ({ code, message: `${definition.name}: ${message}` })),
    ),
  )
}
