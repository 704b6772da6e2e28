import type { Actor } from '../../../catalogue/access/access.ts'
import { draft, isOver, windowFaults } from '../../../catalogue/processes/campaign-reading.ts'
import type { AnyCampaign } from '../../../catalogue/processes/define-campaign.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { uuidv7 } from '../../platform/clock/clock.ts'
import { sql, type Sql } from '../../platform/db/sql.ts'
import type { Queryable, Tx } from '../engine.ts'
import { campaignColumns, type CampaignRow } from './campaign.ts'
import { heldBy, readableCampaign } from './scope.ts'
import {
  defaultValue,
  filesIn,
  judgeFiles,
  judgeForm,
  readGiven,
  type FormValue,
} from '../filled-forms/index.ts'
import type { CampaignNeeds } from './campaigning.ts'
import { setLead } from './lead.ts'
import { holdCampaignFiles, setCampaign, writeCampaignEvent } from './write.ts'

export type HostedRow = CampaignRow & { readonly host: string; readonly isMine: boolean }

/** Campaigns that the actor may read, with the office that holds each. */
export const campaignsWhere = (actor: Actor, where: Sql): Sql => sql`
  select ${campaignColumns}, h.name as host, (${heldBy(actor)}) as "isMine"
  from campaign c join institution h on h.id = c.institution_id
  where ${readableCampaign(actor)} and ${where}`

/** One campaign that the actor may read; else `missing`. */
export async function campaignFor(
  db: Queryable,
  actor: Actor,
  definition: AnyCampaign,
  id: string,
): Promise<HostedRow> {
  const row = await db.maybeOne<HostedRow>(
    campaignsWhere(actor, sql`c.id = ${id}::uuid and c.type = ${definition.name}`),
  )
  if (!row) throw new AppError('missing')
  return row
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
  {
    actor,
    definition,
    collects,
    title,
    value: given,
    lead = null,
  }: CampaignChange & {
    readonly collects: string
    /** The person who begins it in the office's name. */
    readonly lead?: number | null
  },
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
    const key = { institutionId: actor.institutionId, id }
    await holdCampaignFiles(tx, key, filesIn(definition, value))
    await writeCampaignEvent(tx, key, { actor, action: 'created' })
    if (lead !== null) await setLead(tx, actor, id, lead)
  })
  return id
}

/**
 * Writes a campaign at the version that was read. What its entries were begun by is frozen once it is open.
 * @throws AppError `invalid` with the field, `stale`
 */
export async function editCampaign(
  { db, places }: CampaignNeeds,
  { actor, definition, id, version, title, value: given }: CampaignChange & { id: string; version: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await ownRow(tx, actor, definition, { id, version })
    if (isOver(definition, row.state))
      throw new AppError('wrongState', { message: `${definition.called}已经结束，不能再改` })
    const value = await readGiven(tx, { definition, given, before: row.value })
    const changed = Object.keys(value).filter(
      (key) => JSON.stringify(value[key] ?? null) !== JSON.stringify(row.value[key] ?? null),
    )
    if (row.state !== draft) {
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
    await setCampaign(tx, row, { state: row.state, title, value })
    await holdCampaignFiles(tx, row, filesIn(definition, value))
    if (row.state === draft) return
    await places.moved(tx, { ...row, value }, row.state)
    await writeCampaignEvent(tx, row, { actor, action: 'edited', facts: { changed } })
  })
}

/** The campaign of the actor's own office, locked, at the version that was read. */
export async function ownRow(
  tx: Tx,
  actor: Actor,
  definition: AnyCampaign,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<HostedRow> {
  await tx.query(sql`select 1 from campaign where id = ${id}::uuid for update`)
  const row = await campaignFor(tx, actor, definition, id)
  if (!row.isMine) throw new AppError('forbidden', { message: `${definition.called}由其他单位管理` })
  if (row.version !== version)
    throw new AppError('stale', { message: `${definition.called}刚被同事改过，请刷新后再看` })
  return row
}

export function requireWhole(definition: AnyCampaign, value: FormValue): void {
  const faults = [...judgeForm(definition, value).errors, ...windowFaults(definition, value)]
  if (faults.length > 0) throw invalidFields(faults)
}
