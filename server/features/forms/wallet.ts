import type { PaperState } from '../../../catalogue/contract/forms.ts'
import { certificateNames, formOf } from '../../../catalogue/forms/forms.ts'
import { isCertificate } from '../../../catalogue/forms/define.ts'
import type { Engine } from '../../engine/engine.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { certified, saysOf } from './certificate.ts'
import { grouped } from './issue.ts'
import { joinNewer, paperColumns, stateOf, type PaperRow } from './verify.ts'

/** A paper that certifies something about a teacher, as the teacher keeps it. */
export interface WalletPaper {
  readonly id: string
  readonly form: string
  readonly title: string
  readonly code: string
  readonly teacherId: number
  readonly holder: string
  readonly issuer: string
  readonly at: string
  readonly pages: number
  readonly sha256: string
  readonly state: PaperState
  /** Lines of a valid credential. */
  readonly says: readonly { readonly label: string; readonly text: string }[]
}

/** Forms whose papers a teacher shows to others. */
const shown = [...certificateNames, 'trainingHours']
const most = 30

interface Row extends PaperRow {
  readonly title: string
  readonly code: string
  readonly holder: string
  readonly issuer: string
  readonly at: string
  readonly pages: number
  readonly sha256: Buffer
}

const rowsWhere = ({ db }: Engine, condition: Sql): Promise<Row[]> =>
  db.query<Row>(sql`
    select ${paperColumns}, f.title, f.code, t.name as holder, i.name as issuer, f.issued_at as at, f.pages, f.sha256
    from issued_form f
      join teacher t on t.id = f.teacher_id
      join institution i on i.id = f.institution_id
      ${joinNewer}
    where f.code is not null and f.form = any(${shown}::text[]) and ${condition}
    order by f.issued_at desc, f.id desc limit ${most}`)

async function paperOf(engine: Engine, row: Row): Promise<WalletPaper> {
  const state = await stateOf(engine, row)
  const form = formOf(row.form)
  const now =
    form && isCertificate(form) && row.about !== null && state === 'valid'
      ? await certified(engine, form, row.about)
      : null
  return {
    id: row.id,
    form: row.form,
    title: row.title,
    code: grouped(row.code),
    teacherId: row.teacherId ?? 0,
    holder: row.holder,
    issuer: row.issuer,
    at: row.at,
    pages: row.pages,
    sha256: row.sha256.toString('hex'),
    state,
    says: form && isCertificate(form) && now ? saysOf(form, now) : [],
  }
}

/** Papers that certify something about a teacher, the newest first; at most thirty. */
export const walletOf = async (engine: Engine, teacherId: number): Promise<WalletPaper[]> =>
  Promise.all((await rowsWhere(engine, sql`f.teacher_id = ${teacherId}`)).map((row) => paperOf(engine, row)))

/** One such paper by its number, whoever it is about. */
export async function walletPaper(engine: Engine, id: string): Promise<WalletPaper | undefined> {
  const [row] = await rowsWhere(engine, sql`f.id = ${id}::uuid`)
  return row && paperOf(engine, row)
}
