import { describe, expect, it } from 'vitest'
import { campaignStates } from './campaigns.ts'
import { checkProcesses } from './check.ts'
import type { AnyProcess } from './define.ts'
import { climbing, partiesOf, staffOf } from './reading.ts'
import lifeCycles from './life-cycles.json' with { type: 'json' }
import { processes, processNames, processOf } from './processes.ts'

const all: readonly AnyProcess[] = processNames.map(processOf)

it('the declarations are sound, each under its name', () => {
  expect(checkProcesses(all)).toEqual([])
  for (const [key, { name }] of Object.entries(processes)) expect(name).toBe(key)
})

/** A declaration with one part exchanged. */
const bent = (change: Partial<AnyProcess>): AnyProcess => ({ ...processes.transfer, ...change }) as AnyProcess
const project = (change: Partial<AnyProcess>): AnyProcess =>
  ({ ...processes.researchProject, ...change }) as AnyProcess
const states = processes.transfer.states as AnyProcess['states']
const moves: AnyProcess['moves'] = processes.transfer.moves

describe('a planted fault is named by its number', () => {
  it.each<[string, AnyProcess]>([
    ['P101', bent({ states: { ...states, lost: { label: '丢失', final: 'failed' } } })],
    ['P102', bent({ moves: moves.filter(({ from }) => !from.includes('pendingSender')) })],
    ['P103', bent({ moves: moves.filter(({ by }) => by !== 'clock') })],
    ['P104', bent({ states: { ...states, pendingSender: { label: '待办', waitsFor: 'effectiveOn' } } })],
    [
      'P105',
      bent({
        parties: { a: { label: '一', is: 'authorityOf', of: 'b' }, b: { label: '二', is: 'starter' } },
      }),
    ],
    ['P106', bent({ form: [] })],
    ['P107', bent({ moves: moves.map((move) => ({ ...move, effects: [] })) })],
    ['P108', bent({ moves: moves.filter(({ handsIn }) => !handsIn) })],
    ['P109', bent({ moves: [...moves, ...moves] })],
    ['P111', project({ stages: {} })],
    ['P112', project({ campaign: { name: 'researchNotice', placeless: ['draft'], takes: [] } })],
  ])('%s', (code, definition) => {
    expect(checkProcesses([definition]).map((fault) => fault.code)).toContain(code)
  })

  it('P110', () => {
    expect(checkProcesses([processes.transfer, processes.transfer]).map(({ code }) => code)).toEqual(['P110'])
  })
})

/**
 * Where a declaration goes beyond the life cycle of the domain model, with the reason. An entry is
 * `from action to`.
 */
const beyond: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  transfer: {
    'pendingSender answerFor pendingSenderAuthority':
      'personnel.md §6: of a silent sender the superior may answer, with a reason',
    'done takeBack cancelled': 'issue 15: a move taken back restores what it changed',
  },
  posting: {
    'active endEarly ended':
      'the model’s one move `end` is the clock’s; ended early it asks for the day and a reason',
  },
  researchProject: {
    'expertReview publicize publicity': 'issue 19: 公示 before 立项, where the notice has days for it',
    'publicity establish established': 'issue 19: by the clock, once no objection is open',
    'publicity object notApproved': 'issue 19: an objection upheld',
    'closed revoke terminated': 'issue 19: what is withdrawn is taken out of the archive again',
  },
  researchPaper: {
    'awarded revoke rejected': 'issue 19: what is withdrawn is taken out of the archive again',
  },
  teachingCase: {
    'awarded revoke rejected': 'issue 19: what is withdrawn is taken out of the archive again',
  },
  declaration: {
    'materialReview pass materialReview':
      'issue 19: the staff of 100, 101 and 102 check one after the other; the model leaves their order open',
    'supplement lapse rejected': 'issue 19: the term of a supplement ends by the clock',
    'publicity grant approved': 'issue 19: by the clock, once no objection is open',
    'approved revoke rejected': 'issue 19: what is withdrawn is taken out of the archive again',
  },
  statusChange: {
    'done takeBack cancelled': 'issue 15: a move taken back restores what it changed',
  },
}

/**
 * Four states of waiting for an office are one that climbs (design of processes, section 1): the words of the
 * model on the left, the declared state on the right.
 */
const climbs: Readonly<Record<string, string>> = {
  pendingSchool: 'recommending',
  pendingArea: 'recommending',
  pendingCity: 'recommending',
  pendingProvince: 'recommending',
}
const stateOf = (name: string): string => climbs[name] ?? name
const walks = ({ states }: AnyProcess): boolean => Object.hasOwn(states, 'recommending')

/** States that the model does not have, with the reason. */
const statesBeyond: Readonly<Record<string, readonly string[]>> = {
  // Issue 19: what is to be established hangs out first; the model has publicity for declarations only.
  researchProject: ['publicity'],
}

/** Transitions that others make than the model says, with the reason. */
const standIns: Readonly<Record<string, string>> = {
  'declaration expertReview score': 'decision 0079: the office closes the round of the experts',
}

const roleOf = (definition: AnyProcess, party: string): string[] => {
  const declared = definition.parties[party]
  if (declared?.is === 'person') return ['2']
  const isSchool = declared?.is === 'starter' || declared?.is === 'personnelOf' || declared?.is === 'field'
  return isSchool ? ['3'] : ['4', '5', '6']
}

/** Whoever collects, or holds what climbs, may stand at any level; the model says which by a condition. */
const isAnyLevel = (definition: AnyProcess, party: string): boolean =>
  party === climbing || definition.parties[party]?.is === 'campaignHost'

describe.each(all.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
  const model = lifeCycles[name as keyof typeof lifeCycles]
  const states = model.states.map(
    ([key = '', label = '']) => [walks(definition) ? stateOf(key) : key, label] as const,
  )
  const came = (state: string) => (walks(definition) ? stateOf(state) : state)
  const declared = definition.moves.flatMap((move) =>
    move.from.map((from) => `${from} ${move.name} ${move.to}`),
  )
  const modelled = model.transitions.flatMap(({ from, action, to }) =>
    from.map((state) => `${came(state)} ${action} ${came(to)}`),
  )

  it('has the states of its life cycle', () => {
    const beyondModel = statesBeyond[name] ?? []
    const own = Object.entries(definition.states).filter(([key]) => !beyondModel.includes(key))
    const labels = new Map<string, string>(own.map(([key, { label }]) => [key, label]))
    expect([...labels.keys()].toSorted()).toEqual([...new Set(states.map(([key]) => key))].toSorted())
    // The interface says 审核 for what the model calls 审批 (glossary).
    for (const [key, label = ''] of states)
      if (key !== 'recommending') expect(labels.get(key)).toBe(label.replace('审批', '审核'))
    expect(definition.initial).toBe(model.initial)
    const finals = Object.keys(definition.states).filter((key) => 'final' in (definition.states[key] ?? {}))
    expect(finals.toSorted()).toEqual(model.final.toSorted())
  })

  it('has each of its transitions, and beyond them only what is written down', () => {
    expect(modelled.filter((one) => !declared.includes(one))).toEqual([])
    expect([...new Set(declared.filter((one) => !modelled.includes(one)))].toSorted()).toEqual(
      Object.keys(beyond[name] ?? {}).toSorted(),
    )
  })

  it('lets the parties make a transition whose roles the model names', () => {
    for (const transition of model.transitions)
      for (const state of transition.from.map(came)) {
        const found = definition.moves.filter(
          (move) =>
            move.name === transition.action && move.to === came(transition.to) && move.from.includes(state),
        )
        if (standIns[`${name} ${state} ${transition.action}`] !== undefined) continue
        const staff = staffOf(definition.states[state])?.roles
        const parties = staff ? [] : found.flatMap((move) => partiesOf(definition, move, state))
        const roles = new Set([
          ...(found.some((move) => move.by === 'clock') ? ['system'] : []),
          ...(staff ?? []).map(String),
          ...parties
            .filter((party) => !isAnyLevel(definition, party))
            .flatMap((party) => roleOf(definition, party)),
        ])
        const told = `${name} ${state} ${transition.action}`
        for (const role of roles) expect(transition.roles, told).toContain(role)
        if (parties.some((party) => isAnyLevel(definition, party)))
          expect(
            transition.roles.some((role) => ['3', '4', '5', '6'].includes(role)),
            told,
          ).toBe(true)
      }
  })
})

it('a batch of declarations has the states and transitions of its life cycle that are not those of each entry', () => {
  const { states, transitions } = lifeCycles.declareBatch
  const ofEntries = ['reviewing', 'publicity']
  expect(Object.entries(campaignStates)).toEqual(
    states.filter(([key = '']) => !ofEntries.includes(key)).map(([key, label]) => [key, label]),
  )
  const ours = transitions.filter(
    ({ to, from }) => !ofEntries.includes(to) && !from.some((one) => ofEntries.includes(one)),
  )
  expect(ours.map(({ action }) => action).toSorted()).toEqual(['cancel', 'close', 'extend', 'open'])
})
