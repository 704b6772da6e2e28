import type { Actor } from '../catalogue/access/access.ts'
import { processOf } from '../catalogue/processes/processes.ts'
import { complain, takeUp } from '../server/features/complaints/index.ts'
import { actorOfIdentity } from '../server/engine/access/index.ts'
import { makeMove, type CaseNeeds } from '../server/engine/processes/index.ts'
import { sql } from '../server/platform/db/sql.ts'

const definition = processOf('infringementComplaint')
const stories = [
  {
    title: '增长率问题导学案',
    made: {
      name: '顾望舒',
      contact: 'guwangshu@example.edu.cn',
      work: '《增长率与一元二次方程》导学案（2024 年校刊）',
      words: '第 2、4、6 题的情境和数据与我在校刊上发表的相同，没有注明来源，也没有得到许可。',
    },
  },
  {
    title: '面积问题的三种设元',
    made: {
      name: '陆听泉',
      contact: '13800000127',
      work: '《三种设元》课件',
      words: '课件的第 5 页和我的课件版式、例题都一样，请核实是不是用了我的课件。',
    },
    withdrawn: '投诉人来电：经与作者核对，例题出自同一本教材，撤回投诉',
  },
] as const

/** Tells a complaint that waits for its office, and one that was withdrawn after the resource was frozen. */
export async function tellComplaints(processing: CaseNeeds): Promise<void> {
  for (const { title, made, ...more } of stories) {
    const about = await processing.db.one<{ id: number; institution: number }>(sql`
      select id, institution_id as institution
      from content
      where type = 'resource' and live ->> 'title' = ${title}`)
    const colleague = await actorAt(processing, about.institution, 2)
    await complain(processing, colleague, about.id, made)
    if ('withdrawn' in more) await withdraw(processing, about.id, about.institution, more.withdrawn)
  }
}

async function withdraw(processing: CaseNeeds, content: number, school: number, reason: string) {
  const { id } = await processing.db.one<{ id: string }>(
    sql`select id from resource_complaint where content_id = ${content}`,
  )
  const actor = await actorAt(processing, school, 3)
  const caseId = await takeUp(processing, actor, id)
  for (const [action, words] of [
    ['accept', ''],
    ['withdraw', reason],
  ] as const) {
    const { version } = await processing.db.one<{ version: number }>(
      sql`select version from process_case where id = ${caseId}::uuid`,
    )
    await makeMove(processing, { actor, definition, id: caseId, action, version, reason: words, value: {} })
  }
}

async function actorAt({ db }: CaseNeeds, institution: number, role: number): Promise<Actor> {
  const { id } = await db.one<{ id: number }>(sql`
    select id from identity
    where institution_id = ${institution} and role = ${role} and state = 'enabled'
    order by id desc
    limit 1`)
  const found = await actorOfIdentity(db, id)
  if (!found) throw new Error(`demo: nobody of role ${role} at institution ${institution}`)
  return found.actor
}
