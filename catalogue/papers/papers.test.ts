import { describe, expect, it } from 'vitest'
import type { QuestionValue } from '../questions/value.ts'
import { questionValue } from '../questions/value.ts'
import { planAnswerSheet } from './answer-sheet.ts'
import { assemble, type Candidate } from './assemble.ts'
import { fillCells } from './capacity.ts'
import { difficultyOfRate, measuredRate, rateOfDifficulty, type ItemFacts } from './facts.ts'
import { judgeExam } from './exam-rules.ts'
import { judgePaper } from './judge.ts'
import { relaxed } from './relax.ts'
import { seeded } from './seeded.ts'
import { figuresOf, shownFigures } from './statistics.ts'
import { twoWayOf } from './two-way.ts'
import { blueprint, paperValue, type PaperValue } from './value.ts'
import { fixedPlaces, lopsided, printedAs, variantB } from './variants.ts'

const today = '2026-11-29'
const facts = (question: number, over: Partial<ItemFacts> = {}): ItemFacts => ({
  question,
  no: 1,
  family: question,
  variant: `v${question}`,
  structure: 'single',
  form: '01',
  difficulty: '3',
  rate: 650,
  cognitive: '2',
  points: [question % 3],
  nodes: [],
  score: 3,
  reach: '1',
  ...over,
})
const paper = (over: object = {}): PaperValue =>
  paperValue.parse({
    title: '期中',
    examPaperKind: '03',
    schoolStage: '3',
    grade: '09',
    subject: '14',
    totalScore: 9,
    sections: [
      { title: '选择题', form: '01', scorePer: 3, items: [1, 2, 3].map((question) => ({ question, no: 1 })) },
    ],
    ...over,
  })
const codes = (value: PaperValue, over: Readonly<Record<number, Partial<ItemFacts>>> = {}) =>
  judgePaper(value, (question) => facts(question, over[question]), today)
    .filter(({ level }) => level === 'error')
    .map(({ code, field }) => `${code} ${field}`)

describe('judging a paper', () => {
  it('finds nothing in a whole one', () => expect(codes(paper())).toEqual([]))
  it('finds totals that disagree, and adds tenths exactly', () => {
    expect(codes(paper({ totalScore: 10 }))).toEqual(['P106 totalScore'])
    const items = [1, 2, 3].map((question) => ({ question, no: 1, score: [0.1, 0.2, 0.7][question - 1] }))
    expect(codes(paper({ totalScore: 1, sections: [{ title: '一', items }] }))).toEqual([])
  })
  it('finds a question twice, a family twice, and one that gives another away', () => {
    expect(codes(paper(), { 2: { family: 1 } })).toEqual(['P108 sections.0.items.1'])
    expect(codes(paper(), { 3: { variant: 'v1' } })).toEqual(['P108 sections.0.items.2'])
  })
  it('finds questions that readers of the paper do not read', () =>
    expect(codes(paper({ shareScope: '2' }), { 1: { reach: '2' }, 2: { reach: '2' } })).toEqual([
      'P109 sections.0.items.2',
    ]))
  it('counts m of n', () => {
    const [section] = paper().sections
    expect(codes(paper({ totalScore: 6, sections: [{ ...section, choose: 2 }] }))).toEqual([])
    expect(codes(paper({ sections: [{ ...section, choose: 4 }] }))).toContain('P104 sections.0')
  })
})

describe('rules of examinations', () => {
  const verdicts = (over: object) =>
    judgeExam(
      { schoolStage: '3', grade: '09', examPaperKind: '03', shareScope: '1', examDate: null, ...over },
      today,
    ).map(({ verdict, field }) => `${verdict} ${field}`)
  it('refuse written examinations of the first grades, with their source', () => {
    expect(verdicts({ schoolStage: '2', grade: '01', examPaperKind: '04' })).toEqual(['refuse examPaperKind'])
    expect(
      judgeExam(
        { schoolStage: '2', grade: '01', examPaperKind: '04', shareScope: '1', examDate: null },
        today,
      )[0]?.message,
    ).toContain('教基厅函')
  })
  it('warn of monthly ones, and refuse joint ones of grades that do not graduate', () => {
    expect(verdicts({ grade: '07', examPaperKind: '02' })).toEqual(['warn examPaperKind'])
    expect(verdicts({ grade: '08', shareScope: '2' })).toEqual(['refuse shareScope'])
    expect(verdicts({ shareScope: '2' })).toEqual([])
  })
  it('refuse papers of national examinations before their day', () => {
    expect(verdicts({ examPaperKind: '07', examDate: '2026-11-30' })).toEqual(['refuse examDate'])
    expect(verdicts({ examPaperKind: '07', examDate: '2026-11-28' })).toEqual([])
  })
})

const candidate = (question: number, over: Partial<Candidate> = {}): Candidate => ({
  ...facts(question),
  reach: '1',
  under: { points: [question % 3], nodes: [] },
  isRecent: false,
  uses: question % 7,
  rate: rateOfDifficulty(String((question % 5) + 1)),
  difficulty: String((question % 5) + 1),
  cognitive: String((question % 4) + 1),
  ...over,
})
const pool = (count: number) => Array.from({ length: count }, (_, i) => candidate(i + 1))

describe('assembling', () => {
  const asked = (over: object = {}) =>
    blueprint.parse({
      rows: [{ form: '01', count: 8, score: 3 }],
      rate: 650,
      cognitive: { '2': 12 },
      ...over,
    })
  const chosen = (result: ReturnType<typeof assemble>) =>
    'chosen' in result ? result.chosen.flat().map(({ question }) => question) : []

  it('makes the same paper of the same pool in any order, and another one of another seed', () => {
    const one = chosen(assemble(asked(), pool(60)))
    expect(chosen(assemble(asked(), pool(60).toReversed()))).toEqual(one)
    expect(chosen(assemble(asked({ seed: 7 }), pool(60)))).not.toEqual(one)
  })
  it('comes near its targets', () => {
    const result = assemble(asked(), pool(60))
    expect('targets' in result && result.targets).toMatchObject([
      { kind: 'rate', wanted: 650, reached: expect.closeTo(650, -2) },
      { kind: 'cognitive', key: '2', wanted: 12, reached: 12 },
    ])
  })
  it('satisfies every hard limit, whatever the pool', () => {
    const draw = seeded(5)
    for (let turn = 0; turn < 20; turn += 1) {
      const rows = [
        { form: '01', count: 1 + draw(4), score: 3, easiest: '2', hardest: '4' },
        { form: '01', count: 1 + draw(4), score: 5, points: [1 + draw(2)] },
      ]
      const given = asked({ rows, seed: turn, excluded: [4, 9] })
      const candidates = pool(20 + draw(20)).map((one) => ({ ...one, family: Math.ceil(one.question / 2) }))
      const result = assemble(given, candidates)
      if (!('chosen' in result)) continue
      const all = result.chosen.flat()
      expect(new Set(all.map(({ family }) => family)).size).toBe(all.length)
      expect(all.some(({ question }) => question === 4 || question === 9)).toBe(false)
      expect(result.chosen.map((list) => list.length)).toEqual(rows.map(({ count }) => count))
      for (const one of result.chosen[0] ?? []) expect(['2', '3', '4']).toContain(one.difficulty)
      for (const one of result.chosen[1] ?? []) expect(one.under.points).toEqual(rows[1]?.points)
    }
  })
  it('says what is short and what relaxing would bring', () => {
    const rows = [{ form: '01', count: 10, score: 3, points: [1] }]
    const ten = pool(16).map((one) => ({
      ...one,
      reach: one.question % 2 === 0 ? ('2' as const) : ('1' as const),
    }))
    const given = asked({ rows, within: '1' })
    expect(assemble(given, ten)).toMatchObject({
      short: [
        {
          row: 0,
          wanted: 10,
          found: 3,
          relaxations: [
            { how: 'reach', more: 3 },
            { how: 'points', more: 5 },
          ],
        },
      ],
    })
    expect(assemble(relaxed(given, 0, 'points'), ten)).toMatchObject({ short: [{ found: 8 }] })
    const both = relaxed(relaxed(given, 0, 'points'), 0, 'reach')
    expect(chosen(assemble(both, ten))).toHaveLength(10)
  })
  it('gives up one step of difficulty on each side, never below the easiest', () => {
    const rows = [
      { form: '01', count: 1, score: 3, easiest: '1', hardest: '3' },
      { form: '01', count: 1, score: 3, easiest: '2', hardest: '2' },
    ]
    const given = relaxed(relaxed(asked({ rows, unusedMonths: 6 }), 0, 'difficulty'), 1, 'recent')
    expect(given.rows).toMatchObject([{ easiest: '1', hardest: '4' }, rows[1]])
    expect(given.unusedMonths).toBe(0)
  })
  it('fills cells that overlap, where drawing greedily would fail', () => {
    const cells = new Map([
      [1, [0, 1]],
      [2, [0]],
      [3, [0, 1]],
    ] as const)
    const { filled, isEnough } = fillCells([2, 1], cells)
    expect(isEnough).toBe(true)
    expect(filled.map((list) => list.length)).toEqual([2, 1])
  })
  it('keeps what stays, and nothing akin to it', () => {
    const kept = [{ row: 0, candidate: candidate(5) }]
    const result = chosen(assemble(asked(), pool(12), kept))
    expect(result[0]).toBe(5)
    expect(new Set(result).size).toBe(8)
  })
  it('chooses 25 of 12 000 within a second', () => {
    const many = pool(12_000)
    const from = performance.now()
    expect(chosen(assemble(asked({ rows: [{ form: '01', count: 25, score: 4 }] }), many))).toHaveLength(25)
    expect(performance.now() - from).toBeLessThan(2_000)
  })
})

const question = (over: object): QuestionValue =>
  questionValue.parse({ questionKind: 'single', stem: '<p>题</p>', answer: 'A', ...over })
const options = (...texts: string[]) => texts.map((content, i) => ({ key: 'ABCDEFGH'.charAt(i), content }))

describe('paper B', () => {
  it('keeps options in place that name others, all of them, or ascend', () => {
    expect([...fixedPlaces(options('甲', '乙', '以上都对'))]).toEqual([2])
    expect([...fixedPlaces(options('甲', '乙', 'A和B', '丙'))]).toHaveLength(4)
    expect([...fixedPlaces(options('$1$', '$2$', '$3$', '$10$'))]).toHaveLength(4)
    expect([...fixedPlaces(options('3', '1', '2'))]).toEqual([])
    expect([...fixedPlaces(options('7:30', '8:00', '9:15'))]).toHaveLength(3)
  })
  it('answers each question as paper A does, whatever the seed', () => {
    const values = Array.from({ length: 12 }, (_, i) =>
      question({ options: options('甲', '乙', '丙', '以上都对'), answer: 'ABCD'.charAt(i % 4) }),
    )
    const value = paper({
      sections: [{ title: '一', items: values.map((_, i) => ({ question: i + 1, no: 1 })) }],
    })
    for (let seed = 1; seed < 40; seed += 1) {
      const b = variantB(value, (id) => values[id - 1], seed)
      expect(b.sections[0]?.toSorted((x, y) => x - y)).toEqual(values.map((_, i) => i))
      for (const [i, before] of values.entries()) {
        const after = printedAs(b, i + 1, before)
        const text = (one: QuestionValue) => one.options.find(({ key }) => key === one.answer)?.content
        expect(text(after)).toBe(text(before))
        expect(after.options.at(-1)?.content).toBe('以上都对')
        expect(after.options.map(({ key }) => key)).toEqual(['A', 'B', 'C', 'D'])
      }
    }
  })
  it('has no lopsided key', () => {
    expect(lopsided(['A', 'A', 'A', 'A', 'A', 'B'])).toBeGreaterThan(0)
    const values = Array.from({ length: 20 }, () => question({ options: options('甲', '乙', '丙', '丁') }))
    const value = paper({
      sections: [{ title: '一', items: values.map((_, i) => ({ question: i + 1, no: 1 })) }],
    })
    const b = variantB(value, (id) => values[id - 1], 3)
    const key = (b.sections[0] ?? []).map((at) =>
      String(printedAs(b, at + 1, values[at] ?? question({})).answer),
    )
    expect(lopsided(key)).toBe(0)
  })
})

describe('figures of results', () => {
  const worked = '11111 11110 11101 11100 11010 10100 11000 01001 10000 00000'
    .split(' ')
    .map((row) => [...row].map(Number))
  const full = [1, 1, 1, 1, 1]
  const three = (one: number | null | undefined) =>
    one === null || one === undefined ? null : Number(one.toFixed(3))

  it('are those of the worked example, in any order of the pupils', () => {
    for (const rows of [worked, worked.toReversed(), worked.toSorted((a, b) => (a[3] ?? 0) - (b[3] ?? 0))]) {
      const figures = figuresOf({ full, rows })
      expect(figures.items.map(({ p }) => three(p))).toEqual([0.8, 0.7, 0.5, 0.3, 0.3])
      expect(figures.items.map(({ d }) => three(d))).toEqual([0.444, 0.778, 0.889, 0.667, 0.556])
      expect(figures.items.map(({ r }) => three(r))).toEqual([0.32, 0.519, 0.44, 0.386, 0.189])
      expect([figures.alpha, figures.sd, figures.sem].map(three)).toEqual([0.613, 1.506, 0.937])
    }
  })
  it('say nothing of reliability where all get full marks, and are never NaN', () => {
    const figures = figuresOf({ full, rows: worked.map(() => [1, 1, 1, 1, 1]) })
    expect(figures.alpha).toBeNull()
    expect(figures.items.map(({ d, r }) => [d, r])).toEqual(full.map(() => [0, null]))
    expect(JSON.stringify(figuresOf({ full, rows: [] }))).not.toContain('NaN')
  })
  it('show only rates with intervals of few pupils', () => {
    const shown = shownFigures(figuresOf({ full, rows: worked.slice(0, 9) }))
    expect(shown).toMatchObject({ n: 9, mean: null, alpha: null, isFew: true })
    expect(
      shown.items.every(
        ({ p, interval, d, r }) => p !== null && interval !== null && d === null && r === null,
      ),
    ).toBe(true)
  })
  it('weigh what was declared as fifty pupils', () => {
    expect(measuredRate(40, 520, 650)).toBe(592)
    expect(['1', '2', '3', '4', '5'].map((code) => difficultyOfRate(rateOfDifficulty(code)))).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ])
  })
})

it('the table of a paper adds up', () => {
  const table = twoWayOf(paper(), (id) => facts(id, { cognitive: String(id), rate: 500 + id * 100 }))
  expect(table.total).toBe(9)
  expect(table.columns).toEqual([3, 3, 3, 0])
  expect(table.rows.reduce((sum, { score }) => sum + score, 0)).toBe(9)
  expect(table.rate).toBe(700)
})

it('an answer sheet has a place for every question, on its pages and apart from the others', () => {
  const items = Array.from({ length: 24 }, (_, i) => ({
    number: String(i + 1),
    kind: i < 12 ? ('choice' as const) : i < 16 ? ('blank' as const) : ('essay' as const),
    count: i < 12 ? 4 : 1,
    score: 8,
    lines: null,
  }))
  const plan = planAnswerSheet('T', items)
  const boxes = [...plan.bubbles, ...plan.blanks, ...plan.frames, ...plan.examinee, ...plan.corners]
  expect(new Set([...plan.bubbles, ...plan.blanks, ...plan.frames].map(({ number }) => number)).size).toBe(24)
  for (const [i, one] of boxes.entries()) {
    expect(one.page).toBeLessThanOrEqual(plan.pages)
    expect(one.y + one.height).toBeLessThanOrEqual(plan.paper.height)
    for (const other of boxes.slice(i + 1))
      expect(
        one.page !== other.page ||
          one.x + one.width <= other.x ||
          other.x + other.width <= one.x ||
          one.y + one.height <= other.y ||
          other.y + other.height <= one.y,
      ).toBe(true)
  }
})
