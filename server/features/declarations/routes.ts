import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import {
  declareArchive,
  declareNotice,
  declareNotices,
  declareParams,
  materialsChecked,
  materialsChosen,
  ownEligibility as ownSchema,
  reviewMaterial,
  reviewMaterialPage,
  reviewMaterialQuery,
  type DeclareArchive,
} from '../../../catalogue/contract/declarations.ts'
import { textOf } from '../../../catalogue/kinds/kinds.ts'
import { declaration } from '../../../catalogue/processes/declaration.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { campaignById } from '../../engine/campaigns/index.ts'
import { caseOf, teacherOf, type CaseRow } from '../../engine/processes/index.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { archiveOf, knownOf } from './archive.ts'
import type { DeclarationNeeds } from './index.ts'
import { choicesFor, chooseMaterials, isWriting, materialsOf } from './materials.ts'
import { judgedFor, openNotice, openNotices, ownEligibility } from './notices.ts'
import { checkMaterials, materialList, materialView } from './review.ts'

const tag = '申报'

/** Calls of visitors and teachers about notices. */
export function noticeRoutes(server: Server, { db, engine, actorOn, placeOf }: DeclarationNeeds): void {
  const shared = { method: 'GET', tag } as const
  register(server, {
    ...shared,
    url: '/api/v1/declare/open',
    access: 'public',
    summary: '现在和即将可以申报的：条件、时间、范围',
    answer: declareNotices,
    perMinute: 120,
    handle: () => openNotices(db),
  })
  register(server, {
    ...shared,
    url: '/api/v1/declare/open/:id',
    access: 'public',
    summary: '一份申报通知',
    params: declareParams,
    answer: declareNotice,
    perMinute: 120,
    handle: ({ params: { id } }) => openNotice(db, id),
  })
  register(server, {
    ...shared,
    url: '/api/v1/declare/open/:id/mine',
    access: [2],
    summary: '我是否符合一份通知的条件，依据档案里的哪一条',
    params: declareParams,
    answer: ownSchema,
    handle: ({ params: { id } }, request) => ownEligibility(engine, placeOf, actorOn(request), id),
  })
}

/** Calls for the archive facts of a declaration and its evidence. */
export function archiveRoutes(server: Server, needs: DeclarationNeeds): void {
  const { actorOn, engine } = needs
  register(server, {
    method: 'GET',
    url: '/api/v1/declare/:id/archive',
    access: [2, 3, 4, 5, 6],
    tag,
    summary: '一件申报与档案的对照：条件、来源、佐证材料',
    params: declareParams,
    answer: declareArchive,
    handle: ({ params: { id } }, request) => archiveView(needs, actorOn(request), id),
  })
  register(server, {
    method: 'PUT',
    url: '/api/v1/declare/:id/materials',
    access: [2],
    tag,
    summary: '从本人档案选佐证材料',
    params: declareParams,
    body: materialsChosen,
    answer: declareArchive,
    handle: async ({ params: { id }, body: { records } }, request) => {
      const actor = actorOn(request)
      await chooseMaterials(engine, { actor, id, records })
      return archiveView(needs, actor, id)
    },
  })
}

async function archiveView(
  { db, engine, placeOf }: DeclarationNeeds,
  actor: Actor,
  id: string,
): Promise<DeclareArchive> {
  const row = await caseOf(db, actor, declaration, id)
  const campaign = row.campaignId === null ? undefined : await campaignById(db, row.campaignId)
  const [archive, materials, choices] = await Promise.all([
    archiveOf(engine, db, teacherOf(row)),
    materialsOf(engine, db, id),
    isWriting(actor, row) ? choicesFor(engine, db, teacherOf(row)) : [],
  ])
  return {
    conditions: judgedFor({ engine, placeOf, actor }, campaign?.value ?? {}, archive),
    materials,
    origins: originsOf(row, knownOf(archive), {
      from: engine.records['basicInfo']?.title ?? '',
      link: actor.role === 2 ? placeOf('basicInfo', null, 'section', actor.role) : null,
    }),
    choices,
  }
}

/** Each field that the archive knows, with what it has now and whether the form still says the same. */
function originsOf(
  { value }: CaseRow,
  known: Readonly<Record<string, unknown>>,
  place: { readonly from: string; readonly link: string | null },
): DeclareArchive['origins'] {
  const { fields }: AnyProcess = declaration
  return Object.entries(known).flatMap(([key, archived]) => {
    const field = fields[key]
    if (!field) return []
    const differs = archived !== null && JSON.stringify(value[key] ?? null) !== JSON.stringify(archived)
    const text = archived === null ? '' : textOf(field, archived)
    return [{ field: key, label: field.label, ...place, value: archived, text, differs }]
  })
}

const staff = [100, 101, 102] as const

/** The desk of the staff who check materials. */
export function reviewRoutes(server: Server, needs: DeclarationNeeds): void {
  const { db, actorOn } = needs
  const url = '/api/v1/review/material'
  const shared = { access: staff, tag: '材料审核' } as const
  register(server, {
    ...shared,
    method: 'GET',
    url,
    summary: '等我审核的申报材料，或者我办过的',
    query: reviewMaterialQuery,
    answer: reviewMaterialPage,
    handle: ({ query }, request) => materialList(db, actorOn(request), query),
  })
  register(server, {
    ...shared,
    method: 'GET',
    url: `${url}/:id`,
    summary: '一件申报的材料：申报表、条件、佐证、清单',
    params: declareParams,
    answer: reviewMaterial,
    handle: ({ params: { id } }, request) => materialView(needs, actorOn(request), id),
  })
  register(server, {
    ...shared,
    method: 'POST',
    url: `${url}/:id/check`,
    summary: '逐份核对材料；pass 通过、requestMore 要求补正、fail 不合格、save 只保存',
    params: declareParams,
    body: materialsChecked,
    answer: z.literal(true),
    handle: async ({ params: { id }, body }, request) => {
      for (const person of await checkMaterials(needs, actorOn(request), id, body))
        server.forgetPerson(person)
      return true as const
    },
  })
}
