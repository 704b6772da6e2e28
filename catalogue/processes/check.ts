import { caseQueryKeys } from '../contract/case-query.ts'
import { narrowing } from '../contract/declared-query.ts'
import type { Fault } from '../check.ts'
import type { Field } from '../define.ts'
import { kindOf } from '../kinds/kinds.ts'
import {
  actsDayAfter,
  actingParts,
  climbOf,
  clockedBy,
  fieldsOfPart,
  firstForm,
  formOfStage,
  formsOf,
  holderOf,
  isByClock,
  isByPeople,
  isFinal,
  partiesOf,
  personRole,
  staffOf,
  stagesIn,
  subjectOf,
} from './reading.ts'
import type { AnyProcess } from './define.ts'

/** What a person begins about; a content only through a call of the feature that knows whose it is. */
const isAPersons = ({ begunApart }: AnyProcess, about: string): boolean =>
  about === 'self' || about === 'case' || (about === 'content' && begunApart === true)

type Rule = (definition: AnyProcess) => Iterable<string>

const stateNames = ({ states }: AnyProcess): string[] => Object.keys(states)

/** The states that can be come to from the initial one. */
export function reachable(
  initial: string,
  moves: readonly { readonly from: readonly string[]; readonly to: string }[],
): Set<string> {
  const found = new Set([initial])
  for (let before = 0; before < found.size;) {
    before = found.size
    for (const { from, to } of moves) if (from.some((state) => found.has(state))) found.add(to)
  }
  return found
}

/** The parties that another party is found from. */
const sourcesOf = (party: AnyProcess['parties'][string]): readonly string[] =>
  party.is === 'authorityOf' || party.is === 'authorityAt'
    ? [party.of]
    : party.is === 'commonAuthorityOf'
      ? party.of
      : []

const holds = (field: Field | undefined, value: string): boolean =>
  field !== undefined && field.schema.safeParse(value).success && !field.schema.safeParse('日').success
/** Whether a field holds one day. */
export const isDay = (field: Field | undefined): boolean => holds(field, '2026-02-01')
/** Whether a field holds a day with hour and minute. */
export const isMinute = (field: Field | undefined): boolean => holds(field, '2026-02-01T10:30')

const namesInstitution = (field: Field | undefined): boolean =>
  field !== undefined && kindOf(field).names === 'institution'

/** Every check of a process by number: P1xx. */
const rules: Readonly<Record<string, Rule>> = {
  P101: (d) => {
    const known = reachable(d.initial, d.moves)
    return stateNames(d)
      .filter((state) => !known.has(state))
      .map((state) => `state ${state} cannot be reached`)
  },
  P102: (d) =>
    stateNames(d)
      .filter((state) => !isFinal(d.states[state]) && !d.moves.some(({ from }) => from.includes(state)))
      .map((state) => `state ${state} has no way out and is not the end`),
  P103: function* (d) {
    for (const state of stateNames(d)) {
      const declared = d.states[state]
      if (!declared) continue
      const field = clockedBy(declared)
      const held = field === undefined ? undefined : d.fields[field]
      if (field !== undefined && !isDay(held) && !isMinute(held))
        yield `state ${state} waits for ${field}, which is no date`
      if (actsDayAfter(declared) && isMinute(held)) yield `state ${state} waits for the day after a minute`
      if ('expires' in declared && isDay(held)) yield `state ${state} expires on a day, which until says`
      const clocked = d.moves.some((move) => isByClock(move) && move.from.includes(state))
      if (field !== undefined && !clocked) yield `state ${state} waits for a day and no move is the clock's`
      if (field === undefined && clocked) yield `a move of the clock from ${state}, which waits for no day`
    }
  },
  P104: function* (d) {
    for (const move of d.moves)
      for (const state of move.from)
        if (isByPeople(move) && partiesOf(d, move, state).length === 0)
          yield `move ${move.name} from ${state}: nobody holds it`
  },
  P105: function* (d) {
    const order = Object.keys(d.parties)
    for (const [name, party] of Object.entries(d.parties)) {
      for (const source of sourcesOf(party))
        if (order.indexOf(source) >= order.indexOf(name))
          yield `party ${name} stands before its source ${source}`
      if (party.is === 'field' && !namesInstitution(d.fields[party.field]))
        yield `party ${name}: ${party.field} names no institution`
    }
  },
  P106: (d) => {
    const known = new Set([
      ...formsOf(d).flatMap(({ form }) => form.flatMap(({ fields }) => fields)),
      ...d.moves.flatMap(({ asks = [], writes = [], publishes, term }) => [
        ...asks,
        ...writes,
        ...(publishes ? [publishes] : []),
        ...(term ? [term.field] : []),
      ]),
      ...(d.campaign?.takes ?? []),
      ...Object.keys(d.of?.takes ?? {}),
    ])
    return Object.keys(d.fields)
      .filter((key) => !known.has(key))
      .map((key) => `field ${key} stands in no section of the form`)
  },
  P107: function* (d) {
    const effects = new Set(d.moves.flatMap(({ effects: names = [] }) => names))
    for (const { name, takesBack = [] } of d.moves)
      for (const effect of takesBack)
        if (!effects.has(effect)) yield `move ${name} takes back ${effect}, which no move brings about`
  },
  P108: function* (d) {
    const [first] = stateNames(d)
    if (first !== d.initial) yield `the first state is ${first}, the initial one ${d.initial}`
    if (holderOf(d.states[d.initial]) === undefined) yield `nobody holds the initial state`
    if (!d.moves.some(({ from, handsIn }) => handsIn && from.includes(d.initial)))
      yield 'nothing hands the form in'
  },
  P111: function* (d) {
    for (const state of stateNames(d)) {
      for (const stage of stagesIn(d, state))
        if (formOfStage(d, stage).length === 0) yield `state ${state} opens ${stage}, which is no form`
      const climb = climbOf(d.states[state])
      const staff = staffOf(d.states[state])
      for (const party of [...(climb ? [climb.from, climb.to] : []), ...(staff ? [staff.at] : [])])
        if (!Object.hasOwn(d.parties, party)) yield `state ${state} goes by ${party}, which is no party`
    }
    for (const { name, handsIn, from } of d.moves)
      if (typeof handsIn === 'string' && from.some((state) => !stagesIn(d, state).includes(handsIn)))
        yield `move ${name} hands in ${handsIn}, which its states do not open`
  },
  P113: function* (d) {
    const subjects = new Set(d.begins.map(subjectOf))
    if (subjects.size !== 1) yield `its cases begin about ${[...subjects].join(', ') || 'nothing'}`
    if (subjects.has('case') !== (d.of !== undefined))
      yield 'about another case, and names no process (or the reverse)'
    for (const { by, about } of d.begins)
      for (const role of by)
        if (role === personRole ? !isAPersons(d, about) : about === 'self' || about === 'case')
          yield `role ${role} cannot begin about ${about}`
  },
  P114: function* (d) {
    const parts = d.people ?? {}
    for (const [part, declared] of Object.entries(parts))
      for (const field of fieldsOfPart(declared))
        if (!Object.hasOwn(d.fields, field)) yield `part ${part} is read from ${field}, which is no field`
    const used = [...actingParts(d), ...d.moves.flatMap(({ agreed = [] }) => agreed)]
    for (const part of used) if (!Object.hasOwn(parts, part)) yield `${part} is no part of people`
    for (const part of actingParts(d))
      if (parts[part]?.asked !== undefined) yield `the people of ${part} are asked, and agree by a move`
  },
  P115: (d) => {
    const known = [...Object.keys(d.parties), ...Object.keys(d.fields)]
    return (d.list.between?.ends.flat() ?? [])
      .filter((one) => !known.includes(one))
      .map((one) => `the list shows ${one}, which is no party and no field`)
  },
  P116: function* (d) {
    for (const key of d.list.filters) {
      if (narrowing(d.fields[key]) === null) yield `the list is filtered by ${key}, which narrows nothing`
      if (caseQueryKeys.includes(key)) yield `the filter ${key} has a name that every list uses`
    }
  },
  // A place of the quota that no way out gives back is lost for whoever was granted it.
  P112: function* (d) {
    if (!d.campaign) return
    const { placeless } = d.campaign
    for (const { name, from, to } of d.moves) {
      const climbs = from.some((state) => climbOf(d.states[state]) !== undefined)
      const state = d.states[to]
      const isOut =
        state !== undefined && ('final' in state ? state.final === 'failed' : holderOf(state) !== undefined)
      const writesFirst = to === d.initial || stagesIn(d, to).includes(firstForm)
      if (climbs && isOut && ('final' in (state ?? {}) || writesFirst) && !placeless.includes(to))
        yield `move ${name} leads out to ${to}, which keeps the place`
    }
  },
  P117: function* (d) {
    for (const { name, from, orElse } of d.moves)
      if (orElse !== undefined)
        for (const state of from)
          if (!d.moves.some((other) => other.name === orElse && other.from.includes(state)))
            yield `move ${name} from ${state} has ${orElse} instead, which does not start there`
  },
  P109: function* (d) {
    const seen = new Set<string>()
    for (const move of d.moves)
      for (const state of move.from) {
        const key = `${state} ${move.name} ${move.when ?? ''} ${[move.by].flat().join()}`
        if (seen.has(key)) yield `two moves ${move.name} from ${state} cannot be told apart`
        seen.add(key)
      }
  },
}

/** Every fault of the processes; empty when they are sound. */
export function checkProcesses(definitions: readonly AnyProcess[]): Fault[] {
  const faults = definitions.flatMap((definition) =>
    Object.entries(rules).flatMap(([code, rule]) =>
      [...rule(definition)].map((message) => ({ code, message: `${definition.name}: ${message}` })),
    ),
  )
  const orders = definitions.map(({ dueOrder }) => dueOrder)
  return new Set(orders).size < orders.length
    ? [...faults, { code: 'P110', message: 'two processes have the same place among what is due on one day' }]
    : faults
}
