import { describe, expect, it } from 'vitest'
import { records } from '../records/registry.gen.ts'
import type { AnyRecord } from '../define.ts'
import { verbs } from '../flows/review.ts'
import { grants } from './access.ts'
import { matrixOf } from './matrix.ts'
import { roles } from './roles.ts'

const all: readonly AnyRecord[] = Object.values(records)
const definitionOf = (name: string) => all.find((one) => one.name === name) ?? all[0]!

describe('the matrix', () => {
  it('says what is known of a reviewed type, role by role', () => {
    const study = definitionOf('studyExperience')
    const teacher = matrixOf(2, study)
    expect([...teacher.keys()].toSorted()).toEqual([
      'appeal',
      'create',
      'delete',
      'edit',
      'remark',
      'see',
      'submit',
      'urge',
      'withdraw',
    ])
    expect(teacher.get('submit')?.map(({ state }) => state)).toEqual(['draft', 'withdrawn'])
    const school = matrixOf(3, study)
    expect(school.get('approve')).toEqual([{ state: 'inReview', situation: 'holds' }])
    expect(school.get('urge')).toEqual([{ state: 'inReview', situation: 'below' }])
    expect(matrixOf(6, study).get('urge')).toBeUndefined()
    expect(school.get('edit')).toBeUndefined()
    expect(school.get('create')).toBeUndefined()
  })

  it('gives roles without archives nothing', () => {
    for (const role of [1, 99, 100, 101, 102] as const)
      for (const definition of all)
        expect(matrixOf(role, definition).size, `${role} ${definition.name}`).toBe(0)
  })

  it('never says more than a line of the deciding table allows, and misses no line', () => {
    const said = new Set<string>()
    for (const { role } of roles) {
      for (const definition of all) {
        for (const [verb, cells] of matrixOf(role, definition)) {
          if (verb === 'see') continue
          for (const { state } of cells) {
            const line = grants.find(
              (g) => g.verb === verb && g.regimes.includes(definition.regime) && g.states.includes(state),
            )
            expect(line, `${role} ${definition.name} ${verb} ${state}`).toBeDefined()
            said.add(`${verb} ${definition.regime} ${state}`)
          }
        }
      }
    }
    // Regimes that no declared type has with a chain of its own aside, every line is somebody's.
    for (const verb of verbs)
      expect(
        [...said].some((one) => one.startsWith(`${verb} `)),
        verb,
      ).toBe(true)
  })
})
