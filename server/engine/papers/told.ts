import { makingPath } from '../../../catalogue/papers/paths.ts'
import { titleOf } from '../../../catalogue/questions/normal.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { sql } from '../../platform/db/sql.ts'
import { keyOfPin } from './items.ts'
import { openedRow, type PaperNeeds, type StoredRow, joined, selected } from './row.ts'
import { pinsOf } from './write.ts'

interface Erratum {
  readonly question: number
  readonly no: number
  readonly reason: string | null
  readonly value: QuestionValue
}

/** A paper that prints a question with an erratum which its maker was not told of. */
interface Untold extends Erratum {
  readonly paper: number
  readonly identity: number
  readonly role: number
  /** Null for a sealed paper, which no message names. */
  readonly title: string | null
}

const isErratum = sql`(v.change = 'erratum' and v.no <= q.live_no and v.created_at > now() - interval '60 days')`
const mostOfRun = 1000

/**
 * Tells the makers of papers which errata came to the questions that they pinned, each once. Nothing replaces
 * itself in a paper (resources.md, 5.2). What one run does not reach, the next one does. Answers how many were
 * told.
 */
export async function tellErrata(needs: PaperNeeds): Promise<number> {
  let told = 0
  for (const one of [...(await untoldOf(needs)), ...(await untoldOfSealed(needs))])
    if (await tellOne(needs, one)) told += 1
  return told
}

const untoldOf = ({ db }: PaperNeeds) =>
  db.query<Untold>(sql`
    select v.question_id as question, v.no, v.reason, v.value, p.id as paper, p.by_identity as identity, b.role,
      p.title
    from question_version v
    join question q on q.id = v.question_id
    join paper_item pi on pi.question_id = v.question_id and pi.question_no < v.no
    join paper p on p.id = pi.paper_id and p.state <> 'archived'
    join identity b on b.id = p.by_identity
    where ${isErratum} and not exists (
      select 1 from paper_told t
      where t.paper_id = p.id and t.question_id = v.question_id and t.question_no = v.no)
    limit ${mostOfRun}`)

/** Sealed papers keep their questions under seal: there are few, and each is opened once to look. */
async function untoldOfSealed({ db, keys }: PaperNeeds): Promise<Untold[]> {
  const nobody = { personId: 0 }
  const rows = await db.query<StoredRow & { readonly told: readonly string[] }>(sql`
    select ${selected}, array(
      select t.question_id || '.' || t.question_no from paper_told t where t.paper_id = q.id) as told
    from ${joined(nobody)}
    where q.state = 'sealed'
    order by q.id
    limit ${mostOfRun}`)
  if (rows.length === 0) return []
  const papers = rows.map(({ told, ...row }) => ({ row, told, pins: pinsOf(openedRow(keys, row).value) }))
  const printed = [...new Set(papers.flatMap(({ pins }) => pins.map(({ question }) => question)))]
  const errata = await db.query<Erratum>(sql`
    select v.question_id as question, v.no, v.reason, v.value
    from question_version v
    join question q on q.id = v.question_id
    where ${isErratum} and v.question_id = any(${printed}::int[])`)
  return papers.flatMap(({ row, told, pins }) =>
    errata
      .filter(({ question, no }) => pins.some((pin) => pin.question === question && pin.no < no))
      .filter((one) => !told.includes(keyOfPin(one)))
      .map((one) => ({ ...one, paper: row.id, identity: row.by_identity, role: row.by_role, title: null })),
  )
}

const tellOne = ({ db, notify }: PaperNeeds, one: Untold): Promise<boolean> =>
  db.transaction(async (tx) => {
    const first = await tx.query(sql`
      insert into paper_told (paper_id, question_id, question_no)
      values (${one.paper}, ${one.question}, ${one.no})
      on conflict do nothing
      returning 1`)
    if (first.length === 0) return false
    const path = makingPath(one.role)
    const isSealed = one.title === null
    await notify(tx, {
      to: { identity: one.identity },
      kind: '2',
      title: isSealed ? '一份密封试卷里的试题有勘误' : `试卷里的试题有勘误：${one.title}`,
      content: isSealed
        ? '请在“密封”里打开试卷查看。试卷里仍是原来那一版。'
        : `“${titleOf(one.value)}”：${one.reason ?? ''}。试卷里仍是原来那一版，可以换成新版。`,
      link: path && `${path}?${isSealed ? 'view=sealed' : `id=${one.paper}`}`,
      exceptPerson: 0,
    })
    return true
  })
