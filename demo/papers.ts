import type { Actor } from '../catalogue/access/access.ts'
import { submitBody } from '../catalogue/contract/questions.ts'
import { blueprint, paperValue } from '../catalogue/papers/value.ts'
import { markupOf } from '../catalogue/questions/texts.ts'
import { questionValue } from '../catalogue/questions/value.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import {
  assemblePaper,
  changing as changingPaper,
  createPaper,
  publishPaper,
  putInBasket,
  sealPaper,
  type PaperNeeds,
} from '../server/engine/papers/index.ts'
import {
  approveQuestion,
  changing,
  createQuestions,
  submitQuestion,
} from '../server/engine/questions/index.ts'
import { sql } from '../server/platform/db/sql.ts'
import { beginUse, putResults, viewOfUse } from '../server/features/papers/index.ts'
import { paperQuestions } from './paper-questions.ts'

/** 6:3:1 of 九年级期中: thirty points of choices, fifteen of blanks, forty of essays. */
const plan = blueprint.parse({
  rows: [
    { form: '01', count: 10, score: 3 },
    { form: '04', count: 5, score: 3 },
    { form: '06', count: 4, score: 10 },
  ],
  rate: 650,
  seed: 42,
})
const titles = ['选择题', '填空题', '解答题'] as const

/**
 * Papers of the demo's teacher: one that the school uses, made by a blueprint, one under seal until the next
 * morning, and a draft with a basket.
 */
export async function tellPapers(needs: PaperNeeds): Promise<void> {
  const { db } = needs
  const teacher = await actorBy(needs, sql`p.login_name = 'teacher' and a.role = 2`)
  const officer = await actorBy(
    needs,
    sql`a.role = 3 and a.institution_id = ${teacher.institutionId} and a.person_id <> ${teacher.personId}`,
  )
  const questions = await writtenQuestions(needs, teacher, officer)
  const made = await valueOf(needs, teacher, '九年级数学期中检测')
  const paper = await createPaper(needs, teacher, made)
  await changingPaper(needs, { actor: teacher, id: paper, version: null }, publishPaper)
  await tellUse(needs, teacher, paper)
  const secret = await createPaper(needs, teacher, {
    ...made,
    title: '九年级数学第一次模拟',
    examPaperKind: '05',
  })
  const { until } = await db.one<{ until: string }>(
    sql`select (date_trunc('day', now()) + interval '1 day 7 hours 30 minutes')::timestamptz as until`,
  )
  await changingPaper(needs, { actor: teacher, id: secret, version: null }, (acting) =>
    sealPaper(acting, { until, people: [{ person: officer.personId, part: 'checker' }] }),
  )
  await createPaper(needs, teacher, {
    ...made,
    title: '九年级数学随堂练习',
    examPaperKind: '09',
    sections: [],
  })
  for (const question of questions.slice(0, 3)) await putInBasket(db, teacher, question, true)
}

/** Pupils of the class whose results are told. */
const pupils = 36

/** A class that wrote the paper two weeks ago: who is better does better, but for one question. */
async function tellUse(needs: PaperNeeds, teacher: Actor, paper: number): Promise<void> {
  const { db } = needs
  const { day } = await db.one<{ day: string }>(sql`select (current_date - 14)::text as day`)
  const id = await beginUse(needs, teacher, { paper, variant: 'A', className: '九年级 3 班', day })
  const { items, version } = await viewOfUse(db, teacher, id)
  const rows = Array.from({ length: pupils }, (_, pupil) =>
    items.map(({ number, full }) => {
      const luck = ((pupil * 37 + number * 61) % 100) / 100
      const able = number === 7 ? 0.5 : 0.25 + (0.65 * pupil) / pupils
      if (full > 30) return String(Math.round((full / 10) * Math.min(1, able * 0.7 + luck * 0.3)))
      return luck < able ? String(full / 10) : '0'
    }),
  )
  await putResults(db, teacher, id, { version, rows: [...rows, ['缺考']] })
}

async function writtenQuestions(needs: PaperNeeds, teacher: Actor, officer: Actor): Promise<number[]> {
  const points = await needs.db.query<{ id: number }>(sql`
    select id from knowledge_point where subject = '14' and stage = '3' order by id limit 2`)
  const values = paperQuestions(points.map(({ id }) => id)).map((told) => {
    const value = questionValue.parse(told)
    const { questionKind, answer } = value
    return {
      ...value,
      stem: markupOf(value.stem),
      answer: questionKind === 'essay' && typeof answer === 'string' ? markupOf(answer) : answer,
    }
  })
  const ids = await createQuestions(needs, teacher, values, null)
  for (const id of ids) {
    await changing(needs, { actor: teacher, id, version: null }, (acting) =>
      submitQuestion(acting, submitBody.parse({ version: 1, knowing: true })),
    )
    await changing(needs, { actor: officer, id, version: null }, (acting) => approveQuestion(acting, ''))
  }
  return ids
}

async function valueOf({ db }: PaperNeeds, teacher: Actor, title: string) {
  const made = await assemblePaper({ db, fileAddress: () => '' }, teacher, {
    schoolStage: '3',
    subject: '14',
    blueprint: plan,
    kept: [],
  })
  const { chosen, seed, pool, hash, at } = made
  if (chosen === null) throw new Error(`the demo's blueprint is short: ${JSON.stringify(made.short)}`)
  return paperValue.parse({
    title,
    examPaperKind: '03',
    paperMode: '2',
    schoolYear: '2026-2027',
    schoolStage: '3',
    grade: '09',
    subject: '14',
    duration: 120,
    totalScore: 85,
    notes: '答题前写好学校、班级、姓名、考号；答案写在答题卡上。',
    blueprint: plan,
    drawn: { seed, pool, hash, at },
    sections: plan.rows.map(({ form, score }, row) => ({
      title: titles[row] ?? '',
      form,
      scorePer: score,
      items: (chosen[row] ?? []).map(({ question, no }) => ({ question, no })),
    })),
  })
}

async function actorBy({ db }: PaperNeeds, where: ReturnType<typeof sql>): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(sql`
    select a.id from identity a join person p on p.id = a.person_id
    where a.state = 'enabled' and ${where}
    order by a.id
    limit 1`)
  const found = await actorOfIdentity(db, id)
  if (!found) throw new Error(`no identity ${id}`)
  return found.actor
}
