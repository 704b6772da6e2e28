import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  chainDraft,
  chainImpact,
  chainList,
  chainPublication,
  chainPublished,
  chainReturn,
  chainView,
} from '../../../catalogue/contract/archive/chains.ts'
import type { Step } from '../../../catalogue/define.ts'
import { AppError, invalidFields } from '../../../catalogue/errors.ts'
import { faultsBelow, faultsOfChain } from '../../../catalogue/flows/chain.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import { chainOf } from '../../engine/ways/index.ts'
import type { ActorOn } from '../../engine/access/index.ts'
import type { Database } from '../../platform/db/database.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { impactOf } from './impact.ts'
import { openByType, publish, scopeOfChains, versionsOf } from './store.ts'

/** A city for the schools directly under it, the province for everybody. */
const writers = [5, 6] as const
const tag = '审核流程'
const params = z.object({ type: z.string().max(60) })

/** Reviewed types by name. */
type Types = Readonly<Record<string, ReviewedType>>

/** Calls by which review chains, of records and of contents, are read and changed while the portal runs. */
export function chainRoutes(server: Server, feature: Chains): void {
  readingRoutes(server, feature)
  publishingRoutes(server, feature)
  restoringRoute(server, feature)
}

/** Dependencies of the feature, from `app`. */
export interface Chains {
  readonly db: Database
  /** All reviewed types, of records and of contents. */
  readonly reviewed: Types
  readonly actorOn: ActorOn
}

const shared = { access: writers, tag } as const

function readingRoutes(server: Server, { db, reviewed, actorOn }: Chains): void {
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/chains',
    summary: '各类档案和门户内容现行的审核流程',
    answer: chainList,
    handle: async (_, request) => {
      const actor = actorOn(request)
      const open = await openByType(db, actor)
      const list = await Promise.all(
        Object.values(reviewed).map((definition) =>
          summaryOf(db, actor, definition, open.get(definition.name) ?? 0),
        ),
      )
      return { list }
    },
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: '/api/v1/chains/:type',
    summary: '一类档案或内容的审核流程与各版',
    params,
    answer: chainView,
    handle: async ({ params: { type } }, request) => {
      const actor = actorOn(request)
      const definition = reviewedType(reviewed, type)
      const [open, versions, above] = await Promise.all([
        openByType(db, actor),
        versionsOf(db, actor, type),
        chainOf(db, definition, null),
      ])
      const summary = await summaryOf(db, actor, definition, open.get(type) ?? 0)
      return { ...summary, versions, above: scopeOfChains(actor) === null ? null : [...above.chain] }
    },
  })
}

function publishingRoutes(server: Server, { db, reviewed, actorOn }: Chains): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/chains/:type/preview',
    summary: '发布前预览：在办条数与今后的走法',
    params,
    body: chainDraft,
    answer: chainImpact,
    handle: async ({ params: { type }, body }, request) => {
      const definition = reviewedType(reviewed, type)
      await requireSound(db, actorOn(request), definition, body.chain)
      return impactOf(db, actorOn(request), definition, body.chain)
    },
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/chains/:type',
    summary: '发布新的一版；在办的仍按提交时的一版走完',
    params,
    body: chainPublication,
    answer: chainPublished,
    handle: async ({ params: { type }, body }, request) => {
      const actor = actorOn(request)
      const definition = reviewedType(reviewed, type)
      await requireSound(db, actor, definition, body.chain)
      return { version: await publish(db, actor, definition, body) }
    },
  })
}

function restoringRoute(server: Server, { db, reviewed, actorOn }: Chains): void {
  register(server, {
    ...shared,
    method: 'POST',
    url: '/api/v1/chains/:type/restore',
    summary: '恢复到以前的一版：照它再发布一版；市可恢复为沿用省级流程',
    params,
    body: chainReturn,
    answer: chainPublished,
    handle: async ({ params: { type }, body: { version, ...given } }, request) => {
      const actor = actorOn(request)
      const definition = reviewedType(reviewed, type)
      if (version === null) {
        if (scopeOfChains(actor) === null)
          throw new AppError('invalid', { errors: [{ field: 'version', message: '请选择要恢复到哪一版' }] })
        return { version: await publish(db, actor, definition, { ...given, chain: null }) }
      }
      const earlier = (await versionsOf(db, actor, type)).find((one) => one.version === version)
      if (!earlier) throw new AppError('missing')
      // What was sound then may not be now: a field may have gone, the province may have taken a step on.
      if (earlier.chain) await requireSound(db, actor, definition, earlier.chain)
      return {
        version: await publish(db, actor, definition, { ...given, chain: earlier.chain, restored: version }),
      }
    },
  })
}

/** A type that is reviewed at all; any other answers like none. */
function reviewedType(types: Types, type: string): ReviewedType {
  const definition = Object.hasOwn(types, type) ? types[type] : undefined
  if (!definition) throw new AppError('missing')
  return definition
}

async function summaryOf(db: Database, actor: Actor, definition: ReviewedType, open: number) {
  const { chain, version, cityId } = await chainOf(db, definition, scopeOfChains(actor))
  return { type: definition.name, chain: [...chain], version, own: cityId === scopeOfChains(actor), open }
}

async function requireSound(
  db: Database,
  actor: Actor,
  definition: ReviewedType,
  chain: readonly Step[],
): Promise<void> {
  const above = scopeOfChains(actor) === null ? chain : (await chainOf(db, definition, null)).chain
  const errors = [...faultsOfChain(definition, chain), ...faultsBelow(chain, above)]
  if (errors.length > 0) throw invalidFields(errors)
}
