import type { Actor } from '../../../catalogue/access/access.ts'
import { draft, hostMoves, isOver, spoken } from '../../../catalogue/processes/campaign-reading.ts'
import type { AnyCampaign, AnyCampaignMove } from '../../../catalogue/processes/define-campaign.ts'
import { AppError, invalid } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Tx } from '../engine.ts'
import type { CampaignRow } from './campaign.ts'
import type { CampaignNeeds } from './campaigning.ts'
import { ownRow, requireWhole } from './office.ts'
import { beginSweep, requireNoSweep } from './sweep.ts'
import { setCampaign, writeCampaignEvent } from './write.ts'

/** A move that the office of a campaign asks for. */
interface Request {
  readonly actor: Actor
  readonly definition: AnyCampaign
  readonly id: string
  readonly action: string
  readonly version: number
  readonly reason: string
  /** The new end of the window that the move extends. */
  readonly until?: string | undefined
}

/** Makes a move of a campaign for the office that holds it. */
export async function actOnCampaign(campaigning: CampaignNeeds, request: Request): Promise<void> {
  const { actor, definition, action, reason, until } = request
  await campaigning.db.transaction(async (tx) => {
    const row = await ownRow(tx, actor, definition, request)
    const move = hostMoves(definition, row.state).find(({ name }) => name === action)
    if (!move) throw new AppError('wrongState', { message: `${definition.called}现在不能这样办理` })
    if (move.reason === 'required' && reason === '') throw invalid('reason', '请写明原因')
    await requireNoSweep(tx, row)
    const end = move.extends === undefined ? undefined : until
    await follow(campaigning, tx, { definition, row, move, actor, reason, until: end })
  })
}

export interface CampaignConsequence {
  readonly definition: AnyCampaign
  readonly row: CampaignRow
  readonly move: AnyCampaignMove
  /** Null for the clock. */
  readonly actor: Actor | null
  readonly reason: string
  readonly until?: string | undefined
}

/** Writes a move of a campaign, whose row is locked, with all that follows from it. */
export async function follow(
  campaigning: CampaignNeeds,
  tx: Tx,
  following: CampaignConsequence,
): Promise<void> {
  const { definition, row, move, actor, reason, until } = following
  const value = valueAfter(following)
  await requireDecided(tx, following)
  if (row.state === draft && !isOver(definition, move.to)) requireWhole(definition, value)
  await setCampaign(tx, row, { state: move.to, title: row.title, value })
  const facts = until === undefined ? {} : { until }
  await writeCampaignEvent(tx, row, { actor, action: move.name, reason, facts })
  await campaigning.places.moved(tx, { ...row, value }, move.to)
  await beginSweep(tx, row, { move, by: actor?.identityId ?? null })
  await tellEntrants(campaigning, tx, following)
}

function valueAfter({
  definition,
  row: { value, now },
  move,
  until,
}: CampaignConsequence): CampaignRow['value'] {
  const window = move.extends === undefined ? undefined : definition.windows[move.extends]
  if (!window) return value
  const before = value[window.to]
  if (until === undefined || until <= now || (typeof before === 'string' && until <= before))
    throw invalid('until', '新的截止时间须晚于原来的，且不早于今天')
  return { ...value, [window.to]: until }
}

/** Refuses a move before which every entry has to be decided. */
async function requireDecided(tx: Tx, { row, move }: CampaignConsequence): Promise<void> {
  const states = move.waitsForEntriesIn ?? []
  if (states.length === 0) return
  const { many } = await tx.one<{ many: number }>(sql`
    select count(*)::int as many from process_case
    where campaign_id = ${row.id}::uuid and state = any(${[...states]}::text[])`)
  if (many > 0)
    throw new AppError('wrongState', { message: `还有 ${many} 件没有办完，办完以后再${move.label}` })
}

/** Sends a message about the move of the campaign to the parties of each entry under way. */
async function tellEntrants(
  { notify }: CampaignNeeds,
  tx: Tx,
  { row, move, actor, reason, until }: CampaignConsequence,
): Promise<void> {
  if (!move.message) return
  const entrants = await tx.query<{ identity: number }>(sql`
    select distinct a.id as identity
    from process_case k
    join teacher t on t.id = k.teacher_id
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where k.campaign_id = ${row.id}::uuid and k.open`)
  const says = `${move.message.says}${until === undefined ? '' : `到 ${spoken(until)}`}`
  for (const { identity } of entrants)
    await notify(tx, {
      to: { identity },
      kind: '1',
      title: `${row.title}：${move.message.title}`,
      content: `${actor?.institution ?? '系统'}${says}。${reason === '' ? '' : `原因：${reason}`}`,
      link: null,
      exceptPerson: actor?.personId ?? 0,
    })
}
