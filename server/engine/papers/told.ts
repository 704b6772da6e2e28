import { makingPath } from '../../../catalogue/papers/paths.ts'
import { titleOf } from '../../../catalogue/questions/normal.ts'
import type { QuestionValue } from '../../../catalogue/questions/value.ts'
import { sql } from '../../platform/db/sql.ts'
import { openedRow, type PaperNeeds, type StoredRow, joined, selected } from './row.ts'
import { pinsOf } from './write.ts'

interface Erratum {
  readonly question: number
  readonly no: number
  readonly reason: string | null
  readonly value: QuestionValue
}

interface Holder {
  readonly paper: number
  readonly identity: number
  readonly role: number
  /** Null for a sealed paper, which no message names. */
  readonly title: string | null
}

/**
 * Tells the makers of papers which errata came to the questions that they pinned, each once. Nothing replaces
 * itself in a paper (resources.md, 5.2). Answers how many were told.
 */
export async function tellErrata(needs: PaperNeeds): Promise<number> {
  const errata = await needs.db.query<Erratum>(sql`
    select v.question_id as question, v.no, v.reason, v.value
    from question_version v
    join question q on q.id = v.question_id
    where v.change = 'erratum' and v.no <= q.live_no and v.created_at > now() - interval '60 days'
    order by v.question_id, v.no
    limit 1000`)
  let told = 0
  for (const erratum of errata)
    for (const holder of [...(await holdersOf(needs, erratum)), ...(await sealedHoldersOf(needs, erratum))])
      if (await tellOne(needs, erratum, holder)) told += 1
  return told
}

const untold = ({ question, no }: Erratum) => sql`not exists (
  select 1 from paper_told t
  where t.paper_id = q.id and t.question_id = ${question} and t.question_no = ${no})`

const holdersOf = ({ db }: PaperNeeds, erratum: Erratum) =>
  db.query<Holder>(sql`
    select q.id as paper, q.by_identity as identity, b.role, q.title
    from paper_item pi
    join paper q on q.id = pi.paper_id
    join identity b on b.id = q.by_identity
    where pi.question_id = ${erratum.question} and pi.question_no < ${erratum.no} and q.state <> 'archived'
      and ${untold(erratum)}
    limit 1000`)

/** Sealed papers keep their questions under seal; there are few, and each is opened to look. */
async function sealedHoldersOf({ db, keys }: PaperNeeds, erratum: Erratum): Promise<Holder[]> {
  const nobody = { personId: 0 }
  const rows = await db.query<StoredRow>(sql`
    select ${selected} from ${joined(nobody)} where q.state = 'sealed' and ${untold(erratum)} limit 1000`)
  return rows.flatMap((row): Holder[] =>
    pinsOf(openedRow(keys, row).value).some(
      ({ question, no }) => question === erratum.question && no < erratum.no,
    )
      ? [{ paper: row.id, identity: row.by_identity, role: row.by_role, title: null }]
      : [],
  )
}

const tellOne = ({ db, notify }: PaperNeeds, erratum: Erratum, holder: Holder): Promise<boolean> =>
  db.transaction(async (tx) => {
    const first = await tx.query(sql`
      insert into paper_told (paper_id, question_id, question_no)
      values (${holder.paper}, ${erratum.question}, ${erratum.no})
      on conflict do nothing
      returning 1`)
    if (first.length === 0) return false
    const path = makingPath(holder.role)
    const isSealed = holder.title === null
    await notify(tx, {
      to: { identity: holder.identity },
      kind: '2',
      title: isSealed ? '一份密封试卷里的试题有勘误' : `试卷里的试题有勘误：${holder.title}`,
      content: isSealed
        ? '请在“密封”里打开试卷查看。试卷里仍是原来那一版。'
        : `“${titleOf(erratum.value)}”：${erratum.reason ?? ''}。试卷里仍是原来那一版，可以换成新版。`,
      link: path && `${path}?${isSealed ? 'view=sealed' : `id=${holder.paper}`}`,
      exceptPerson: 0,
    })
    return true
  })
