import { supportNeedKinds } from '../../../../catalogue/support/kinds.ts'
import type { Queryable } from '../../../engine/engine.ts'
import {
  peopleNamed,
  type CaseJudgement,
  type Consequences,
  type Matter,
  judgedFault,
  judgedFine,
} from '../../../engine/processes/index.ts'
import { today } from '../../../platform/clock/clock.ts'
import { sql } from '../../../platform/db/sql.ts'
import { isSupported } from './effects.ts'
import { isAddressed, needById, refusalFor, supportingOf } from './need.ts'

/** What is asked before a need is published and an offer handed in. */
export const needJudges: Pick<Consequences['judges'], 'mayAskSupport' | 'mayOfferSupport'> = {
  mayAskSupport: async (db, { value, parties }) => {
    if (String(value['endOn'] ?? '') < today()) return judgedFault('endOn', '结束日期早于今天')
    return (await isSupported(db, parties['needer'] ?? null))
      ? judgedFine
      : judgedFault('form', '本单位（和所在县区）没有作为受援方的生效协议，签署并备案以后再提出需求')
  },
  mayOfferSupport: async (db, matter) => {
    const need = matter.ofCase === null ? undefined : await needById(db, matter.ofCase)
    const number = Number(matter.value['number'])
    const none = refusalFor(need, number)
    if (!need || none !== null) return judgedFault('number', none ?? '未找到该项需求')
    const by = await supportingOf(db, matter.parties['supporter'] ?? 0)
    const open = await db.maybeOne(sql`
      select 1 from support_need n where n.case_id = ${need.id}::uuid and ${isAddressed(by)}`)
    if (!open) return judgedFault('form', '该项需求现在只有结对单位可以响应')
    return judgePeople(db, matter, need.kind)
  },
}

/** Whoever is sent to teach must be a teacher of the own school: the posting asks for nothing less. */
async function judgePeople(db: Queryable, matter: Matter, kind: string): Promise<CaseJudgement> {
  if (kind !== supportNeedKinds.posting) return judgedFine
  const named = await peopleNamed(db, matter.definition, matter.value, ['person'])
  const strange = named.filter(({ teacherId }) => teacherId === null).map(({ name }) => name)
  if (strange.length > 0)
    return judgedFault('people', `没有找到${strange.join('、')}：须是本校在职教师，请核对姓名和单位全称`)
  const ids = named.flatMap(({ teacherId }) => (teacherId === null ? [] : [teacherId]))
  if (new Set(ids).size < ids.length) return judgedFault('people', '同一位教师写了两次')
  const others = await db.query<{ name: string }>(sql`
    select t.name from teacher t
    where t.id = any(${ids}::int[]) and t.institution_id is distinct from ${matter.parties['supporter'] ?? null}
    order by t.id`)
  return others.length === 0
    ? judgedFine
    : judgedFault('people', `${others.map(({ name }) => name).join('、')}不是本单位的教师，不能由本单位派出`)
}
