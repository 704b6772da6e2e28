import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FaceShown } from '../../../catalogue/contract/campaign-face.ts'
import type { NewsProject } from '../../../catalogue/contract/training/face.ts'
import { testRegion, type Person, type Region } from '../../app/testing/test-region.ts'
import { courseIn, projects } from './test-course.ts'

let region: Region
let course: ReturnType<typeof courseIn>
beforeAll(async () => {
  region = await testRegion('training-face')
  course = courseIn(region)
})
afterAll(() => region.close())

const show = (who: Person, id: string, visibility = '1') =>
  who.post<FaceShown>(`${projects}/${id}/face`, { visibility })
const visitor = async (url: string) => {
  const answer = await region.app.inject({ url })
  return { status: answer.statusCode, body: answer.body, data: answer.json<{ data: NewsProject }>().data }
}
const behind = (contentId: number) => `/api/v1/portal/training-news/${contentId}`

describe('a project on the portal', () => {
  it('has dates, conditions and free seats, which change with every enrolment', async () => {
    const { area, teacher } = region.people
    const { id } = await course.opened(
      { trainingLevel: '4', quota: 2, schoolStage: ['3'], requirement: '自带<电脑>', place: '进修学校' },
      area,
    )
    const shown = await show(area, id, '2')
    expect([shown.status, shown.data.face?.state]).toEqual([200, 'published'])
    const contentId = shown.data.face?.contentId ?? 0
    const article = await visitor(`/api/v1/training?id=${contentId}`)
    for (const words of ['报名条件', '普通初中', '自带&lt;电脑&gt;', '地点：进修学校', '名额：2 人'])
      expect(article.body).toContain(words)
    expect((await visitor(behind(contentId))).data.project).toMatchObject({
      id,
      closed: null,
      left: 2,
      waiting: 0,
    })
    expect((await teacher.get<NewsProject>(behind(contentId))).data.project?.id).toBe(id)
    // Shown again it is the same content; taken down nobody reads it.
    expect((await show(area, id, '2')).data.face?.contentId).toBe(contentId)
    await course.actOn(id, 'close', {}, area)
    expect((await visitor(behind(contentId))).data.project?.closed).not.toBeNull()
    expect((await area.del(`${projects}/${id}/face`)).status).toBe(200)
    expect((await visitor(behind(contentId))).data.project).toBeNull()
  })

  it('is shown by its host alone, to visitors after the authority agreed', async () => {
    const { school, area, siblingSchool, teacher } = region.people
    const { id } = await course.opened()
    for (const who of [area, siblingSchool]) expect((await show(who, id)).status).toBe(404)
    expect((await show(teacher, id)).status).toBe(403)
    expect((await show(school, id, '3')).status).toBe(400)
    const asked = await show(school, id, '2')
    expect(asked.data.face?.state).toBe('inReview')
    expect((await visitor(behind(asked.data.face?.contentId ?? 0))).data.project).toBeNull()
    const again = await show(school, id, '2')
    expect([again.status, again.msg]).toEqual([409, '正在等上级同意公开，办完以后再更新'])
    expect((await visitor(behind(999_999))).data.project).toBeNull()
    expect((await visitor('/api/v1/portal/training-news/x')).status).toBe(400)
  })
})
