import { caseRows } from '../../engine/processes/index.ts'
import type { Actor } from '../../../catalogue/access/access.ts'
import type {
  DeclareNotice,
  DeclareNotices,
  JudgedCondition,
  OwnEligibility,
} from '../../../catalogue/contract/declarations.ts'
import { conditionsOfNotice } from '../../../catalogue/declarations/conditions.ts'
import { judgeArchive, type Archive } from '../../../catalogue/declarations/judge.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { AppError } from '../../../catalogue/errors.ts'
import type { Engine, Queryable } from '../../engine/engine.ts'
import type { PlaceOf } from '../../engine/feature.ts'
import {
  campaignColumns,
  closedForEntries,
  currentMinute,
  readableCampaign,
  type CampaignRow,
} from '../../engine/campaigns/index.ts'
import { today } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import { archiveOf } from './archive.ts'

type Row = CampaignRow & { readonly host: string }

/** Open notices that are not over: those of today and those that are still to begin. */
const noticesWhere = (where: Sql): Sql => sql`
  select ${campaignColumns}, h.name as host
  from campaign c
  join institution h on h.id = c.institution_id
  where c.type = 'declareBatch' and c.state = 'open' and c.value ->> 'applyEnd' >= ${currentMinute} and ${where}
  order by c.value ->> 'applyEnd', c.id
  limit 100`

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const whole = (value: unknown): number => (typeof value === 'number' ? value : 0)

const lineOf = ({ id, title, host, value, now }: Row): DeclareNotices['list'][number] => ({
  id,
  title,
  host,
  kind: labelOf('declareKind', text(value['declareKind'])),
  level: labelOf('talentLevel', text(value['declareLevel'])),
  when: text(value['applyStart']) <= now ? 'open' : 'soon',
  start: text(value['applyStart']),
  end: text(value['applyEnd']),
  conditions: conditionsOfNotice(value).map(({ condition, wanted }) => condition.says(wanted)),
})

/** Notices that are open now or will open soon, for visitors. */
export const openNotices = async (db: Queryable): Promise<DeclareNotices> => ({
  list: (await db.query<Row>(noticesWhere(sql`true`))).map(lineOf),
})

async function noticeById(db: Queryable, id: string): Promise<Row> {
  const row = await db.maybeOne<Row>(noticesWhere(sql`c.id = ${id}::uuid`))
  if (!row) throw new AppError('missing')
  return row
}

/** One notice with its text, for everybody. */
export async function openNotice(db: Queryable, id: string): Promise<DeclareNotice> {
  const row = await noticeById(db, id)
  const { value } = row
  return {
    ...lineOf(row),
    content: text(value['content']),
    year: whole(value['batchYear']),
    publicityDays: whole(value['publicityDays']),
    supplementDays: whole(value['supplementDays']),
  }
}

interface NoticeJudge {
  readonly engine: Pick<Engine, 'records'>
  readonly placeOf: PlaceOf
  readonly actor: Actor
}

/** The conditions of a notice as an archive stands today; the teacher is shown where each is mended. */
export const judgedFor = (
  { engine, placeOf, actor }: NoticeJudge,
  notice: Readonly<Record<string, unknown>>,
  archive: Archive,
): JudgedCondition[] =>
  judgeArchive(notice, archive, today()).map(({ record, ...one }) => ({
    ...one,
    from: engine.records[record]?.title ?? record,
    link: actor.role === 2 ? placeOf(record, null, 'section', actor.role) : null,
  }))

/** Whether the teacher meets the conditions of a notice, one by one. */
export async function ownEligibility(
  engine: Engine,
  placeOf: PlaceOf,
  actor: Actor,
  id: string,
): Promise<OwnEligibility> {
  const row = await noticeById(engine.db, id)
  if (actor.teacherId === null) return { conditions: [], closed: '您无教师档案，不能申报', caseId: null }
  const [archive, reaches, own] = await Promise.all([
    archiveOf(engine, engine.db, actor.teacherId),
    engine.db.maybeOne(sql`select 1 from campaign c where c.id = ${id}::uuid and ${readableCampaign(actor)}`),
    engine.db.maybeOne<{ id: string }>(sql`
      select id from ${caseRows} k
      where teacher_id = ${actor.teacherId} and campaign_id = ${id}::uuid order by created_at desc limit 1`),
  ])
  return {
    conditions: judgedFor({ engine, placeOf, actor }, row.value, archive),
    closed: reaches ? closedForEntries(row) : `这一批只收${row.host}范围内的申报`,
    caseId: own?.id ?? null,
  }
}
