import { expect, it } from 'vitest'
import { roundRules, rulesFor } from '../contract/review/rules.ts'
import { processes } from '../processes/processes.ts'
import { rubricNames, rubricOf } from './rubrics.ts'

it.each(rubricNames)('%s is a rubric that a round may begin with, a hundred points in all', (name) => {
  const rules = rulesFor(name)
  expect(roundRules.parse(rules)).toEqual(rules)
  expect(rules.rubric.reduce((sum, { max }) => sum + max, 0)).toBe(10_000)
  for (const { bands, max } of rules.rubric)
    expect(bands.every(({ from }, at) => from < (bands[at - 1]?.from ?? max + 1))).toBe(true)
})

it('scores a research project by its research and not by the conduct of its author', () => {
  const { rubric } = processes.researchProject.campaign?.reviewed ?? { rubric: 'talent' }
  expect(rubricOf(rubric).rubric.map(({ label, max }) => [label, max / 100])).toEqual([
    ['选题价值', 20],
    ['研究设计', 30],
    ['方法可行', 20],
    ['基础保障', 15],
    ['预期成果', 15],
  ])
  for (const name of ['researchPaper', 'teachingCase'] as const) {
    const own = rubricOf(processes[name].campaign?.reviewed?.rubric ?? 'talent')
    expect(own.rubric.map(({ label }) => label)).not.toContain('师德表现')
  }
})
