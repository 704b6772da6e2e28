import type { Actor } from '../../../catalogue/access/access.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import type { FaceShown } from '../../../catalogue/contract/campaign-face.ts'
import { AppError } from '../../../catalogue/errors.ts'
import { sql } from '../../platform/db/sql.ts'
import type { Queryable } from '../engine.ts'
import { hostsOf } from '../kinds/index.ts'
import { publish, takeDown } from './publish.ts'
import type { PublishingNeeds } from './publishing.ts'
import { changing } from './row.ts'
import { create, edit } from './working-copy.ts'

interface FaceWords {
  readonly actor: Actor
  readonly campaignId: string
  /** What the campaign says, as a value of the content. */
  readonly body: Readonly<Record<string, unknown>>
}

/**
 * Contents that show campaigns of one kind on the portal, taken from what these say.
 * @param table of the feature: campaign_id, content_id
 */
export function facesOf(definition: AnyContent, table: string) {
  const faces = sql.id(table)
  const of = async (db: Queryable, campaignId: string): Promise<FaceShown['face']> =>
    (await db.maybeOne<NonNullable<FaceShown['face']>>(sql`
      select f.content_id as "contentId", c.state, c.value ->> 'visibility' as visibility
      from ${faces} f join content c on c.id = f.content_id
      where f.campaign_id = ${campaignId}::uuid`)) ?? null

  const made = async (
    publishing: PublishingNeeds,
    { actor, campaignId, body }: FaceWords,
  ): Promise<number> => {
    const { id } = await create(publishing, { actor, definition, body, key: campaignId, asked: 'whole' })
    await publishing.db.execute(sql`
      insert into ${faces} (campaign_id, content_id) values (${campaignId}::uuid, ${id})
      on conflict (campaign_id) do nothing`)
    return id
  }
  return {
    of,
    /**
     * Writes what the campaign says into its content, and publishes it: at once, or when the authority that
     * agrees to what everybody reads has agreed (docs/decisions/0053).
     * @throws AppError `wrongState` while that authority is asked
     */
    show: async (publishing: PublishingNeeds, words: FaceWords): Promise<void> => {
      const { db } = publishing
      const { actor, campaignId, body } = words
      const before = await of(db, campaignId)
      if (before?.state === 'inReview')
        throw new AppError('wrongState', { message: '正在等上级同意公开，办完以后再更新' })
      if (before) await edit(publishing, { actor, definition, id: before.contentId, version: null }, body)
      const id = before?.contentId ?? (await made(publishing, words))
      const hosts = await hostsOf(db)
      await changing(publishing, { actor, definition, id, version: null }, (acting) =>
        publish(acting, { publishAt: null, takeDownAt: null, opinion: '' }, hosts),
      )
    },
    /** @throws AppError `missing` where the campaign is not shown */
    takeDown: async (publishing: PublishingNeeds, actor: Actor, campaignId: string): Promise<void> => {
      const face = await of(publishing.db, campaignId)
      if (!face) throw new AppError('missing')
      await changing(publishing, { actor, definition, id: face.contentId, version: null }, takeDown)
    },
  }
}
