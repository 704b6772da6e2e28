import type { Actor } from '../../../catalogue/access/access.ts'
import { closedBecause, draft, minutesAfter, saidBy } from '../../../catalogue/processes/campaign-reading.ts'
import { campaignOf, campaigns, type CampaignName } from '../../../catalogue/processes/campaigns.ts'
import type { AnyCampaign, FieldRole } from '../../../catalogue/processes/define-campaign.ts'
import type { AnyMove, AnyProcess } from '../../../catalogue/processes/define.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { fileRuleKeys } from '../../../catalogue/processes/file-rules.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { lastDay } from '../ways/index.ts'
import { readableCampaign } from './scope.ts'

/** The parts of a campaign that its entries and its host read. */
export interface CampaignRow {
  readonly institutionId: number
  readonly id: string
  readonly type: CampaignName
  readonly collects: string
  readonly state: string
  readonly title: string
  readonly value: Readonly<Record<string, unknown>>
  readonly version: number
  readonly updatedAt: string
  /** The minute it is, as date and time fields have it. */
  readonly now: string
}

/** The minute it is by the database's clock, in Asia/Shanghai, as date and time fields write it. */
export const currentMinute: Sql = sql`to_char(now() at time zone 'Asia/Shanghai', 'YYYY-MM-DD"T"HH24:MI')`

export const campaignColumns: Sql = sql`c.institution_id as "institutionId", c.id, c.type, c.collects, c.state,
  c.title, c.value, c.version, c.updated_at as "updatedAt", ${currentMinute} as now`

/** The key of the field of a role in the notice of `campaign c`: each type names its own. */
const keyOf = (role: FieldRole): Sql =>
  sql`(${sql.json(
    Object.fromEntries(
      Object.values<AnyCampaign>(campaigns).map(({ name, named }) => [name, named[role] ?? null]),
    ),
  )}::jsonb ->> c.type)`

/** Length of the public notice of `campaign c` about its entries, in working days. */
export const publicityDaysOf: Sql = sql`coalesce((c.value ->> ${keyOf('publicityDays')})::int, 0)`

/** What the notice of `campaign c` asks of files. */
export const fileRulesIn: Sql = sql`jsonb_build_object(${sql.join(
  fileRuleKeys.map((key) => sql`${sql.lit(key)}, c.value -> ${keyOf(key)}`),
)})`

/** The places that are recommended in all; null without a limit. */
export function quotaOf({ type, value }: Pick<CampaignRow, 'type' | 'value'>): number | null {
  const quota = saidBy(campaignOf(type), value, 'quota')
  return typeof quota === 'number' ? quota : null
}

/** Reads a campaign by its number, without a scope: the caller checks it. */
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
    where c.id = ${id}::uuid and c.collects = ${definition.name} and c.state <> ${sql.lit(draft)} and ${readableCampaign(actor)}`)
  if (!row) throw invalid('about', `未找到${definition.campaign?.of.called ?? ''}`)
  const closed = closedForEntries(row)
  if (closed !== null) throw invalid('about', closed)
  return row
}

/** Why no entry can be begun now; null where one can. */
export function closedForEntries(row: CampaignRow): string | null {
  const definition = campaignOf(row.type)
  return closedBecause(definition, row, definition.entryWindow)
}

/** Refuses what is handed in outside the window of its campaign. */
export async function requireWindow(tx: Tx, campaignId: string | null, window: string): Promise<void> {
  const campaign = campaignId === null ? undefined : await campaignById(tx, campaignId)
  const closed = campaign ? closedBecause(campaignOf(campaign.type), campaign, window) : '现在没有开放'
  if (closed !== null) throw new AppError('wrongState', { message: `${closed}，不能提交；填写的内容都还在` })
}

/** The last of so many working days from now, `YYYY-MM-DD`. */
export async function publicityEnds(tx: Tx, days: number): Promise<string> {
  const { day } = await tx.one<{ day: string }>(sql`select ${lastDay(sql`now()`, sql`${days}::int`)} as day`)
  return day
}

/** The last working day of a term from a field of the campaign (5 without), or its minute (48 hours). */
export async function termEnds(
  tx: Tx,
  campaignId: string | null,
  term: NonNullable<AnyMove['term']>,
): Promise<string> {
  const campaign = campaignId === null ? undefined : await campaignById(tx, campaignId)
  const said = campaign?.value['days' in term ? term.days : term.hours]
  if ('days' in term) return publicityEnds(tx, typeof said === 'number' ? said : 5)
  const { now } = await tx.one<{ now: string }>(sql`select ${currentMinute} as now`)
  return minutesAfter(now, 60 * (typeof said === 'number' ? said : 48))
}
