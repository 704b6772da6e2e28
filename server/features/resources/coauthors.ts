import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import { contents } from '../../../catalogue/contents/contents.ts'
import {
  coauthorAsked,
  coauthorList,
  type CoauthorAsked,
  type CoauthorLine,
  type CoauthorList,
  type NamedCoauthor,
} from '../../../catalogue/contract/coauthors.ts'
import type { ContentFinding } from '../../../catalogue/contract/portal/contents.ts'
import { contentId } from '../../../catalogue/contract/portal/portal.ts'
import { AppError, invalid, invalidFields } from '../../../catalogue/errors.ts'
import { wordsOfRich } from '../../../catalogue/kinds/rich-text.ts'
import { mostCoauthors, resourceAuthor } from '../../../catalogue/processes/resource-author.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Ground } from '../../engine/feature.ts'
import {
  beginCase,
  caseOf,
  caseRows,
  makeMove,
  neverVoided,
  noOutcome,
  type CaseNeeds,
  type Consequences,
  type Matter,
} from '../../engine/processes/index.ts'
import { rowOf, type PublishingNeeds, type Value } from '../../engine/publishing/index.ts'
import { joined, type Queryable, type Tx } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { leaveInArchive, nameInArchive } from './archive.ts'

export type CoauthorNeeds = Pick<Ground, 'actorOn'> & {
  readonly publishing: PublishingNeeds
  readonly processing: CaseNeeds
}

const about = {
  tag: '资源',
  url: '/api/v1/resource/:id/author',
  params: z.object({ id: contentId }),
} as const

/** Who is named beside the author of a resource: asked by the author, answered by each for himself. */
export function coauthorRoutes(server: Server, { publishing, processing, actorOn }: CoauthorNeeds): void {
  register(server, {
    ...about,
    access: [2, 3, 4, 5, 6],
    method: 'GET',
    summary: '资源的合作作者：谁被邀请、谁已确认；作者本人和办理该资源的单位可看',
    answer: coauthorList,
    handle: ({ params: { id } }, request) => coauthorsOf(publishing, actorOn(request), id),
  })
  register(server, {
    ...about,
    access: [2],
    method: 'POST',
    summary: '邀请一位合作作者，由其本人确认；重复无妨',
    body: coauthorAsked,
    answer: coauthorList,
    perMinute: 30,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await askCoauthor({ publishing, processing }, actor, id, body)
      return coauthorsOf(publishing, actor, id)
    },
  })
}

/** Who was asked about a content, whatever they answered. */
const linesOf = (db: Queryable, id: number): Promise<CoauthorLine[]> =>
  db.query<CoauthorLine>(sql`
    select k.id as "caseId", k.value ->> 'coauthor' as name, coalesce(i.name, '') as org,
      k.value ->> 'part' as part, k.state, k.updated_at as at
    from ${caseRows} k
    left join institution i on i.id = (k.value ->> 'coauthorAt')::int
    where k.subject_content_id = ${id} and k.type = ${resourceAuthor.name} and k.state <> 'draft'
    order by k.created_at, k.id
    limit 200`)

async function coauthorsOf({ db }: PublishingNeeds, actor: Actor, id: number): Promise<CoauthorList> {
  const row = await rowOf(db, actor, contents.resource, id)
  return { list: await linesOf(db, id), mayAsk: row.author_person === actor.personId && actor.role === 2 }
}

/** Who is named beside the author now, as readers see it. */
export const namedBeside = async (db: Queryable, id: number): Promise<NamedCoauthor[]> =>
  (await linesOf(db, id)).flatMap(({ name, org, part, state }) =>
    state === 'agreed' ? [{ name, org, part }] : [],
  )

/**
 * Asks somebody to be named; one who is asked or has agreed is not asked again.
 * @throws AppError `missing` for a resource of somebody else, `invalidFields` for a person whom nobody knows
 */
async function askCoauthor(
  { publishing, processing }: Pick<CoauthorNeeds, 'publishing' | 'processing'>,
  actor: Actor,
  id: number,
  asked: CoauthorAsked,
): Promise<void> {
  await publishing.db.transaction(async (tx) => {
    await tx.query(sql`select 1 from content where id = ${id} for update`)
    const row = await rowOf(tx, actor, contents.resource, id)
    if (row.author_person !== actor.personId) throw new AppError('missing')
    if (row.state === 'inReview')
      throw new AppError('wrongState', { message: '资源正在审核，撤回后才能增加合作作者' })
    const current = (await linesOf(tx, id)).filter(({ state }) => state === 'asked' || state === 'agreed')
    const found = await tx.maybeOne<{ name: string }>(
      sql`select name from institution where id = ${asked.at} and closed_on is null`,
    )
    if (!found) throw invalid('at', '没有这个单位，请重新选择')
    if (current.some(({ name, org }) => name === asked.name && org === found.name)) return
    if (current.length >= mostCoauthors) throw invalid('name', `合作作者最多 ${mostCoauthors} 人`)
    const needs = { ...processing, db: joined(processing.db, tx) }
    const value = {
      ...told(row.value),
      coauthor: asked.name,
      coauthorAt: asked.at,
      part: asked.part,
    }
    await handIn(needs, actor, await begin(needs, actor, id, value))
  })
}

/** What whoever is asked reads of the resource. */
const told = (value: Value): Value => ({
  title: typeof value['title'] === 'string' ? value['title'] : '（未填名称）',
  shareScope: value['shareScope'] ?? null,
  words: typeof value['description'] === 'string' ? wordsOfRich(value['description']).slice(0, 500) : null,
})

const begin = (needs: CaseNeeds, actor: Actor, content: number, value: Value): Promise<string> =>
  beginCase(needs, { actor, definition: resourceAuthor, about: { content }, value, key: undefined })

/** Faults of the form stand at the fields of this call. */
async function handIn(needs: CaseNeeds, actor: Actor, id: string): Promise<void> {
  const { version } = await caseOf(needs.db, actor, resourceAuthor, id)
  try {
    await makeMove(needs, {
      actor,
      definition: resourceAuthor,
      id,
      action: 'ask',
      version,
      reason: '',
      value: {},
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid') throw error
    throw invalidFields([
      { field: 'name', message: '该单位没有这位在职教师，或者就是您本人：请核对姓名和单位' },
    ])
  }
}

/** Who has not answered keeps a resource from being handed in: what others read names everybody who agreed. */
export async function againstCoauthors(db: Queryable, id: number): Promise<ContentFinding[]> {
  const open = (await linesOf(db, id)).filter(({ state }) => state === 'asked')
  if (open.length === 0) return []
  const names = open.map(({ name }) => name).join('、')
  const message = `合作作者${names}尚未确认：请等本人确认，或者撤回邀请后再提交`
  return [{ field: 'author', level: 'error', message }]
}

type OwnEffects = 'coauthorNamed' | 'coauthorLeft'

/** What an answer of a co-author does to the archive; the page of the resource reads the cases. */
export const coauthorEffects = (engine: Engine): Pick<Consequences['effects'], OwnEffects> => ({
  coauthorNamed: {
    applied: async (tx, matter) => {
      const { actor, teacher, id } = await answered(tx, matter)
      const part = String(matter.value['part'] ?? '')
      await nameInArchive({ engine, tx, actor, id }, { teacher, part })
      return noOutcome
    },
    voided: neverVoided,
  },
  coauthorLeft: {
    applied: async (tx, matter) => {
      const { actor, teacher, id } = await answered(tx, matter)
      await leaveInArchive({ engine, tx, actor, id }, teacher)
      return noOutcome
    },
    voided: neverVoided,
  },
})

/** Who answers for himself, and the resource, which nobody changes meanwhile. */
async function answered(tx: Tx, { actor, contentId }: Matter) {
  if (!actor || actor.teacherId === null || contentId === null) throw new AppError('missing')
  const kept = await tx.maybeOne(sql`select 1 from content where id = ${contentId} for update`)
  if (!kept) throw new AppError('wrongState', { message: '作者已删除该资源，可以选择不同意署名' })
  return { actor, teacher: actor.teacherId, id: contentId }
}
