import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor } from '../catalogue/access/access.ts'
import { blueprint, paperValue } from '../catalogue/papers/value.ts'
import { questionValue, type QuestionValue } from '../catalogue/questions/value.ts'
import { assemblePaper, type PinnedQuestion } from '../server/engine/papers/index.ts'
import { sheetOf, type PrintSource } from '../server/features/papers/print.ts'
import { wordOfPaper } from '../server/features/papers/word.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { startEmbedded } from '../server/platform/db/embedded/embedded.ts'
import { migrate } from '../server/platform/db/migrate.ts'
import { sql } from '../server/platform/db/sql.ts'
import { createLog } from '../server/platform/log/log.ts'
import { openPrinter } from '../server/platform/pdf/index.ts'
import { say, sayLoad, timed } from './timed.ts'

/**
 * Papers: 25 questions by a blueprint from `BENCH_POOL` (100 000) of the shelf, and the print of a paper with
 * `BENCH_FORMULAS` (120) formulas on four pages of B4, as PDF and as Word. Aims of resources.md, 10: 1 s, 3 s,
 * 1.5 s. `BENCH_TIMES` (20) each.
 */
const pool = Number(process.env['BENCH_POOL'] ?? 100_000)
const formulas = Number(process.env['BENCH_FORMULAS'] ?? 120)
const times = Number(process.env['BENCH_TIMES'] ?? 20)

const teacher: Actor = {
  identityId: 1,
  personId: 1,
  role: 2,
  name: '教师',
  institutionId: 4,
  institution: '学校',
  teacherId: 1,
}

const plan = blueprint.parse({
  rows: [
    { form: '01', count: 12, score: 5 },
    { form: '04', count: 8, score: 5 },
    { form: '06', count: 5, score: 10 },
  ],
  rate: 650,
  cognitive: { '2': 40, '3': 60 },
  points: [
    { point: 1, score: 30 },
    { point: 2, score: 30 },
  ],
})

async function assembling(): Promise<void> {
  const folder = process.env['BENCH_DATA'] ?? (await mkdtemp(join(tmpdir(), 'xingtan-papers-')))
  const database = await startEmbedded(folder, createLog('warn'))
  await migrate(database.ownerUrl, 'server/migrations')
  const db = openDatabase({ url: database.ownerUrl, max: 2, statementTimeout: 0 })
  try {
    await db.execute(sql`
      insert into institution (id, parent_id, level, province_id, city_id, district_id, code, name, kind, area_code)
      overriding system value
      values (1, null, 'province', 1, null, null, 'P', '省', 'office', '440000'),
        (2, 1, 'city', 1, 2, null, 'C', '市', 'office', '441700'),
        (3, 2, 'district', 1, 2, 3, 'D', '区', 'office', '441702'),
        (4, 3, 'school', 1, 2, 3, 'S', '学校', '40', '441702')
      on conflict do nothing`)
    await db.execute(
      sql`insert into person (id, name) overriding system value values (1, '教师') on conflict do nothing`,
    )
    await db.execute(sql`
      insert into identity (id, person_id, role, institution_id) overriding system value
      values (1, 1, 2, 4) on conflict do nothing`)
    const value = sql`jsonb_build_object('questionKind', r.structure, 'questionForm', r.form, 'schoolStage', '3',
      'subject', '14', 'difficulty', (1 + n % 5)::text, 'cognitiveLevel', (1 + n % 4)::text,
      'stem', '<p>解方程 $x^2-' || n || 'x+6=0$</p>', 'options', '[]'::jsonb, 'answer', null, 'analysis', '',
      'points', jsonb_build_array(1 + n % 40), 'nodes', '[]'::jsonb, 'score', null, 'parts', '[]'::jsonb,
      'scoringPoints', '[]'::jsonb)`
    const rows = sql`generate_series(1, ${pool}::int) n
      cross join lateral (select (array['01', '04', '06'])[1 + n % 3] as form,
        (array['single', 'blank', 'essay'])[1 + n % 3] as structure) r`
    await db.execute(sql`
      insert into question (id, value, title, state, last_no, live_no, reach, reach_key, by_identity,
        author_identity, institution_id, district_id, city_id, province_id)
      overriding system value
      select n, ${value}, '题' || n, 'published', 1, 1, '1', 4, 1, 1, 4, 3, 2, 1 from ${rows} on conflict do nothing`)
    await db.execute(sql`
      insert into question_version (question_id, no, value, plain, stem_hash, variant_hash, bands, by_identity)
      select n, 1, ${value}, '题' || n, 's' || n, 'v' || n, array[n], 1 from ${rows} on conflict do nothing`)
    await db.execute(sql`
      insert into shelf (kind, item_id, version, reach, reach_key, institution_id, district_id, city_id, province_id,
        title, author, stage, subject, form, structure, difficulty, node_ids, point_ids, terms, uses, published_at)
      select 'question', n, 1, '1', 4, 4, 3, 2, 1, '题' || n, '教师', '3', '14', r.form, r.structure, (1 + n % 5)::text,
        '{}', array[1 + n % 40], array_to_tsvector(array['w' || n]), n % 50, now() - make_interval(mins => n)
      from ${rows} on conflict do nothing`)
    await db.execute(sql`vacuum analyze shelf, question, question_version`)
    say(`${pool} questions`)
    await timed('a paper of 25 by a blueprint', { aim: 1_000, times }, async (n) => {
      const asked = { schoolStage: '3', subject: '14', blueprint: { ...plan, seed: n }, kept: [] }
      const { chosen } = await assemblePaper({ db, fileAddress: () => '' }, teacher, asked)
      if (chosen?.flat().length !== 25) throw new Error('the paper is short')
    })
  } finally {
    await db.close()
    await database.stop()
    if (process.env['BENCH_DATA'] === undefined) await rm(folder, { recursive: true, force: true })
  }
}

/** School formulas of several kinds; each question has three of its own, so that none is drawn from a memory. */
const formulaOf = (n: number): string =>
  [
    `x^2-${n}x+\\frac{${n}}{2}=0`,
    `\\sqrt{a^2+${n}b}\\ge ${n}`,
    `\\begin{cases}x+${n}y>0\\\\2x-y<${n}\\end{cases}`,
    `\\sum_{i=1}^{${n}}\\frac{1}{i^2}`,
  ][n % 4] ?? ''

/** A paper that fills four pages of B4 in two columns. */
function printed(): PrintSource {
  const count = Math.max(1, Math.ceil(formulas / 3))
  const questions = Array.from({ length: count }, (_, at): QuestionValue => {
    const words = '已知关于未知数的式子，先写出计算的过程，再说明理由，并检验结果。'
    return questionValue.parse({
      questionKind: 'essay',
      questionForm: '06',
      difficulty: '3',
      stem: `<p>${words}若 $${formulaOf(3 * at + 1)}$，且 $${formulaOf(3 * at + 2)}$，求 $${formulaOf(3 * at + 3)}$ 的值。</p>`,
      answer: '<p>略</p>',
    })
  })
  const value = paperValue.parse({
    title: '九年级数学期中检测',
    totalScore: count,
    sections: [
      {
        title: '解答题',
        form: '06',
        scorePer: 1,
        items: questions.map((_, at) => ({ question: at + 1, no: 1 })),
      },
    ],
  })
  const find = (question: number, no: number): PinnedQuestion | undefined => {
    const found = questions[question - 1]
    if (!found) return undefined
    const facts = { family: question, variant: `v${question}`, form: '06', difficulty: '3', rate: 650 }
    return {
      ...facts,
      question,
      no,
      value: found,
      live: 1,
      hasErratum: false,
      structure: 'essay',
      cognitive: null,
      points: [],
      nodes: [],
      score: null,
      reach: '1',
    }
  }
  return { id: 1, no: 1, value, org: '学校', find, pointName: () => '', pictures: new Map(), trace: null }
}

async function printing(): Promise<void> {
  const source = printed()
  const asked = { format: 'pdf', what: 'paper', variant: 'A', size: 'B4', with_answer: '0' } as const
  const printer = openPrinter()
  try {
    const first = performance.now()
    const { bytes } = await printer.printColumns(sheetOf(source, asked))
    const pages =
      Buffer.from(bytes)
        .toString('latin1')
        .match(/\/Type\s*\/Page\b/g)?.length ?? 0
    say(
      `${formulas} formulas on ${pages} pages of B4; the first print, with its thread begun: ${(performance.now() - first).toFixed(0)} ms`,
    )
    await timed('PDF of B4', { aim: 3_000, times }, () => printer.printColumns(sheetOf(source, asked)))
  } finally {
    await printer.rest()
  }
  await timed('the same in Word', { aim: 1_500, times }, () =>
    wordOfPaper(source, { what: 'paper', variant: 'A', with_answer: '0' }),
  )
}

await assembling()
await printing()
sayLoad()
