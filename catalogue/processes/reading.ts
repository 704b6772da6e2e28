import type { Role } from '../access/roles.ts'
import type { Section } from '../define.ts'
import type {
  About,
  AnyMove,
  AnyProcess,
  AnyState,
  Beginning,
  CaseFacts,
  PeoplePart,
  SubjectKind,
} from './define.ts'

/** The party that holds a state; undefined where nobody does, or one institution after the other. */
export const holderOf = (state: AnyState | undefined): string | undefined =>
  state && 'heldBy' in state ? state.heldBy : undefined

/** Between which parties a state climbs. */
export const climbOf = (state: AnyState | undefined): { from: string; to: string } | undefined =>
  state && 'climbs' in state ? state.climbs : undefined

/** Whose staff hold a state, and in which order of roles. */
export const staffOf = (state: AnyState | undefined): { at: string; roles: readonly Role[] } | undefined =>
  state && 'staffed' in state ? state.staffed : undefined

/** Stands for whoever holds a state that climbs or is staffed, among parties. */
export const climbing = 'holder'

/** The first form of a case among its stages. */
export const firstForm = 'first'

/** A form of a process by its stage; no sections for a stage that there is not. */
export const formOfStage = (
  definition: Pick<AnyProcess, 'form'> & Partial<Pick<AnyProcess, 'stages'>>,
  stage: string,
): readonly Section<string>[] =>
  stage === firstForm ? definition.form : (definition.stages?.[stage]?.form ?? [])

/** The stages whose forms the holder of a state writes; none where nobody writes. */
export function stagesIn(definition: AnyProcess, state: string): readonly string[] {
  if (state === definition.initial) return [firstForm]
  const declared = definition.states[state]
  return (declared && 'heldBy' in declared && declared.opens) || []
}

/** The keys of the fields of some forms. */
export const keysIn = (definition: Parameters<typeof formOfStage>[0], stages: readonly string[]): string[] =>
  stages.flatMap((stage) => formOfStage(definition, stage).flatMap(({ fields }) => fields))

/** Every form of a process with its heading, in the order of the stages. */
export const formsOf = (definition: AnyProcess) => [
  { stage: firstForm, title: definition.title, form: definition.form },
  ...Object.entries(definition.stages ?? {}).map(([stage, { title, form }]) => ({ stage, title, form })),
]

/** Where the calls of a process stand. */
export const processPath = ({ path, name }: Pick<AnyProcess, 'path' | 'name'>): string =>
  `/api/v1/${path ?? name}`

export const isFinal = (state: AnyState | undefined): boolean => state !== undefined && 'final' in state

/** Whether nobody has to act in a state: its campaign moves it on, or a party that wishes to. */
export const rests = (state: AnyState | undefined): boolean => state !== undefined && 'rests' in state

/** The states that are not the end, in the order of the declaration. */
export const openStates = ({ states }: AnyProcess): string[] =>
  Object.keys(states).filter((key) => !isFinal(states[key]))

const moversOf = (move: AnyMove): readonly string[] => [move.by].flat()

/** Whether a move is the clock's, which no person makes. */
export const isByClock = (move: AnyMove): boolean => moversOf(move).includes('clock')

/** Whether a move is made by the campaign of an entry, with all its entries at once. */
export const isByCampaign = (move: AnyMove): boolean => moversOf(move).includes('campaign')

/** Whether people make a move of a case. */
export const isByPeople = (move: AnyMove): boolean =>
  moversOf(move).some((mover) => mover !== 'clock' && mover !== 'campaign')

/**
 * The parties that may make a move from a state: `holder` stands for the party that holds it.
 */
export const partiesOf = (definition: AnyProcess, move: AnyMove, state: string): string[] =>
  moversOf(move).flatMap((mover) => {
    if (mover === 'clock' || mover === 'campaign') return []
    if (mover !== 'holder') return [mover]
    const declared = definition.states[state]
    return climbOf(declared) || staffOf(declared) ? climbing : (holderOf(declared) ?? [])
  })

/** The moves from a state whose conditions hold. */
export const movesFrom = (definition: AnyProcess, state: string, facts: CaseFacts): AnyMove[] =>
  definition.moves.filter(
    (move) =>
      move.from.includes(state) &&
      (move.when === undefined || definition.conditions?.[move.when]?.(facts) === true),
  )

/** The field by which the clock ends a state; undefined where it does not. */
export function clockedBy(state: AnyState | undefined): string | undefined {
  if (!state) return undefined
  return 'waitsFor' in state ? state.waitsFor : 'heldBy' in state ? (state.until ?? state.expires) : undefined
}

/** Whether the clock acts on the day after the one in the field. */
export const actsDayAfter = (state: AnyState): boolean =>
  'waitsFor' in state ? state.dayAfter === true : 'heldBy' in state && state.until !== undefined

/**
 * When the clock acts: a day, `YYYY-MM-DD`, and where it is to the minute that, as date and time fields have
 * it.
 */
export interface DueTime {
  readonly day: string
  readonly minute: string | null
}

/** When a state ends by the clock; null where it waits for nothing. */
export function dueOf(state: AnyState | undefined, value: Readonly<Record<string, unknown>>): DueTime | null {
  const field = clockedBy(state)
  const held = field === undefined ? null : value[field]
  if (!state || typeof held !== 'string') return null
  if (held.includes('T')) return { day: held.slice(0, 10), minute: held }
  return { day: actsDayAfter(state) ? dayAfter(held) : held, minute: null }
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

const subjects: Readonly<Record<About, SubjectKind>> = {
  self: 'teacher',
  ownTeacher: 'teacher',
  byNumber: 'teacher',
  outsider: 'teacher',
  office: 'institution',
  content: 'content',
  case: 'case',
}

/** What a beginning makes a case about. */
export const subjectOf = ({ about }: Pick<Beginning, 'about'>): SubjectKind => subjects[about]

const subjectWords: Readonly<Record<SubjectKind, string>> = {
  teacher: '教师',
  institution: '单位',
  content: '名称',
  case: '教师',
}

/** Label of the column that names what cases are about. */
export const subjectWord = ({ begins: [first] }: Pick<AnyProcess, 'begins'>): string =>
  subjectWords[first ? subjectOf(first) : 'teacher']

/** Label of the column that says whose a case is, beside a title where it has one. */
export const ownerWord = (definition: Pick<AnyProcess, 'begins' | 'titled'>): string => {
  const word = subjectWord(definition)
  return definition.titled === undefined || word === subjectWords.institution ? word : '申报人'
}

/** A column of a list that is worked out: its title, and what stands in it; null where nothing does. */
export interface CountedColumn<L> {
  readonly key: string
  readonly title: string
  readonly figure?: true
  readonly of: (line: L) => string | number | null
}

interface HeldLine {
  readonly value: Readonly<Record<string, unknown>>
  readonly holder: {
    readonly label: string
    readonly institution: { readonly name: string } | null
    readonly since: string
  } | null
}

/** How many lines the fields of a list have, who holds a case, and for how many whole days. */
export const countedColumns = <L extends HeldLine>({
  list,
}: Pick<AnyProcess, 'list'>): CountedColumn<L>[] => [
  ...Object.entries(list.counts ?? {}).map(([key, title]): CountedColumn<L> => ({
    key,
    title: title ?? '',
    figure: true,
    of: ({ value }) => (Array.isArray(value[key]) ? value[key].length : 0),
  })),
  ...(list.held
    ? [
        {
          key: 'holder',
          title: '持有',
          of: ({ holder }: L) => holder && (holder.institution?.name ?? holder.label),
        },
        {
          key: 'held',
          title: '天数',
          figure: true as const,
          of: ({ holder }: L) =>
            holder && Math.max(0, Math.floor((Date.now() - Date.parse(holder.since)) / 86_400_000)),
        },
      ]
    : []),
]

/** The beginnings that are open to a role. */
export const beginningsOf = ({ begins }: Pick<AnyProcess, 'begins'>, role: number): Beginning[] =>
  begins.filter(({ by }) => by.some((one) => one === role))

/** The role of a person who acts for nobody else. */
export const personRole = 2

/** Whether people begin cases of a process for themselves. */
export const isPersonal = (definition: Pick<AnyProcess, 'begins'>): boolean =>
  beginningsOf(definition, personRole).length > 0

/** Whether offices begin cases of a process. */
export const isOffices = ({ begins }: Pick<AnyProcess, 'begins'>): boolean =>
  begins.some(({ by }) => by.some((one) => one !== personRole))

/** Parties that people are in person: whom a case is about, or whom it names. */
export const isInPerson = ({ is }: AnyProcess['parties'][string]): boolean =>
  is === 'person' || is === 'people'

/** Whether a person takes part in cases of a process: begins them, or acts in them. */
export const concernsPeople = (definition: AnyProcess): boolean =>
  isPersonal(definition) || Object.values(definition.parties).some(isInPerson)

/** The fields from which the people of a part are read. */
export const fieldsOfPart = ({ from }: PeoplePart<string>): readonly string[] =>
  typeof from === 'string' ? [from] : [from.name, from.at, ...(from.id === undefined ? [] : [from.id])]

/** The parts of a process whose people act as a party. */
export const actingParts = ({ parties }: Pick<AnyProcess, 'parties'>): string[] =>
  Object.values(parties).flatMap((party) => (party.is === 'people' ? [party.part] : []))

/** Between which institutions a case goes, as lists show it. */
export function betweenText(
  { list }: Pick<AnyProcess, 'list'>,
  line: {
    readonly value: Readonly<Record<string, unknown>>
    readonly parties: readonly {
      readonly party: string
      readonly institution: { readonly name: string } | null
    }[]
  },
): string {
  const nameOf = (one: string): string => {
    const written = line.value[one]
    const party = line.parties.find(({ party: name }) => name === one)
    return party?.institution?.name ?? (typeof written === 'string' ? written : '')
  }
  const ends = list.between?.ends.map((either) => either.map(nameOf).find((name) => name !== '') ?? '')
  return (ends ?? []).filter((name) => name !== '').join(' → ')
}
