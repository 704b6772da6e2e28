import { z } from 'zod'
import {
  complaintList,
  complaintMade,
  complaintParams,
  complaintQuery,
  complaintSubject,
  complaintTaken,
} from '../../../catalogue/contract/complaints.ts'
import { contentId } from '../../../catalogue/contract/portal/portal.ts'
import type { Feature, Ground } from '../../engine/feature.ts'
import type { CaseNeeds } from '../../engine/processes/index.ts'
import { register } from '../../platform/http/call.ts'
import { complain, complaintsOf, subjectOf, takeUp } from './complaints.ts'

export { complain, complaintTable, takeUp } from './complaints.ts'
export { complaintEffects, complaintJudges } from './effects.ts'

const offices = [3, 4, 5, 6] as const
const tag = '侵权投诉'

/** 侵权投诉: anybody complains about a resource; the office that gave its reach deals with it. */
export const complaints: Feature<Pick<Ground, 'actorOn'> & { readonly processing: CaseNeeds }> = {
  name: 'complaints',
  routes: (server, { processing, actorOn }) => {
    const about = {
      url: '/api/v1/home/resource/:id/complaint',
      access: 'anyone',
      tag,
      params: z.object({ id: contentId }),
    } as const
    register(server, {
      ...about,
      method: 'GET',
      summary: '要投诉的资源：名称、作者、单位',
      answer: complaintSubject,
      handle: ({ params: { id } }, request) => subjectOf(processing.db, request.actor, id),
    })
    register(server, {
      ...about,
      method: 'POST',
      summary: '投诉一件资源侵权，须留真实姓名和联系方式',
      body: complaintMade,
      answer: z.literal(true),
      perMinute: 20,
      handle: async ({ params: { id }, body }, request) => {
        await complain(processing, request.actor, id, body)
        return true as const
      },
    })
    register(server, {
      method: 'GET',
      url: '/api/v1/complaint',
      access: offices,
      tag,
      summary: '本单位待受理的侵权投诉；case 为一件已受理的',
      query: complaintQuery,
      answer: complaintList,
      handle: async ({ query }, request) => ({
        list: await complaintsOf(processing, actorOn(request), query.case),
      }),
    })
    register(server, {
      method: 'POST',
      url: '/api/v1/complaint/:id/case',
      access: offices,
      tag,
      summary: '登记一件投诉，由本单位审查是否受理；重复无妨',
      params: complaintParams,
      answer: complaintTaken,
      handle: async ({ params: { id } }, request) => ({
        caseId: await takeUp(processing, actorOn(request), id),
      }),
    })
  },
}
