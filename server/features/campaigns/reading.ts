import type { Actor } from '../../../catalogue/access/access.ts'
import type { CampaignLine, CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { filtersAmong } from '../../../catalogue/contract/declared-query.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { hostMoves, isOver } from '../../../catalogue/processes/campaign-reading.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import {
  campaignFor,
  campaignsWhere,
  closedForEntries,
  heldBy,
  isSwept,
  readableCampaign,
  sweepsOf,
  type HostedRow,
} from '../../engine/campaigns/index.ts'
import type { Queryable } from '../../engine/engine.ts'
import { narrowedBy } from '../../engine/kinds/index.ts'
import { filesShown } from '../../engine/filled-forms/index.ts'
import { caseRows, readable } from '../../engine/processes/index.ts'
import { placesOf } from '../../engine/seats/index.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'

/** Filter of a list of campaigns. */
export interface CampaignQuery {
  readonly collects?: string | undefined
  readonly state?: string | undefined
  readonly mine?: '0' | '1' | undefined
  readonly placed?: '1' | undefined
  readonly q?: string | undefined
  readonly page: number
  readonly pageSize: number
  /** What the declared filters ask, by field. */
  readonly [filter: string]: unknown
}

/** A page of the campaigns that are for the actor's institution, or held by it: last changed first. */
export async function listCampaigns(
  db: Queryable,
  actor: Actor,
  definition: AnyCampaign,
  asked: CampaignQuery,
) {
  const { collects, state, mine, placed, q, page, pageSize, ...filters } = asked
  const where = sql.join(
    [
      sql`c.type = ${definition.name}`,
      ...(collects === undefined ? [] : [sql`c.collects = ${collects}`]),
      ...(state === undefined ? [] : [sql`c.state = ${state}`]),
      ...(mine === undefined ? [] : [mine === '1' ? heldBy(actor) : sql`not (${heldBy(actor)})`]),
      ...(placed === undefined ? [] : [hasPlaces(actor)]),
      ...(q ? [sql`strpos(c.title, ${q}) > 0`] : []),
      ...narrowedBy(sql`c.value`, definition.fields, filtersAmong(definition.list?.filters ?? [], filters)),
    ],
    ' and ',
  )
  const [rows, { total }] = await Promise.all([
    db.query<HostedRow>(sql`${campaignsWhere(actor, where)}
      order by c.updated_at desc, c.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from campaign c where ${readableCampaign(actor)} and ${where}`,
    ),
  ])
  const ids = rows.map(({ id }) => id)
  const isOffice = actor.role !== 2
  const [places, waiting] = await Promise.all([
    isOffice ? placesIn(db, actor, ids) : new Map<string, Places>(),
    isOffice && definition.list?.waiting !== undefined ? waitingIn(db, actor, ids) : null,
  ])
  const list = rows.map((row) => ({
    ...lineOf(row),
    places: places.get(row.id) ?? null,
    waiting: waiting && (waiting.get(row.id) ?? 0),
  }))
  return { list, total, page, pageSize }
}

/** Condition that the actor's office was granted places of `campaign c`. */
const hasPlaces = ({ role, institutionId }: Actor): Sql =>
  role === 2
    ? sql`false`
    : sql`exists (
        select 1 from seat_pool p where p.event_id = c.id and p.institution_id = ${institutionId} and p.granted > 0)`

/** How many wait for a place of some campaigns, of those whom the actor may read. */
async function waitingIn(db: Queryable, actor: Actor, ids: readonly string[]) {
  const rows = await db.query<{ id: string; many: number }>(sql`
    select w.event_id as id, count(*)::int as many
    from seat_waiting w
    join ${caseRows} k on k.id = w.holder
    where w.event_id = any(${[...ids]}::uuid[]) and w.left_at is null and ${readable(actor)}
    group by w.event_id`)
  return new Map(rows.map(({ id, many }) => [id, many]))
}

type Places = NonNullable<CampaignLine['places']>

/** The places of the actor's office in some campaigns. */
async function placesIn(db: Queryable, { institutionId }: Actor, ids: readonly string[]) {
  const rows = await db.query<Places & { id: string }>(sql`
    select event_id as id, sum(granted)::int as granted, sum(given)::int as given, sum(used)::int as used
    from seat_pool where event_id = any(${[...ids]}::uuid[]) and institution_id = ${institutionId}
    group by event_id`)
  return new Map(rows.map(({ id, ...places }): [string, Places] => [id, places]))
}

const lineOf = (row: HostedRow): Omit<CampaignLine, 'places' | 'waiting'> => ({
  id: row.id,
  type: row.type,
  collects: row.collects,
  state: row.state,
  title: row.title,
  value: row.value,
  version: row.version,
  host: { id: row.institutionId, name: row.host },
  mine: row.isMine,
  closed: closedForEntries(row),
  now: row.now,
  updatedAt: row.updatedAt,
})

/** One campaign with what the actor may do and its places. */
export async function campaignView(
  db: Queryable,
  actor: Actor,
  definition: AnyCampaign,
  id: string,
): Promise<Omit<CampaignView, 'entries'>> {
  const row = await campaignFor(db, actor, definition, id)
  const [places, timeline, files, sweeps] = await Promise.all([
    actor.role === 2 ? undefined : placesOf(db, id, actor.institutionId),
    db.query<CampaignView['timeline'][number]>(sql`
      select e.at, e.action, p.name as by, e.reason
      from campaign_event e
      left join identity a on a.id = e.by_identity
      left join person p on p.id = a.person_id
      where e.institution_id = ${row.institutionId} and e.campaign_id = ${id}::uuid
      order by e.no`),
    filesShown(db, definition, row.value),
    row.isMine ? sweepsOf(db, row) : [],
  ])
  return {
    ...lineOf(row),
    canEdit: row.isMine && !isOver(definition, row.state),
    acts: row.isMine && !isSwept(sweeps) ? hostMoves(definition, row.state).map(({ name }) => name) : [],
    sweeps,
    places: places ?? null,
    waiting: null,
    files,
    timeline,
  }
}

/** A campaign that the actor's own office holds; else `missing`. */
export async function ownCampaign(
  db: Queryable,
  actor: Actor,
  definition: AnyCampaign,
  id: string,
): Promise<HostedRow> {
  const row = await campaignFor(db, actor, definition, id)
  if (!row.isMine) throw new AppError('missing')
  return row
}
