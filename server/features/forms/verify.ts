import { paperStates, type PaperState, type FormVerification } from '../../../catalogue/contract/forms.ts'
import type { PurposeCode } from '../../../catalogue/forms/define.ts'
import { isCertificate } from '../../../catalogue/forms/define.ts'
import { certificateNames, formOf } from '../../../catalogue/forms/forms.ts'
import { ownerOf } from '../../engine/access/index.ts'
import type { Engine } from '../../engine/engine.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { caseValues, processOf } from './case-draft.ts'
import { certified, digestOfCertificate, saysOf } from './certificate.ts'
import { comparedOf, digestOf } from './declared.ts'
import { gather } from './gather.ts'
import { numberOfForm, officeDigest } from './office/draft.ts'
import { wholeArchive, wholeDigest } from './whole-archive.ts'
import { readCode } from './issue.ts'

/** Facts that decide the present state of a paper. */
export interface PaperRow {
  readonly id: string
  readonly form: string
  readonly version: string
  readonly teacherId: number | null
  readonly about: string | null
  readonly purpose: PurposeCode | null
  readonly digest: Buffer | null
  readonly revokedAt: string | null
  readonly newerAt: string | null
  readonly newerBy: string | null
}

/**
 * Columns of `issued_form f` that a `PaperRow` is read from. A teacher's own print replaces no office's
 * paper.
 */
export const paperColumns: Sql = sql`f.id, f.form, f.version, f.teacher_id as "teacherId", f.about, f.purpose, f.digest,
  f.revoked_at as "revokedAt", newer.issued_at as "newerAt", newer.by as "newerBy"`
export const joinNewer: Sql = sql`left join lateral (
    select n.issued_at, i.name as by
    from issued_form n
    join institution i on i.id = n.institution_id
    where n.teacher_id = f.teacher_id and n.form = f.form and n.about is not distinct from f.about
      and n.issued_at > f.issued_at and n.revoked_at is null and n.code is not null
      and (f.by_holder or not n.by_holder)
      -- A certificate may be printed as often as one likes: only one that says something else takes its place.
      and not (f.form = any(${[...certificateNames]}::text[]) and n.digest = f.digest)
    order by n.issued_at desc
    limit 1) newer on true`

/** State of a paper: its values are compared with those in force. */
export async function stateOf(engine: Engine, row: PaperRow): Promise<PaperState> {
  if (row.revokedAt !== null) return 'revoked'
  const form = formOf(row.form)
  if (form && isCertificate(form) && row.about !== null) {
    const now = await certified(engine, form, row.about)
    if (now === null) return 'revoked'
    const same = row.version !== form.version || row.digest?.equals(digestOfCertificate(engine, now)) === true
    return same && row.newerAt === null ? 'valid' : 'superseded'
  }
  if (row.newerAt !== null) return 'superseded'
  return (await stillHolds(engine, row)) ? 'valid' : 'superseded'
}

/**
 * Whether the values a paper shows are still those in force. Another version of the form prints others and
 * says nothing.
 */
async function stillHolds(engine: Engine, row: PaperRow): Promise<boolean> {
  const form = formOf(row.form)
  const version = row.form === wholeArchive.name ? wholeArchive.version : form?.version
  const isOffices = numberOfForm(row.form) !== null
  if (row.digest === null || row.teacherId === null) return true
  if (!isOffices && version !== row.version) return true
  if (form?.about.is === 'case' && row.about !== null)
    return digestOf(engine.keys, await caseValues(engine, row.about, processOf(form))).equals(row.digest)
  const owner = await ownerOf(engine.db, 'teacher', row.teacherId)
  if (!owner) return false
  const office = numberOfForm(row.form)
  if (office !== null) {
    const now = await officeDigest(engine, owner, { id: office, no: Number(row.version) })
    return now === null || now.equals(row.digest)
  }
  if (!form) return (await wholeDigest(engine, owner, row.purpose)).equals(row.digest)
  const gathered = await gather({
    engine,
    form,
    owner,
    reader: null,
    purpose: row.purpose,
    recordId: row.about,
    day: null,
  })
  return digestOf(engine.keys, comparedOf(owner, gathered)).equals(row.digest)
}

interface Row extends PaperRow {
  readonly title: string
  readonly issuer: string
  readonly at: string
  readonly pages: number
  readonly holder: string
  readonly sha256: Buffer
  readonly revokedBy: string | null
}

/** The surname, and a sign for each further letter: 陈＊＊. */
export const shortHolder = (name: string): string => {
  const [first = '', ...others] = name
  return first + '＊'.repeat(Math.max(1, others.length))
}

/**
 * What anybody who holds a code may know of its paper; null alike for a code that names none and for no code
 * at all.
 */
export async function verify(engine: Engine, typed: string): Promise<FormVerification['paper']> {
  const code = readCode(typed)
  const row = await engine.db.maybeOne<Row>(sql`
    select ${paperColumns}, f.title, i.name as issuer, f.issued_at as at, f.pages, t.name as holder, f.sha256,
      ri.name as "revokedBy"
    from issued_form f
    join institution i on i.id = f.institution_id
    left join teacher t on t.id = f.teacher_id
    left join identity ra on ra.id = f.revoked_by
    left join institution ri on ri.id = ra.institution_id
    ${joinNewer}
    where f.code = ${code ?? ''}`)
  if (!row) return null
  const state = await stateOf(engine, row)
  const form = formOf(row.form)
  const now =
    form && isCertificate(form) && row.about !== null && state === 'valid'
      ? await certified(engine, form, row.about)
      : null
  return {
    title: row.title,
    version: row.version,
    issuer: row.issuer,
    at: row.at,
    pages: row.pages,
    holder: shortHolder(row.holder),
    state,
    since: state === 'revoked' ? row.revokedAt : state === 'superseded' ? row.newerAt : null,
    by: state === 'revoked' ? row.revokedBy : state === 'superseded' ? row.newerBy : null,
    sha256: row.sha256.toString('hex'),
    says: form && isCertificate(form) && now ? saysOf(form, now) : [],
  }
}

/** Verification page for browsers without scripts; null for other addresses. */
export async function plainWords(engine: Engine, url: string): Promise<string | null> {
  const [, code] = /^\/v\/([^/?#]{1,60})\/?(?:[?#]|$)/i.exec(url) ?? []
  if (code === undefined) return null
  const paper = await verify(engine, code)
  if (!paper) return '没有查到这份打印件，请核对验证码。'
  const { title, version, holder, issuer, at, pages, state } = paper
  return `${paperStates[state]}。${title}（${version} 版），持有人 ${holder}，${issuer} ${dateOf(new Date(at))} 打印，共 ${pages} 页。`
}
