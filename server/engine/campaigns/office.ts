import type { Actor } from '../../../catalogue/access/access.ts'
import type { CampaignAct, CampaignLine, CampaignView } from '../../../catalogue/contract/campaigns.ts'
import { type AnyCampaign, type CampaignState } from '../../../catalogue/processes/campaigns.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { campaignColumns, closedBecause, type CampaignRow } from './campaign.ts'
import { heldBy, readableCampaign } from './scope.ts'
import {
  defaultValue,
  filesIn,
  filesShown,
  judgeFiles,
  judgeForm,
  readGiven,
  type FormValue,
} from '../filled-forms/index.ts'
import type { CampaignNeeds } from './campaigning.ts'
import { openOwnPlaces } from './quota.ts'
import { holdCampaignFiles, setCampaignState, writeCampaignEvent } from './write.ts'

export interface CampaignAsked {
  readonly collects?: string | undefined
  readonly state?: CampaignState | undefined
  readonly mine?: '1' | undefined
  readonly q?: string | undefined
  readonly page: number
  readonly pageSize: number
}

type Row = CampaignRow & { readonly host: string; readonly isMine: boolean }

const rowsWhere = (actor: Actor, where: Sql): Sql => sql`
  select ${campaignColumns}, h.name as host, (${heldBy(actor)}) as "isMine"
  from campaign c join institution h on h.id = c.institution_id
  where ${readableCampaign(actor)} and ${where}`

/** A page of the campaigns that are for the actor's institution, or held by it: last changed first. */
export async function listCampaigns(
  db: Queryable,
  actor: Actor,
  definition: AnyCampaign,
  asked: CampaignAsked,
) {
  const { collects, state, mine, q, page, pageSize } = asked
  const where = sql.join(
    [
      sql`c.type = ${definition.name}`,
      ...(collects === undefined ? [] : [sql`c.collects = ${collects}`]),
      ...(state === undefined ? [] : [sql`c.state = ${state}`]),
      ...(mine === undefined ? [] : [heldBy(actor)]),
      ...(q ? [sql`strpos(c.title, ${q}) > 0`] : []),
    ],
    ' and ',
  )
  const [rows, { total }] = await Promise.all([
    db.query<Row>(sql`${rowsWhere(actor, where)}
      order by c.updated_at desc, c.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`),
    db.one<{ total: number }>(
      sql`select count(*)::int as total from campaign c where ${readableCampaign(actor)} and ${where}`,
    ),
  ])
  return { list: rows.map(lineOf), total, page, pageSize }
}

const lineOf = (row: Row): CampaignLine => ({
  id: row.id,
  type: row.type,
  collects: row.collects,
  state: row.state,
  title: row.title,
  value: row.value,
  version: row.version,
  host: { id: row.institutionId, name: row.host },
  mine: row.isMine,
  closed: closedBecause(row, 'application'),
  now: row.now,
  updatedAt: row.updatedAt,
})

async function campaignFor(db: Queryable, actor: Actor, definition: AnyCampaign, id: string): Promise<Row> {
  const row = await db.maybeOne<Row>(
    rowsWhere(actor, sql`c.id = ${id}::uuid and c.type = ${definition.name}`),
  )
  if (!row) throw new AppError('missing')
  return row
}

const actsIn: Readonly<Record<CampaignState, readonly CampaignAct[]>> = {
  draft: ['open', 'cancel'],
  open: ['extend', 'close', 'cancel'],
  closed: ['extend', 'finish', 'cancel'],
  finished: [],
  cancelled: [],
}
const ended: readonly CampaignState[] = ['finished', 'cancelled']

/** One campaign with what the actor may do and its places. */
export async function campaignView(
  db: Queryable,
  actor: Actor,
  definition: AnyCampaign,
  id: string,
): Promise<Omit<CampaignView, 'entries'>> {
  const row = await campaignFor(db, actor, definition, id)
  const [places, timeline, files] = await Promise.all([
    actor.role === 2
      ? undefined
      : db.maybeOne<{ granted: number; given: number; used: number }>(sql`
          select granted, given, used from campaign_quota
          where campaign_id = ${id}::uuid and institution_id = ${actor.institutionId}`),
    db.query<CampaignView['timeline'][number]>(sql`
      select e.at, e.action, p.name as by, e.reason
      from campaign_event e
      left join identity a on a.id = e.by_identity
      left join person p on p.id = a.person_id
      where e.institution_id = ${row.institutionId} and e.campaign_id = ${id}::uuid
      order by e.no`),
    filesShown(db, definition, row.value),
  ])
  return {
    ...lineOf(row),
    canEdit: row.isMine && !ended.includes(row.state),
    acts: row.isMine ? [...actsIn[row.state]] : [],
    places: places ?? null,
    files,
    timeline,
  }
}

interface CampaignChange {
  readonly actor: Actor
  readonly definition: AnyCampaign
  readonly title: string
  readonly value: FormValue
}

/** Begins a campaign as a draft of the actor's office. Answers its id. */
export async function createCampaign(
  { db }: CampaignNeeds,
  { actor, definition, collects, title, value: given }: CampaignChange & { readonly collects: string },
): Promise<string> {
  if (!Object.hasOwn(definition.collects, collects)) throw invalid('collects', '请选择征集的内容')
  const id = uuidv7()
  await db.transaction(async (tx) => {
    const value = await readGiven(tx, { definition, given, before: defaultValue(definition) })
    await judgeFiles(tx, actor, { definition, value, before: {} })
    await tx.execute(sql`
      insert into campaign (institution_id, id, type, collects, title, value, by_identity)
      values (${actor.institutionId}, ${id}::uuid, ${definition.name}, ${collects}, ${title}, ${sql.json(value)},
        ${actor.identityId})`)
    await holdCampaignFiles(tx, actor.institutionId, id, filesIn(definition, value))
    await writeCampaignEvent(tx, { actor, institutionId: actor.institutionId, id, action: 'created' })
  })
  return id
}

/**
 * Writes a campaign at the version that was read. What its entries were begun by is frozen once it is open.
 * @throws AppError `invalid` with the field, `stale`
 */
export async function editCampaign(
  { db }: CampaignNeeds,
  { actor, definition, id, version, title, value: given }: CampaignChange & { id: string; version: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await ownRow(tx, actor, definition, { id, version })
    if (ended.includes(row.state)) throw new AppError('wrongState', { message: '这项征集已经结束，不能再改' })
    const value = await readGiven(tx, { definition, given, before: row.value })
    const changed = Object.keys(value).filter(
      (key) => JSON.stringify(value[key] ?? null) !== JSON.stringify(row.value[key] ?? null),
    )
    if (row.state !== 'draft') {
      const frozen = changed.filter((key) => definition.frozen.includes(key))
      if (frozen.length > 0)
        throw invalidFields(
          frozen.map((field) => ({
            field,
            message: `${definition.fields[field]?.label ?? field}在开放后不能改（截止时间可以延期）`,
          })),
        )
      requireWhole(definition, value)
    }
    await judgeFiles(tx, actor, { definition, value, before: row.value })
    await tx.execute(sql`
      update campaign set title = ${title}, value = ${sql.json(value)}, version = version + 1, updated_at = now()
      where institution_id = ${row.institutionId} and id = ${id}::uuid`)
    await holdCampaignFiles(tx, row.institutionId, id, filesIn(definition, value))
    if (row.state !== 'draft')
      await writeCampaignEvent(tx, {
        actor,
        institutionId: row.institutionId,
        id,
        action: 'edited',
        facts: { changed },
      })
  })
}

/** The campaign of the actor's own office, locked, at the version that was read. */
async function ownRow(
  tx: Tx,
  actor: Actor,
  definition: AnyCampaign,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<Row> {
  await tx.query(sql`select 1 from campaign where id = ${id}::uuid for update`)
  const row = await campaignFor(tx, actor, definition, id)
  if (!row.isMine) throw new AppError('forbidden', { message: '这项征集由其他单位管理' })
  if (row.version !== version) throw new AppError('stale', { message: '这项征集刚被同事改过，请刷新后再看' })
  return row
}

function requireWhole(definition: AnyCampaign, value: FormValue): void {
  const { errors } = judgeForm(definition, value)
  const [start, end] = [value['applyStart'], value['applyEnd']]
  const order =
    typeof start === 'string' && typeof end === 'string' && end <= start
      ? [{ field: 'applyEnd', message: '申报截止时间须晚于开始时间' }]
      : []
  if (errors.length + order.length > 0) throw invalidFields([...errors, ...order])
}

interface CampaignMove {
  readonly actor: Actor
  readonly definition: AnyCampaign
  readonly id: string
  readonly action: CampaignAct
  readonly version: number
  readonly reason: string
  readonly until?: string | undefined
}

/** Opens, extends, closes, finishes or cancels a campaign of the actor's office. */
export async function actOnCampaign(campaigning: CampaignNeeds, acted: CampaignMove): Promise<void> {
  const { actor, definition, id, action, reason } = acted
  await campaigning.db.transaction(async (tx) => {
    const row = await ownRow(tx, actor, definition, acted)
    if (!actsIn[row.state].includes(action))
      throw new AppError('wrongState', { message: '这项征集现在不能这样办理' })
    const value = valueAfter(row, acted)
    if (action === 'open') {
      requireWhole(definition, value)
      await openOwnPlaces(tx, row)
    }
    await setCampaignState(tx, row, { state: stateAfter[action], value })
    await writeCampaignEvent(tx, {
      actor,
      institutionId: row.institutionId,
      id,
      action,
      ...(reason !== '' && { reason }),
      facts: acted.until === undefined ? {} : { until: acted.until },
    })
    if (action === 'extend' || action === 'cancel') await tellEntrants(campaigning, tx, row, acted)
  })
}

const stateAfter: Readonly<Record<CampaignAct, CampaignState>> = {
  open: 'open',
  extend: 'open',
  close: 'closed',
  finish: 'finished',
  cancel: 'cancelled',
}

function valueAfter({ value, now, state }: Row, { action, until, reason }: CampaignMove): FormValue {
  const needsReason = action === 'extend' || (action === 'cancel' && state !== 'draft')
  if (needsReason && reason === '') throw invalid('reason', '请写明原因')
  if (action !== 'extend') return value
  const before = typeof value['applyEnd'] === 'string' ? value['applyEnd'] : ''
  if (until === undefined || until <= before || until <= now)
    throw invalid('until', '新的截止时间须晚于原来的，并且还没有到')
  return { ...value, applyEnd: until }
}

/** Tells whoever has an entry under way that its campaign goes on, or is over. */
async function tellEntrants(
  { notify }: CampaignNeeds,
  tx: Tx,
  row: Row,
  { actor, action, reason, until }: CampaignMove,
) {
  const entrants = await tx.query<{ identity: number }>(sql`
    select distinct a.id as identity
    from process_case k
    join teacher t on t.id = k.teacher_id
    join identity a on a.person_id = t.person_id and a.role = 2 and a.state = 'enabled'
    where k.campaign_id = ${row.id}::uuid and k.open`)
  const says = action === 'cancel' ? '取消了这项征集' : `把申报延期到 ${until?.replace('T', ' ') ?? ''}`
  for (const { identity } of entrants)
    await notify(tx, {
      to: { identity },
      kind: '1',
      title: `${row.title}：${action === 'cancel' ? '已取消' : '已延期'}`,
      content: `${actor.institution}${says}。原因：${reason}`,
      link: null,
      exceptPerson: actor.personId,
    })
}
