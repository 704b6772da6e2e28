import { labelOf } from '../catalogue/dictionaries/dictionaries.ts'
import { importNamed } from '../catalogue/imports/imports.ts'
import { beginImport } from '../server/engine/imports/index.ts'
import type { CaseNeeds } from '../server/engine/processes/index.ts'
import { addDays } from '../server/platform/clock/clock.ts'
import { sql } from '../server/platform/db/sql.ts'
import type { FileStore } from '../server/platform/storage/file-store.ts'
import { officer } from './research.ts'

const school = '江城区听潮中学'
const name = '国家平台研修学时.csv'
/** Rows of the file; of the doubles the first two are certain, the others likely. */
const [rows, doubles, certain] = [40, 5, 2]

interface RegisteredHours {
  readonly teacher: number
  readonly title: string
  readonly organizer: string
  readonly certificate: string
  readonly from: string
  readonly to: string
}

/**
 * Brings a file of hours from another platform, which the portal judges when it runs: two rows are registered
 * already under their certificate, three are likely the same training under another organiser's name.
 */
export async function tellTrainingImport(
  processing: CaseNeeds,
  store: Pick<FileStore, 'write'>,
  today: string,
): Promise<void> {
  const { db } = processing
  const definition = importNamed('training')
  if (!definition) throw new Error('demo: hours are not imported')
  const actor = await officer(processing, school)
  const known = await db.query<RegisteredHours>(sql`
    select r.owner_id as teacher, r.project_name as title, r.organizer, r.certificate_no as certificate,
      to_char(r.start_date, 'YYYY-MM-DD') as "from", to_char(r.end_date, 'YYYY-MM-DD') as "to"
    from rec_training_registration r join teacher t on t.id = r.owner_id
    where t.institution_id = ${actor.institutionId} and r.certificate_no like 'TCPX%' and r.voided_at is null
    order by r.certificate_no limit ${doubles}`)
  const others = await db.query<{ teacher: number }>(sql`
    select t.id as teacher from teacher t
    where t.institution_id = ${actor.institutionId} and t.status = '11'
      and not t.id = any(${known.map(({ teacher }) => teacher)}::int[])
    order by t.id limit ${rows - known.length}`)
  const lines = [
    ...known.map((one, nth) => (nth < certain ? sameCertificate(one) : likelySame(one, nth))),
    ...others.map(({ teacher }, nth) => online(teacher, nth, today)),
  ]
  const columns = definition.columns.filter(({ key }) => lines.some((line) => line[key] !== undefined))
  const text = [
    columns.map(({ head }) => head),
    ...lines.map((line) => columns.map(({ key }) => line[key] ?? '')),
  ]
    .map((cells) => cells.join(','))
    .join('\n')
  const bytes = Buffer.from(`\uFEFF${text}\n`)
  const kept = await store.write([bytes])
  await beginImport(db, actor, {
    definition,
    mode: 'upsert',
    fileKey: kept.key,
    fileName: name,
    bytes: bytes.length,
  })
}

type Line = Readonly<Record<string, string>>

const lineOf = (
  { teacher, title, organizer, certificate, from, to }: RegisteredHours,
  more: Line = {},
): Line => ({
  archiveNo: String(teacher),
  trainingYear: to.slice(0, 4),
  trainingKind: labelOf('trainingKind', '10'),
  projectName: title,
  organizer,
  trainingLevel: labelOf('trainingLevel', '3'),
  trainingWay: labelOf('trainingWay', '2'),
  startDate: from,
  endDate: to,
  creditKind: labelOf('creditKind', '2'),
  creditHours: '12.0',
  certificateNo: certificate,
  ...more,
})

/** The training of the school again, as the other platform calls it. */
const sameCertificate = (one: RegisteredHours): Line =>
  lineOf(one, { projectName: '新高考命题专题（线上回放）' })

/** The same days and nearly the same name, under another organiser. */
const likelySame = (one: RegisteredHours, nth: number): Line =>
  lineOf(one, {
    projectName: `${one.title}（线上）`,
    organizer: '江城区教师发展中心',
    certificateNo: `JCXS-${String(nth + 1).padStart(4, '0')}`,
  })

const online = (teacher: number, nth: number, today: string): Line =>
  lineOf({
    teacher,
    title: '教师数字素养提升线上研修',
    organizer: '国家中小学智慧教育平台',
    certificate: `ZH${today.slice(0, 4)}${String(41_207 + nth * 13).padStart(6, '0')}`,
    from: addDays(today, -40),
    to: addDays(today, -31),
  })
