import type { RowFault } from '../../../catalogue/imports/read-cell.ts'
import { isYearOpen } from '../../../catalogue/hours/rule.ts'
import type { Queryable } from '../../engine/engine.ts'
import type { DoubtedRow, RowDoubts } from '../../engine/imports/index.ts'
import { ruleFor } from '../../engine/ledger/index.ts'
import { databaseDay } from '../../platform/db/today.ts'
import { compared, nearFrom, prepared } from '../../platform/similarity/index.ts'
import { sql } from '../../platform/db/sql.ts'

/** A training that is registered already. */
interface RegisteredTraining {
  readonly ownerId: number
  readonly id: string
  readonly title: string
  readonly organizer: string
  readonly certificate: string
  readonly from: string
  readonly to: string
}

/** Most hours that a day of face-to-face training has (training.md, 6). */
const hoursOfDay = 8
/** 网络研修: it takes no days. */
const online = '2'

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const fault = (column: string, code: string, message: string): RowFault => ({
  column,
  level: 'error',
  code,
  message,
})

const asChecked = '核对无误的，在“已核对”一列填“是”'

/** The same certificate of the same organiser: it is this training, whatever it is called. */
const isCertain = ({ values }: DoubtedRow, known: RegisteredTraining): boolean =>
  known.certificate !== '' &&
  known.certificate === textIn(values['certificateNo']) &&
  known.organizer === textIn(values['organizer'])

/** Near titles on days that overlap: perhaps the same training under another organiser's name. */
function isLikely({ values }: DoubtedRow, known: RegisteredTraining): boolean {
  const [from, to] = [textIn(values['startDate']), textIn(values['endDate'])]
  if (from > known.to || to < known.from) return false
  const title = (text: string) => prepared({ title: text, abstract: '' })
  return compared(title(textIn(values['projectName'])), title(known.title)).title >= nearFrom.title
}

const said = ({ title, from, to, organizer }: RegisteredTraining): string =>
  `“${title}”（${from} 至 ${to}，${organizer}）`

function doublesOf(row: DoubtedRow, others: readonly RegisteredTraining[]): RowFault[] {
  const certain = others.find((one) => isCertain(row, one))
  if (certain) return [fault('certificateNo', 'E203', `已经登记过该证书编号：${said(certain)}，不能再导入`)]
  const likely = others.find((one) => isLikely(row, one))
  return likely && row.values['checked'] !== true
    ? [
        fault(
          'projectName',
          'E204',
          `与已登记的${said(likely)}可能是同一次培训：是同一次的无需导入；${asChecked}`,
        ),
      ]
    : []
}

/** More hours than the days of a training face to face have. */
function tooManyHours({ values }: DoubtedRow): RowFault[] {
  const days =
    Math.round(
      (Date.parse(textIn(values['endDate'])) - Date.parse(textIn(values['startDate']))) / 86_400_000,
    ) + 1
  const most = hoursOfDay * days
  const hours = Number(values['creditHours'])
  if (values['trainingWay'] === online || !(hours > most) || values['checked'] === true) return []
  const message = `${days} 天的集中培训一般不超过 ${most}.0 学时，这里是 ${hours.toFixed(1)}；${asChecked}`
  return [fault('creditHours', 'E205', message)]
}

const registeredOf = (db: Queryable, owners: readonly number[]): Promise<RegisteredTraining[]> =>
  db.query<RegisteredTraining>(sql`
    select owner_id as "ownerId", id, coalesce(project_name, '') as title, coalesce(organizer, '') as organizer,
      coalesce(certificate_no, '') as certificate, to_char(start_date, 'YYYY-MM-DD') as "from",
      to_char(end_date, 'YYYY-MM-DD') as "to"
    from rec_training_registration
    where owner_id = any(${[...new Set(owners)]}::int[]) and voided_at is null
      and start_date is not null and end_date is not null`)

/**
 * What stands against rows of 培训登记 from another platform: a certain double is refused, a likely one and
 * hours that no day has are held until somebody looked. Of a year that is closed the district registers.
 */
export const doubtsOfTrainings: RowDoubts = async (db, { actor }, rows) => {
  const registered = Map.groupBy(
    await registeredOf(
      db,
      rows.map(({ ownerId }) => ownerId),
    ),
    ({ ownerId }) => ownerId,
  )
  const [today, province] = [await databaseDay(db), await provinceOf(db, actor.institutionId)]
  const closed = new Map<number, boolean>()
  const answers = []
  for (const row of rows) {
    const year = Number(row.values['trainingYear'])
    if (!closed.has(year)) closed.set(year, !isYearOpen(year, today, await ruleFor(db, province, year)))
    const others = (registered.get(row.ownerId) ?? []).filter(({ id }) => id !== row.recordId)
    const late =
      actor.role === 3 && closed.get(year) && row.recordId === null
        ? [fault('trainingYear', 'E206', `${year} 年的学时已经截止，请由区（县）教育局补记`)]
        : []
    answers.push([...late, ...doublesOf(row, others), ...tooManyHours(row)])
  }
  return answers
}

const provinceOf = async (db: Queryable, institutionId: number): Promise<number | null> =>
  (
    await db.one<{ id: number | null }>(
      sql`select province_id as id from institution where id = ${institutionId}`,
    )
  ).id
