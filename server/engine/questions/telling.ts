import type { RouteStep } from '../../../catalogue/flows/review.ts'
import { decidingPath, writingPath } from '../../../catalogue/questions/paths.ts'
import type { QuestionAct } from './row.ts'

/** Codes of the dictionary messageKind: a task, and the result of a submission. */
const [toDo, outcome] = ['3', '2'] as const

/** Tells the people who decide at a step that a question waits for them. */
export async function callTo(
  { needs, tx, actor, row }: QuestionAct,
  step: RouteStep,
  what = '试题待审核',
): Promise<void> {
  const path = decidingPath(step.role)
  await needs.notify(tx, {
    to: { institution: step.institutionId, role: step.role },
    kind: toDo,
    title: `${what}：${row.title}`,
    content: `${row.org}${row.author_person === null ? '' : ` ${row.author}老师`}的试题等您单位审核。`,
    link: path && `${path}?id=${row.id}`,
    exceptPerson: actor.personId,
  })
}

/** Tells whoever handed the question in what became of it. */
export async function tellAuthor(
  { needs, tx, actor, row }: QuestionAct,
  what: string,
  content: string,
): Promise<void> {
  const path = writingPath(row.by_role)
  await needs.notify(tx, {
    to: { identity: row.by_identity },
    kind: outcome,
    title: `${what}：${row.title}`,
    content,
    link: path && `${path}?id=${row.id}`,
    exceptPerson: actor.personId,
  })
}
