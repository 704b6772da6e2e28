import { describe, expect, it } from 'vitest'
import { checkProcesses } from './check.ts'
import { partiesOf, type AnyProcess } from './define.ts'
import lifeCycles from './life-cycles.json' with { type: 'json' }
import { processes, processNames } from './processes.ts'

const all: readonly AnyProcess[] = Object.values(processes)

it('the declarations are sound, and the names are all of them', () => {
  expect(checkProcesses(all)).toEqual([])
  expect(all.map(({ name }) => name)).toEqual([...processNames])
})

/** A declaration with one part exchanged. */
const bent = (change: Partial<AnyProcess>): AnyProcess => ({ ...processes.transfer, ...change }) as AnyProcess
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
  statusChange: {
    'done takeBack cancelled': 'issue 15: a move taken back restores what it changed',
  },
}

const roleOf = (definition: AnyProcess, party: string): string[] => {
  const declared = definition.parties[party]
  const isSchool = declared?.is === 'starter' || declared?.is === 'personnelOf' || declared?.is === 'field'
  return isSchool ? ['3'] : ['4', '5', '6']
}

describe.each(all.map((definition) => [definition.name, definition] as const))('%s', (name, definition) => {
  const model = lifeCycles[name as keyof typeof lifeCycles]
  const declared = definition.moves.flatMap((move) =>
    move.from.map((from) => `${from} ${move.name} ${move.to}`),
  )
  const modelled = model.transitions.flatMap(({ from, action, to }) =>
    from.map((state) => `${state} ${action} ${to}`),
  )

  it('has the states of its life cycle', () => {
    expect(Object.entries(definition.states).map(([key, { label }]) => [key, label])).toEqual(model.states)
    expect(definition.initial).toBe(model.initial)
    const finals = Object.keys(definition.states).filter((key) => 'final' in (definition.states[key] ?? {}))
    expect(finals).toEqual(model.final)
  })

  it('has each of its transitions, and beyond them only what is written down', () => {
    expect(modelled.filter((one) => !declared.includes(one))).toEqual([])
    expect([...new Set(declared.filter((one) => !modelled.includes(one)))].toSorted()).toEqual(
      Object.keys(beyond[name] ?? {}).toSorted(),
    )
  })

  it('lets the parties make a transition whose roles the model names', () => {
    for (const transition of model.transitions)
      for (const state of transition.from) {
        const found = definition.moves.filter(
          (move) => move.name === transition.action && move.to === transition.to && move.from.includes(state),
        )
        const roles = new Set(
          found.flatMap((move) => [
            ...(move.by === 'clock' ? ['system'] : []),
            ...partiesOf(definition, move, state).flatMap((party) => roleOf(definition, party)),
          ]),
        )
        for (const role of roles)
          expect(transition.roles, `${name} ${state} ${transition.action}`).toContain(role)
      }
  })
})
