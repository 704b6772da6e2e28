import type { Actor } from '../../../catalogue/access/access.ts'
import type { CampaignName, CampaignState, WindowName } from '../../../catalogue/processes/campaigns.ts'
import { campaignOf } from '../../../catalogue/processes/campaigns.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { lastDay } from '../ways/index.ts'
import { readableCampaign } from './scope.ts'

/** A campaign with what its entries and whoever holds it need of it. */
export interface CampaignRow {
  readonly institutionId: number
  readonly id: string
  readonly type: CampaignName
  readonly collects: string
  readonly state: CampaignState
  readonly title: string
  readonly value: Readonly<Record<string, unknown>>
  readonly version: number
  readonly openedAt: string | null
  readonly updatedAt: string
  /** The minute it is, as date and time fields have it. */
  readonly now: string
}

/** The minute it is by the database's clock, in Asia/Shanghai, as date and time fields write it. */
export const currentMinute: Sql = sql`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI')`

export const campaignColumns: Sql = sql`c.institution_id as "institutionId", c.id, c.type, c.collects, c.state,
  c.title, c.value, c.version, c.opened_at as "openedAt", c.updated_at as "updatedAt", ${currentMinute} as now`

/** The field that holds the end of each window. */
const endOf: Readonly<Record<WindowName, string>> = {
  application: 'applyEnd',
  opening: 'openingEnd',
  midterm: 'midtermEnd',
  closing: 'closingEnd',
}

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** A minute some minutes later, in the form of date and time fields. */
function minutesAfter(minute: string, minutes: number): string {
  return new Date(Date.parse(`${minute}:00Z`) + minutes * 60_000).toISOString().slice(0, 16)
}

const spoken = (minute: string): string => minute.replace('T', ' ')

/**
 * Why nothing can be handed in for a window now; null where it can. What closes while people type is taken
 * for the minutes of grace that the campaign declares.
 */
export function closedBecause({ type, state, value, now }: CampaignRow, window: WindowName): string | null {
  const word = campaignOf(type).windows[window] ?? window
  if (state === 'draft' || state === 'cancelled') return '这项征集没有开放'
  const end = textIn(value[endOf[window]])
  const grace = typeof value['graceMinutes'] === 'number' ? value['graceMinutes'] : 0
  if (end !== null && now > minutesAfter(end, grace)) return `${word}已于 ${spoken(end)} 截止`
  if (window !== 'application') return null
  const start = textIn(value['applyStart'])
  if (start !== null && now < start) return `${word}从 ${spoken(start)} 开始`
  // A campaign that somebody closed before its time takes nothing; one that the clock closed stays within its
  // grace.
  return state === 'open' || (state === 'closed' && end !== null && now > end) ? null : `${word}已经截止`
}

/** A campaign by its number, whoever asks. */
export async function campaignById(db: Queryable, id: string): Promise<CampaignRow | undefined> {
  return db.maybeOne<CampaignRow>(sql`select ${campaignColumns} from campaign c where c.id = ${id}::uuid`)
}

/** The campaign for which an actor may begin an entry now. @throws AppError `invalid` with the reason */
export async function openCampaign(
  db: Queryable,
  actor: Actor,
  definition: AnyProcess,
  id: string,
): Promise<CampaignRow> {
  const row = await db.maybeOne<CampaignRow>(sql`
    select ${campaignColumns} from campaign c
    where c.id = ${id}::uuid and c.collects = ${definition.name} and c.state <> 'draft' and ${readableCampaign(actor)}`)
  if (!row) throw invalid('about', '没有这项征集')
  const closed = closedBecause(row, 'application')
  if (closed !== null) throw invalid('about', closed)
  return row
}

/** Refuses what is handed in outside the window of its campaign. */
export async function requireWindow(tx: Tx, campaignId: string | null, window: WindowName): Promise<void> {
  const campaign = campaignId === null ? undefined : await campaignById(tx, campaignId)
  const closed = campaign ? closedBecause(campaign, window) : '这项征集没有开放'
  if (closed !== null) throw new AppError('wrongState', { message: `${closed}，不能提交；填写的内容都还在` })
}

/** The last of so many working days from now, `YYYY-MM-DD`. */
export async function publicityEnds(tx: Tx, days: number): Promise<string> {
  const { day } = await tx.one<{ day: string }>(sql`select ${lastDay(sql`now()`, sql`${days}::int`)} as day`)
  return day
}

/** The last of so many working days from now as a field of the campaign says; 5 without. */
export async function termEnds(tx: Tx, campaignId: string | null, field: string): Promise<string> {
  const days = campaignId === null ? null : (await campaignById(tx, campaignId))?.value[field]
  return publicityEnds(tx, typeof days === 'number' ? days : 5)
}

/** An entry that goes from one state to another. */
interface PlaceChange {
  readonly campaignId: string
  readonly caseId: string
  /** The office that sends it on to the next one and uses a place for it; null where nobody does. */
  readonly recommendedBy: number | null
  /** Whether it comes to a state that holds no place. */
  readonly placeless: boolean
}

/**
 * Takes a place of whoever recommends an entry, and gives all its places back where it comes to a state that
 * holds none.
 * @throws AppError `wrongState` with how many places are left, and who holds them
 */
export async function keepPlaces(
  tx: Tx,
  { campaignId, caseId, recommendedBy, placeless }: PlaceChange,
): Promise<void> {
  if (recommendedBy !== null) await takePlace(tx, campaignId, recommendedBy, caseId)
  if (placeless) await giveBack(tx, campaignId, caseId)
}

async function takePlace(tx: Tx, campaignId: string, institutionId: number, caseId: string): Promise<void> {
  const limited = await tx.maybeOne(sql`
    select 1 from campaign where id = ${campaignId}::uuid and value ->> 'quota' is not null`)
  // The places of those below come out of the places above: an entry that holds one below needs no second one
  // here.
  const covered = await tx.maybeOne(sql`
    select 1 from campaign_place where campaign_id = ${campaignId}::uuid and case_id = ${caseId}::uuid limit 1`)
  const takes = limited !== undefined && covered === undefined
  if (takes) {
    const taken = await tx.maybeOne(sql`
      update campaign_quota set used = used + 1
      where campaign_id = ${campaignId}::uuid and institution_id = ${institutionId} and given + used < granted
      returning 1`)
    if (!taken) throw new AppError('wrongState', { message: await noneLeft(tx, campaignId, institutionId) })
  }
  await tx.execute(sql`
    insert into campaign_place (campaign_id, institution_id, case_id, rank, takes)
    select ${campaignId}::uuid, ${institutionId}::int, ${caseId}::uuid, coalesce(max(rank), 0) + 1, ${takes}
    from campaign_place
    where campaign_id = ${campaignId}::uuid and institution_id = ${institutionId}`)
}

/** Says how many places there were and where they are. */
async function noneLeft(tx: Tx, campaignId: string, institutionId: number): Promise<string> {
  const row = await tx.maybeOne<{ granted: number; given: number; used: number }>(sql`
    select granted, given, used from campaign_quota
    where campaign_id = ${campaignId}::uuid and institution_id = ${institutionId}`)
  if (!row) return '上级还没有给您单位分配推荐名额'
  const parts = [`已推荐 ${row.used} 个`, ...(row.given > 0 ? [`已分给下级 ${row.given} 个`] : [])]
  return `推荐名额已经用完：共 ${row.granted} 个，${parts.join('，')}`
}

async function giveBack(tx: Tx, campaignId: string, caseId: string): Promise<void> {
  const left = await tx.query<{ institution_id: number; takes: boolean }>(sql`
    delete from campaign_place where case_id = ${caseId}::uuid returning institution_id, takes`)
  const held = left.filter(({ takes }) => takes)
  // Rows of the quota are locked from the lower number on, so that two entries do not wait for each other.
  for (const { institution_id: id } of held.toSorted((a, b) => a.institution_id - b.institution_id))
    await tx.execute(sql`
      update campaign_quota set used = used - 1
      where campaign_id = ${campaignId}::uuid and institution_id = ${id}`)
}

/**
 * The next number of a row of numbers, one more than the last.
 * @param of the office, what stands before the number, and the year
 */
export async function nextSerial(
  tx: Tx,
  of: { readonly institutionId: number; readonly prefix: string; readonly year: number },
): Promise<number> {
  const { last } = await tx.one<{ last: number }>(sql`
    insert into campaign_serial (institution_id, prefix, year, last)
    values (${of.institutionId}, ${of.prefix}, ${of.year}, 1)
    on conflict (institution_id, prefix, year) do update set last = campaign_serial.last + 1
    returning last`)
  return last
}
