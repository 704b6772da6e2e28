import { z } from 'zod'
import {
  curriculumTree,
  indexChoices,
  indexQuery,
  textbookList,
  textbookQuery,
  treeQuery,
} from '../../../catalogue/contract/curriculum.ts'
import { choicesOf, textbooksFor, treeOf } from '../../engine/curriculum/index.ts'
import type { Feature } from '../../engine/feature.ts'
import { countBelow } from '../../engine/sharing/index.ts'
import { register } from '../../platform/http/call.ts'
import { ownIndexRoutes, type OwnIndexNeeds } from './own.ts'

const shared = { method: 'GET', access: 'anyone', tag: '教材目录' } as const
const id = z.coerce.number({ error: '编号应为数字' }).int('编号应为整数').min(1).max(2_147_483_647)

/**
 * The curriculum index as everybody reads it (decision 0173). Visitors get what comes with the program; a
 * school also what its authorities keep.
 */
export const curriculum: Feature<OwnIndexNeeds> = {
  name: 'curriculum',
  routes: (server, needs) => {
    const { db } = needs
    ownIndexRoutes(server, needs)
    register(server, {
      ...shared,
      url: '/api/v1/curriculum/textbooks',
      summary: '教材：按学段、学科、年级',
      query: textbookQuery,
      answer: textbookList,
      handle: async ({ query }, { actor }) => ({ list: await textbooksFor(db, actor, query) }),
    })
    register(server, {
      ...shared,
      url: '/api/v1/curriculum/textbooks/:id/tree',
      summary: '一本教材的章节，各有多少件自己能看的资源或试题',
      params: z.object({ id }),
      query: treeQuery,
      answer: curriculumTree,
      handle: async ({ params, query: { kind } }, { actor }) => {
        const { textbook, nodes, before } = await treeOf(db, actor, params.id)
        const asked = [...nodes.map((one) => one.id), ...before]
        const counts = await countBelow(db, actor, kind, asked)
        const of = (node: number) => counts.get(node) ?? 0
        return {
          textbook,
          nodes: nodes.map((one) => ({ ...one, count: of(one.id) })),
          fromBefore: before.reduce((sum, node) => sum + of(node), 0),
        }
      },
    })
    register(server, {
      ...shared,
      url: '/api/v1/curriculum/index',
      summary: '可选的章节或知识点，连同上级名称',
      query: indexQuery,
      answer: indexChoices,
      handle: async ({ query }, { actor }) => ({ list: await choicesOf(db, actor, query.of) }),
    })
  },
}
