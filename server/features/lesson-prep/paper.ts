import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { asMarkup } from '../../../catalogue/kinds/rich-text.ts'
import { planParts, type Plan } from '../../../catalogue/preps/plan.ts'
import { create, type PublishingNeeds } from '../../engine/publishing/index.ts'
import { note } from '../../platform/audit/note.ts'
import { joined, type Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Part, Printer, Sheet } from '../../platform/pdf/index.ts'
import { demand, isInside, readsText, standingTo, type StoodPrep } from './standing.ts'
import type { PrepTools } from './write.ts'

export interface PaperTools extends PrepTools {
  readonly printer: Printer
  readonly publishing: PublishingNeeds
  /** Keeps bytes that the portal made as a file of an identity. Answers its id. */
  readonly keepFile: (
    identityId: number,
    file: { name: string; mime: string },
    content: Buffer,
  ) => Promise<string>
}

/** Which text of a prep is printed: the common one, or the own one of who asks. */
export type PrintedText = 'common' | 'own'

const paragraphs = (text: string): Part[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ part: 'text', text: line, size: 11, above: 1.5 }))

/** The plan part by part, each below its name. */
function partsOf(blocks: Plan, reflection: string): Part[] {
  const named = blocks.flatMap(({ part, text }, place): Part[] => [
    ...(blocks[place - 1]?.part === part ? [] : [heading(planParts[part])]),
    ...paragraphs(text),
  ])
  return reflection === '' ? named : [...named, heading('教学反思'), ...paragraphs(reflection)]
}

const heading = (text: string): Part => ({ part: 'text', text, size: 12.5, bold: true, above: 5, keep: 12 })

interface PaperText {
  readonly blocks: Plan
  readonly reflection: string
  /** Everybody who wrote, in one line. */
  readonly people: string
}

const sheetOf = (prep: StoodPrep, { blocks, reflection, people }: PaperText): Sheet => ({
  title: prep.title,
  heading: prep.title,
  above: [
    [
      labelOf('schoolStage', prep.schoolStage),
      prep.grade === null ? '' : labelOf('grade', prep.grade),
      labelOf('subject', prep.subject),
    ]
      .filter((word) => word !== '')
      .join('　'),
    `${prep.week} 起一周`,
  ],
  paper: 'portrait',
  units: 160,
  parts: [{ part: 'text', text: people, size: 10.5, above: 2 }, ...partsOf(blocks, reflection)],
  foot: [],
  watermark: null,
  mark: null,
})

/**
 * Those who took part by writing: the main author, and everybody who wrote in the text, noted or fixed a version.
 * Nobody is named for being asked.
 */
async function writersOf(db: Queryable, prep: StoodPrep): Promise<readonly string[]> {
  const rows = await db.query<{ name: string }>(sql`
    select t.name
    from teacher t
    where t.id <> ${prep.mainId} and t.id in (
      select teacher_id from prep_note where prep_id = ${prep.id}
      union select teacher_id from prep_writer where prep_id = ${prep.id}
      union select teacher_id from prep_version where prep_id = ${prep.id})
    order by t.name_sort, t.id`)
  return [prep.mainName, ...rows.map(({ name }) => name)]
}

const peopleLine = ([main = '', ...others]: readonly string[]): string =>
  others.length === 0 ? `主备：${main}` : `主备：${main}　参与研讨：${others.join('、')}`

/** The prep on paper: the common text as far as the actor reads it, or the own one with its reflection. */
export async function printPrep(
  { db, printer }: PaperTools,
  actor: Actor,
  id: string,
  which: PrintedText,
): Promise<{ readonly name: string; readonly bytes: Uint8Array }> {
  const prep = await standingTo(db, actor, id)
  const people = peopleLine(await writersOf(db, prep))
  if (which === 'common') {
    if (!isInside(actor, prep) || !readsText(actor, prep)) throw new AppError('missing')
    const sheet = sheetOf(prep, { blocks: prep.blocks, reflection: '', people })
    return { name: `${prep.title}.pdf`, bytes: (await printer.print(sheet)).bytes }
  }
  const own = await db.maybeOne<{ blocks: Plan; reflection: string }>(sql`
    select blocks, reflection from prep_own where prep_id = ${id} and teacher_id = ${actor.teacherId ?? 0}`)
  if (!own) throw new AppError('missing')
  const sheet = sheetOf(prep, { ...own, people: `授课：${actor.name}　${people}` })
  return { name: `${prep.title}（个案）.pdf`, bytes: (await printer.print(sheet)).bytes }
}

/**
 * Makes the agreed plan a draft of a resource with everybody named who wrote it; the main author completes
 * licence and statement there and hands it in. Asked again, it answers the same draft.
 */
export async function sharePrep(tools: PaperTools, actor: Actor, id: string): Promise<number> {
  const { db, printer, publishing, keepFile } = tools
  const prep = await standingTo(db, actor, id)
  if (prep.resource !== null) return prep.resource
  demand(actor, prep, 'share', '定下共案后，由主备教师转入资源库')
  const { blocks } = await db.one<{ blocks: Plan }>(sql`
    select blocks from prep_version where prep_id = ${id} and no = ${prep.agreedVersion}`)
  const people = peopleLine(await writersOf(db, prep))
  const { bytes } = await printer.print(sheetOf(prep, { blocks, reflection: '', people }))
  const file = await keepFile(
    actor.identityId,
    { name: `${prep.title}.pdf`, mime: 'application/pdf' },
    Buffer.from(bytes),
  )
  const body = {
    title: prep.title,
    // 教学设计（教案）
    resourceKind: '01',
    schoolStage: prep.schoolStage,
    subject: prep.subject,
    grade: prep.grade,
    nodes: prep.nodes.length > 0 ? prep.nodes : null,
    author: actor.name,
    org: actor.institution,
    file,
    isOriginal: true,
    description: asMarkup(`本校集体备课的共案。${people}`),
  }
  // Two presses at once make one draft: the second one waits for the row and finds it.
  return db.transaction(async (tx) => {
    const before = await tx.one<{ resource: number | null }>(
      sql`select content_id as resource from prep where id = ${id} for update`,
    )
    if (before.resource !== null) return before.resource
    const within = { ...publishing, db: joined(db, tx) }
    const made = await create(within, { actor, definition: contents.resource, body, key: undefined })
    await tx.execute(sql`update prep set content_id = ${made.id} where id = ${id}`)
    await note(tx, { by: actor.identityId, action: 'prep.shared', recordId: id })
    return made.id
  })
}
