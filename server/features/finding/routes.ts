import { z } from 'zod'
import type { Actor } from '../../../catalogue/access/access.ts'
import type { Piece } from '../../../catalogue/contract/portal/portal-search.ts'
import {
  findAnswer,
  findGroups,
  findQuery,
  teacherStanding,
  type FindAnswer,
  type FindGroup,
  type FoundLine,
} from '../../../catalogue/contract/finding.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import { mostShown, type FindingNeeds } from './options.ts'
import { pagesFound } from './pages.ts'
import { accountsFound, institutionsFound, teacherLine, teachersFound } from './people.ts'
import { previewOf, standingOf } from './preview.ts'
import { ownRecords, recordsUnderWay } from './records.ts'

const textOf = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

async function contentsFound(finding: FindingNeeds, actor: Actor, q: string): Promise<FoundLine[]> {
  const { list } = await finding.searchContents(actor, q)
  return list.map((one) => ({
    title: textOf(one.title),
    detail: one.kind,
    note: `${one.publisher}　${one.publish_time.slice(0, 10)}`,
    link: one.path,
    preview: previewOf(
      [
        ['类别', one.kind],
        ['发布', one.publisher],
        ['时间', one.publish_time.slice(0, 10)],
      ],
      { text: textOf(one.excerpt) },
    ),
  }))
}

/** Searches all groups for the actor, at the same time. */
async function find(finding: FindingNeeds, actor: Actor, q: string): Promise<FindAnswer> {
  const [teachers, accounts, institutions, own, contents] = await Promise.all([
    teachersFound(finding, actor, q),
    actor.role === 1 ? accountsFound(finding, actor, q) : [],
    institutionsFound(finding, actor, q),
    ownRecords(finding, actor, q),
    contentsFound(finding, actor, q),
  ])
  const shown = teachers.slice(0, mostShown)
  const found: Record<FindGroup, readonly FoundLine[]> = {
    people: [...teachers.map((one) => teacherLine(actor, one)), ...accounts],
    institutions,
    records: [...own, ...(shown.length > 0 ? await recordsUnderWay(finding, actor, shown) : [])],
    contents,
    pages: pagesFound(finding, actor, q),
  }
  return {
    groups: findGroups
      .filter((group) => found[group].length > 0)
      .map((group) => ({
        group,
        lines: found[group].slice(0, mostShown),
        more: found[group].length > mostShown,
      })),
  }
}

export function findingRoutes(server: Server, finding: FindingNeeds): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/find',
    mayLag: true,
    access: 'signedIn',
    tag: '工作台',
    summary: '在本人范围内找人、单位、记录、内容、页面，按名称、拼音或首字母',
    perMinute: 240,
    query: findQuery,
    answer: findAnswer,
    handle: ({ query }, request) => find(finding, finding.actorOn(request), query.q),
  })
  register(server, {
    method: 'GET',
    url: '/api/v1/find/teachers/:id',
    access: [3, 4, 5, 6],
    tag: '工作台',
    summary: '搜索结果旁的摘要：范围内一位教师的档案完整度、缺项、审核中和退回待改',
    perMinute: 240,
    params: z.object({
      id: z
        .string()
        .regex(/^[1-9]\d{0,9}$/, '编号应为数字')
        .transform(Number)
        .refine((id) => id <= 2_147_483_647, '编号过大'),
    }),
    answer: teacherStanding,
    handle: ({ params: { id } }, request) => standingOf(finding, finding.actorOn(request), id),
  })
}
