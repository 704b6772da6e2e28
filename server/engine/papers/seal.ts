import type { Actor } from '../../../catalogue/access/access.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { narrower, type Reach } from '../../../catalogue/flows/reach.ts'
import { nationalKinds } from '../../../catalogue/papers/exam-rules.ts'
import { makingPath } from '../../../catalogue/papers/paths.ts'
import { draftNo, type PaperValue } from '../../../catalogue/papers/value.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { holdBack, keptForOneself, letGo } from '../questions/index.ts'
import { freeze, readAs } from './acts.ts'
import {
  joined,
  note,
  openedRow,
  requireMaker,
  sealValue,
  selected,
  type PaperAct,
  type PaperNeeds,
  type PaperRow,
  type StoredRow,
} from './row.ts'
import { shelve } from './shelving.ts'
import { ownReach } from './way.ts'
import { holdItems, pinsOf, requireWhole, withoutDrafts } from './write.ts'

/** Until when, and who besides the one who seals it may read the paper. */
export interface SealTerms {
  readonly until: string
  readonly people: readonly { readonly person: number; readonly part: 'setter' | 'checker' }[]
}

/**
 * Seals a paper until a minute: its name, text and questions leave every list, search and count and are
 * readable to the named people only (resources.md, 6.5).
 */
export async function sealPaper(asking: PaperAct, { until, people }: SealTerms): Promise<void> {
  const { needs, tx, actor } = asking
  requireSealable(asking)
  const { isLater } = await tx.one<{ isLater: boolean }>(
    sql`select ${until}::timestamptz > now() + interval '1 minute' as "isLater"`,
  )
  if (!isLater) throw invalid('until', '启封时间应在 1 分钟以后')
  await requireColleagues(tx, actor, people)
  const acting = await withoutDrafts(
    asking,
    async (value) => requireWhole(tx, value, await heldIn(asking, value)),
    true,
  )
  const { row } = acting
  await holdBack(tx, row.id, [...(await heldIn(acting, row.value))])
  await tx.execute(sql`
    insert into paper_person (paper_id, person_id, part)
    select ${row.id}::int, person, part
    from unnest(${[actor.personId, ...people.map(({ person }) => person)]}::int[],
      ${['setter', ...people.map(({ part }) => part)]}::text[]) named (person, part)
    on conflict do nothing`)
  await holdItems(tx, row.id, null)
  await tx.execute(sql`
    update paper
    set state = 'sealed', sealed = ${sealValue(needs.keys, row.id, row.value)}, value = null, title = null,
      sealed_until = ${until}::timestamptz, remark = null, route = null, edit_no = edit_no + 1, updated_at = now()
    where id = ${row.id}`)
  await decide(tx, row, 'sealed', actor.identityId)
  await note(acting, 'paper.sealed', { until })
  for (const { person } of people)
    await tellPerson(acting, person, '您是一份密封试卷的命题或审题人', '在“本校试卷”的“密封”里可以看到。')
}

function requireSealable({ actor, row }: PaperAct): void {
  requireMaker(actor, row)
  if (row.state !== 'draft' || row.last_no > 0)
    throw new AppError('wrongState', { message: '只有没有发布过的试卷才能密封' })
  if (nationalKinds.includes(row.value.examPaperKind ?? ''))
    throw invalid(
      'examPaperKind',
      '学业水平考试、中考、高考的试卷启用前属国家秘密，不得存放在本平台，不能密封',
    )
}

/** The questions of a paper that nobody but its setter knows: new ones and drafts, which are held back with it. */
async function heldIn({ tx, actor }: PaperAct, value: PaperValue): Promise<ReadonlySet<number>> {
  const pins = pinsOf(value)
  const own = await keptForOneself(
    tx,
    actor,
    pins.map(({ question }) => question),
  )
  return new Set([...own, ...pins.filter(({ no }) => no === draftNo).map(({ question }) => question)])
}

async function requireColleagues(tx: Queryable, actor: Actor, people: SealTerms['people']): Promise<void> {
  const ids = [...new Set(people.map(({ person }) => person))]
  if (ids.includes(actor.personId)) throw invalid('people', '无需写自己')
  const { known } = await tx.one<{ known: number }>(sql`
    select count(distinct person_id)::int as known
    from identity
    where person_id = any(${ids}::int[]) and institution_id = ${actor.institutionId} and state = 'enabled'
      and role between 2 and 6`)
  if (known < ids.length) throw invalid('people', '只能写本单位的人')
}

/** Messages about sealed papers do not name them. */
async function tellPerson(
  { needs, tx, actor }: PaperAct,
  person: number,
  title: string,
  content: string,
): Promise<void> {
  const identity = await tx.maybeOne<{ id: number; role: number }>(sql`
    select id, role from identity
    where person_id = ${person} and institution_id = ${actor.institutionId} and state = 'enabled'
      and role between 2 and 6
    order by role, id
    limit 1`)
  if (!identity) return
  const path = makingPath(identity.role)
  await needs.notify(tx, {
    to: { identity: identity.id },
    kind: '3',
    title,
    content,
    link: path && `${path}?view=sealed`,
    exceptPerson: actor.personId,
  })
}

/**
 * A named person wants the paper opened before its minute; with a second one it opens. Answers whether it
 * did. One person alone never opens it.
 */
export async function askOpening(acting: PaperAct, reason: string): Promise<boolean> {
  const { tx, actor, row } = acting
  if (row.state !== 'sealed') throw new AppError('wrongState', { message: '该试卷没有密封，或已经启封' })
  await tx.execute(sql`
    update paper_person set opens_at = now() where paper_id = ${row.id} and person_id = ${actor.personId}`)
  const { agreed } = await tx.one<{ agreed: number }>(sql`
    select count(*)::int as agreed from paper_person where paper_id = ${row.id} and opens_at is not null`)
  await note(acting, 'paper.openingAsked', { reason })
  if (agreed >= 2) {
    await open(tx, row, actor.identityId)
    await note(acting, 'paper.opened', { early: true })
    return true
  }
  const others = await tx.query<{ person: number }>(sql`
    select person_id as person from paper_person where paper_id = ${row.id} and person_id <> ${actor.personId}`)
  for (const { person } of others)
    await tellPerson(
      acting,
      person,
      '有人要提前启封一份密封的试卷',
      `${actor.name}申请提前启封：${reason}。须您也同意才会启封。`,
    )
  return false
}

/** Opens a paper: it is published to those who read it without review; its maker asks for more. */
async function open(tx: Tx, row: PaperRow, by: number | null): Promise<void> {
  const no = await freeze(tx, row, row.by_identity)
  const reach: Reach = narrower(row.value.shareScope, ownReach(row))
  await tx.execute(sql`
    update paper
    set state = 'published', value = ${sql.json(row.value)}, title = ${row.value.title}, sealed = null,
      opened_at = now(), last_no = ${no}, ${readAs(row, no, reach)}, edit_no = edit_no + 1, updated_at = now()
    where id = ${row.id}`)
  await holdItems(tx, row.id, row.value)
  await letGo(tx, row.id)
  await decide(tx, row, 'opened', by)
  await shelve(tx, row.id)
}

const decide = (tx: Tx, row: PaperRow, verdict: 'sealed' | 'opened', by: number | null) =>
  tx.execute(sql`
    insert into paper_decision (paper_id, no, verdict, by_identity)
    values (${row.id}, ${row.last_no}, ${verdict}, ${by}::int)`)

/**
 * Opens every paper whose minute has come, each in a transaction of its own. Two processes at once open each
 * paper once: the second one finds the row taken or opened.
 */
export async function openDue(needs: PaperNeeds): Promise<number> {
  let opened = 0
  for (;;) {
    const isMore = await needs.db.transaction(async (tx) => {
      const due = await tx.maybeOne<{ id: number }>(sql`
        select id from paper
        where state = 'sealed' and sealed_until <= now()
        order by sealed_until
        limit 1
        for update skip locked`)
      if (!due) return false
      const nobody = { personId: 0 }
      const row = await tx.one<StoredRow>(
        sql`select ${selected} from ${joined(nobody)} where q.id = ${due.id}`,
      )
      await open(tx, openedRow(needs.keys, row), null)
      await note({ tx, actor: { identityId: row.by_identity }, row: due }, 'paper.opened', { early: false })
      return true
    })
    if (!isMore) return opened
    opened += 1
  }
}

/** The people a sealed paper is known to, for those who are among them. */
export const namedPeople = (db: Queryable, id: number) =>
  db.query<{ name: string; part: 'setter' | 'checker'; asked: boolean }>(sql`
    select p.name, n.part, n.opens_at is not null as asked
    from paper_person n
    join person p on p.id = n.person_id
    where n.paper_id = ${id}
    order by n.part desc, p.name`)

/** People of the own institution who can be named for a sealed paper. */
export const colleaguesOf = async (db: Queryable, actor: Actor) => ({
  list: await db.query<{ person: number; name: string }>(sql`
    select distinct p.id as person, p.name
    from identity a
    join person p on p.id = a.person_id
    where a.institution_id = ${actor.institutionId} and a.state = 'enabled' and a.role between 2 and 6
      and a.person_id <> ${actor.personId}
    order by p.name, p.id
    limit 2000`),
})
