import { z } from 'zod'
import {
  paperFigures,
  questionFigures,
  useDraft,
  useParams,
  usePage,
  useQuery,
  useResults,
  useView,
} from '../../../catalogue/contract/paper-uses.ts'
import { paperParams } from '../../../catalogue/contract/papers.ts'
import { questionParams } from '../../../catalogue/contract/questions.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { PaperTools } from './index.ts'
import { figuresOfPaper, figuresOfQuestion } from './over-schools.ts'
import { beginUse, putResults, removeUse, usesOf, viewOfUse } from './uses.ts'

const url = '/api/v1/paperUse'
const one = `${url}/:id`
const teachers = { access: [2], tag: '考核' } as const

/** Uses of papers by the classes of a teacher, and their results without names. */
export function useRoutes(server: Server, tools: PaperTools): void {
  const { db, actorOn } = tools
  register(server, {
    ...teachers,
    method: 'GET',
    url,
    summary: '本人登记的试卷使用，近的在前',
    query: useQuery,
    answer: usePage,
    handle: ({ query }, request) => usesOf(db, actorOn(request), query),
  })
  register(server, {
    ...teachers,
    method: 'POST',
    url,
    summary: '登记使用：一个班在一天用一份试卷',
    body: useDraft,
    answer: z.object({ id: z.int() }),
    perMinute: 60,
    handle: async ({ body }, request) => ({ id: await beginUse(tools, actorOn(request), body) }),
  })
  register(server, {
    ...teachers,
    method: 'GET',
    url: one,
    summary: '一次使用：试题、成绩统计；人数少的只给得分率',
    params: useParams,
    answer: useView,
    handle: ({ params: { id } }, request) => viewOfUse(db, actorOn(request), id),
  })
  register(server, {
    ...teachers,
    method: 'PUT',
    url: `${one}/results`,
    summary: '导入成绩：每行一位学生，不带姓名；再次导入替换原来的',
    params: useParams,
    body: useResults,
    answer: useView,
    perMinute: 30,
    handle: async ({ params: { id }, body }, request) => {
      const actor = actorOn(request)
      await putResults(db, actor, id, body)
      return viewOfUse(db, actor, id)
    },
  })
  register(server, {
    ...teachers,
    method: 'DELETE',
    url: one,
    summary: '删除一次使用和它的成绩',
    params: useParams,
    answer: z.literal(true),
    handle: async ({ params: { id } }, request) => {
      await removeUse(db, actorOn(request), id)
      return true as const
    },
  })
}

/** What papers and questions came to beyond one class: pooled, without names, from enough pupils and schools on. */
export function figureRoutes(server: Server, tools: PaperTools): void {
  const { db, actorOn } = tools
  register(server, {
    access: [3, 4, 5, 6],
    tag: '考核',
    method: 'GET',
    url: '/api/v1/examPaper/:id/figures',
    summary: '一份试卷的成绩统计：学校看本校各班合计；教育局看所属学校的分布，满 5 所、每所 30 人，不列校名',
    params: paperParams,
    answer: paperFigures,
    perMinute: 60,
    handle: ({ params: { id } }, request) => figuresOfPaper(tools, actorOn(request), id),
  })
  register(server, {
    access: [2, 3, 4, 5, 6],
    tag: '考核',
    method: 'GET',
    url: '/api/v1/question/:id/figures',
    summary: '自己的一道题在各份试卷里的实测得分率，按版本合计，不分学校；满 30 人才给',
    params: questionParams,
    answer: questionFigures,
    perMinute: 60,
    handle: ({ params: { id } }, request) => figuresOfQuestion(db, actorOn(request), id),
  })
}
