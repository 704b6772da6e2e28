import {
  openingBody,
  openings,
  ownLayers,
  ownType,
  ownTypes,
} from '../../../catalogue/contract/own-fields.ts'
import type { OwnBody } from '../../../catalogue/own/body.ts'
import { isSlot, slotNames } from '../../../catalogue/own/slot-names.ts'
import { today } from '../../platform/clock/clock.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { done, offices, params, type OwnFields } from './call.ts'
import { factsFor } from './judging.ts'
import { draftOf, latestOf, openingsOf, openTo, rightsOf, standingOf, versionsOf } from './store.ts'

/** What concerns a reader, for the pages of everybody. */
export function layerRoute(server: Server, { engine, actorOn }: OwnFields): void {
  register(server, {
    access: [1, 2, 3, 4, 5, 6, 99, 100],
    tag: offices.tag,
    method: 'GET',
    url: '/api/v1/own/layer',
    summary: '各单位自加的栏目中与我有关的',
    answer: ownLayers,
    handle: async (_, request) => {
      const actor = actorOn(request)
      const layers = await engine.own.layersFor(actor)
      return { day: today(), layers: layers.map((one) => ({ ...one, office: officeOf(one.office) })) }
    },
  })
}

const officeOf = ({ id, name, path }: { id: number; name: string; path: readonly number[] }) => ({
  id,
  name,
  path: [...path],
})

const openIn = ({ fields }: OwnBody): number => fields.filter(({ ended }) => !ended).length

/** What an office said and may say. */
export function readingRoutes(server: Server, feature: OwnFields): void {
  const { db, engine, actorOn } = feature
  register(server, {
    ...offices,
    method: 'GET',
    url: '/api/v1/own',
    summary: '可加栏目的各类档案与本单位已加的',
    answer: ownTypes,
    handle: async (_, request) => {
      await engine.own.learn()
      const actor = actorOn(request)
      const [rights, layers, standing] = await Promise.all([
        rightsOf(db, actor),
        engine.own.layersFor(actor),
        standingOf(db, actor.institutionId),
      ])
      const shipped = Object.keys(engine.records).filter((type) => !isSlot(type))
      // A type that was taken back is none any more.
      const own = slotNames.filter((type) => (standing.get(type)?.title ?? null) !== null)
      const list = [...shipped, ...own].map((type) => {
        const { body, draft, title } = standing.get(type) ?? { body: null, draft: null, title: null }
        const others = layers.filter((one) => one.type === type && one.office.id !== actor.institutionId)
        const sum = (asked: boolean) =>
          others.reduce((all, one) => all + (one.asked === asked ? openIn(one.body) : 0), 0)
        const mine = body ? openIn(body) : 0
        const tightened = body ? body.tightened.length + body.hidden.length : 0
        const named = { type, title: title ?? engine.records[type]?.title ?? type, isOwn: isSlot(type) }
        const inForce = mine + tightened > 0 ? ('inForce' as const) : ('none' as const)
        return { ...named, mine, above: sum(true), below: sum(false), tightened, state: draft ?? inForce }
      })
      return { ...rights, list }
    },
  })
  register(server, {
    ...offices,
    method: 'GET',
    url: '/api/v1/own/:type',
    summary: '一类档案的自有栏目、草稿与各版',
    params,
    answer: ownType,
    handle: async ({ params: { type } }, request) => {
      const actor = actorOn(request)
      await factsFor(feature, actor, type)
      const [rights, latest, draft, versions, layers] = await Promise.all([
        rightsOf(db, actor),
        latestOf(db, actor.institutionId, type),
        draftOf(db, actor, type),
        versionsOf(db, actor.institutionId, type),
        engine.own.layersFor(actor, type),
      ])
      const others = layers
        .filter(({ office }) => office.id !== actor.institutionId)
        .map((one) => ({ ...one, office: officeOf(one.office) }))
      return { type, ...latest, ...rights, others, draft, versions }
    },
  })
}

/** To which offices below own fields are open. */
export function openingRoutes(server: Server, { db, actorOn }: OwnFields): void {
  register(server, {
    ...offices,
    access: [5, 6],
    method: 'GET',
    url: '/api/v1/own-openings',
    summary: '向下一级单位开放自有栏目的情况',
    answer: openings,
    handle: async (_, request) => openingsOf(db, actorOn(request).institutionId),
  })
  register(server, {
    ...offices,
    access: [5, 6],
    method: 'PUT',
    url: '/api/v1/own-openings',
    summary: '向下一级单位开放或停止开放自有栏目',
    body: openingBody,
    answer: done,
    handle: async ({ body }, request) => {
      await openTo(db, actorOn(request), body)
      return { done: true as const }
    },
  })
}
