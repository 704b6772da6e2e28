import { feedbackKinds, type FeedbackKind } from '../../../catalogue/contract/feedback.ts'
import { nameFound } from '../../engine/names/index.ts'
import { urgencyNever, type TodoLine, type TodoSource } from '../../engine/waiting/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'

const title = '意见反馈'

interface Row {
  readonly id: string
  readonly kind: FeedbackKind
  readonly text: string
  readonly name: string
  readonly institution: string
}

/** Feedback that waits for an answer of the administrator; answered on its page. */
export const waitingFeedback = (db: Database): TodoSource => ({
  name: 'feedback',
  kind: 'app',
  titleOf: () => title,
  waiting: (actor, { type, place, q }) =>
    actor.role !== 1 || place !== undefined || (type !== undefined && type !== 'feedback')
      ? null
      : sql`
        select f.id::text as item, 'feedback' as type, f.at as since, ${urgencyNever} as urgency
        from feedback f
        join person on person.id = f.person_id
        where f.answer is null ${q ? sql`and ${nameFound('person', 'person', q)}` : sql.empty}`,
  lines: async (actor, items) => {
    if (actor.role !== 1) return new Map()
    const rows = await db.query<Row>(sql`
      select f.id, f.kind, f.text, p.name, i.name as institution
      from feedback f
      join person p on p.id = f.person_id
      join identity a on a.id = f.by_identity
      join institution i on i.id = a.institution_id
      where f.id = any(${items.map(({ item }) => item)}::uuid[]) and f.answer is null`)
    return new Map(
      rows.map((row): [string, TodoLine] => [
        row.id,
        {
          typeTitle: title,
          title: `${row.name}反馈${feedbackKinds[row.kind]}`,
          note: [...row.text].slice(0, 60).join(''),
          owner: row.name,
          institution: row.institution,
          dueOn: null,
          version: null,
          acts: [],
          link: '/appCore/yijianFankui?f.state=open',
        },
      ]),
    )
  },
})
