import type { Fault } from '../check.ts'
import { campaignQuery } from '../contract/campaigns.ts'
import { narrowing } from '../contract/declared-query.ts'
import type { Field } from '../define.ts'
import { clockField, draft } from './campaign-reading.ts'
import { isDay, isMinute, reachable } from './check.ts'
import type { AnyCampaign, FieldRole } from './define-campaign.ts'
import type { AnyMove, AnyProcess } from './define.ts'
import { isByCampaign } from './reading.ts'

type Rule = (campaign: AnyCampaign, processes: readonly AnyProcess[]) => Iterable<string>

/** A value that the field of each role takes. */
const samples: Readonly<Record<FieldRole, unknown>> = {
  quota: 5,
  quotaReturnsOn: '2026-02-01',
  publicityDays: 5,
  year: 2026,
  numberPrefix: 'YJ',
  shared: true,
  blind: true,
  fileFormats: 'docx',
  mostFiles: 5,
  fileMaxMB: 5,
}

const takes = (field: Field | undefined, value: unknown): boolean =>
  field !== undefined && field.schema.safeParse(value).success

const collectedBy = ({ collects }: AnyCampaign, processes: readonly AnyProcess[]): AnyProcess[] =>
  processes.filter(({ name }) => Object.hasOwn(collects, name))

/** The moves of a process that its campaign makes for its entries. */
const sweptMoves = ({ moves }: AnyProcess): AnyMove[] => moves.filter(isByCampaign)

/** Every check of a campaign by number: P12x. */
const rules: Readonly<Record<string, Rule>> = {
  P120: function* ({ states, moves }) {
    const [first] = Object.keys(states)
    if (first !== draft) yield `the first state is ${first}, not ${draft}`
    const known = reachable(draft, moves)
    for (const [state, { final }] of Object.entries(states)) {
      if (!known.has(state)) yield `state ${state} cannot be reached`
      const hasWayOut = moves.some(({ from }) => from.includes(state))
      if (!final && !hasWayOut) yield `state ${state} has no way out and is not the end`
      if (final && hasWayOut) yield `state ${state} is the end and has a way out`
    }
  },
  P121: function* (d) {
    for (const move of d.moves) {
      const field = clockField(d, move)
      const at = d.fields[field ?? '']
      if (move.by !== 'host' && !isDay(at) && !isMinute(at))
        yield `move ${move.name} by the clock goes by ${field}, which is no date`
      // Nobody hears of what the clock refuses.
      if (
        move.by !== 'host' &&
        (move.waitsForEntriesIn || move.extends || move.reason || move.from.includes(draft))
      )
        yield `move ${move.name} is the clock's, and asks for something`
    }
  },
  P122: function* (d) {
    for (const [name, { from, to, grace, in: open }] of Object.entries(d.windows)) {
      if (![from ?? to, to].every((key) => isMinute(d.fields[key])))
        yield `window ${name} goes by a field that is no date and time`
      if (grace !== undefined && !takes(d.fields[grace], 5)) yield `window ${name}: ${grace} is no number`
      if (open.includes(draft)) yield `window ${name} is open in the draft`
    }
  },
  P123: function* ({ named, fields }) {
    for (const [role, key] of Object.entries(named))
      if (!takes(fields[key], samples[role as FieldRole])) yield `${key} is no field for ${role}`
  },
  P124: (d) => {
    const known = d.form.flatMap(({ fields }) => fields)
    return Object.keys(d.fields)
      .filter((key) => !known.includes(key))
      .map((key) => `field ${key} stands in no section of the form`)
  },
  P125: function* (d, processes) {
    for (const name of Object.keys(d.collects))
      if (!processes.some((one) => one.name === name && one.campaign?.of.name === d.name))
        yield `collects ${name}, which is no process of this campaign`
    for (const { name, campaign } of processes)
      if (campaign?.of.name === d.name && !Object.hasOwn(d.collects, name)) yield `does not collect ${name}`
  },
  // A sweep that names no move would move nobody, and say so to nobody.
  P126: function* (d, processes) {
    const entries = collectedBy(d, processes)
    for (const { name, sweep } of d.moves)
      for (const process of sweep ? entries : [])
        for (const state of sweep?.from ?? [])
          if (
            !sweptMoves(process).some((move) => move.from.includes(state) && sweep?.moves.includes(move.name))
          )
            yield `move ${name} leaves the entries of ${process.name} in ${state}: it makes none of their moves`
    const swept = new Set([...d.moves.flatMap(({ sweep }) => sweep?.moves ?? []), ...(d.apart ?? [])])
    for (const process of entries)
      for (const { name } of sweptMoves(process))
        if (!swept.has(name)) yield `no move makes ${name} of ${process.name}`
  },
  P127: function* (d, processes) {
    for (const { name, campaign, moves } of collectedBy(d, processes)) {
      const read = [
        ...(campaign?.takes ?? []),
        ...moves.flatMap(({ term }) => (term ? ['days' in term ? term.days : term.hours] : [])),
      ]
      for (const key of read)
        if (!Object.hasOwn(d.fields, key)) yield `${name} reads ${key}, which is no field`
    }
  },
  P128: function* ({ moves }) {
    const seen = new Set<string>()
    for (const { name, from, by } of moves)
      for (const state of from) {
        const key = `${state} ${by === 'host' ? name : 'clock'}`
        if (seen.has(key)) yield `two moves ${name} from ${state} cannot be told apart`
        seen.add(key)
      }
  },
  P129: function* ({ fields, list }) {
    for (const key of list?.filters ?? []) {
      if (narrowing(fields[key]) === null) yield `the list is filtered by ${key}, which narrows nothing`
      if (Object.hasOwn(campaignQuery.shape, key)) yield `the filter ${key} has a name that every list uses`
    }
  },
}

/** Every fault of the campaigns, and of what the processes expect of them; empty when they are sound. */
export function checkCampaigns(campaigns: readonly AnyCampaign[], processes: readonly AnyProcess[]): Fault[] {
  return campaigns.flatMap((campaign) =>
    Object.entries(rules).flatMap(([code, rule]) =>
      [...rule(campaign, processes)].map((message) => ({ code, message: `${campaign.name}: ${message}` })),
    ),
  )
}
