import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { callerOf } from '../tools/api.ts'
import { certificate } from '../tools/evidence.ts'
import { expectText } from '../tools/form.ts'

afterAll(closeBrowser)

const base = '/api/v1/contents/resource'

/** A resource of the teacher that school and district agreed to. */
async function shared(title: string): Promise<number> {
  const teacher = await callerOf('teacher')
  const file = await teacher.upload('课件.jpg', 'image/jpeg', await certificate('课件'))
  const made = await teacher.post<{ id: number }>(base, {
    value: {
      title,
      resourceKind: '02',
      schoolStage: '4',
      subject: '13',
      author: '林疏影',
      shareScope: '2',
      file,
      isOriginal: true,
      licence: '3',
      statement: true,
    },
  })
  for (const account of ['teacher', 'school', 'area']) {
    const who = await callerOf(account)
    const { version } = (await who.get<{ version: number }>(`${base}/${made.data.id}`)).data
    expect((await who.post(`${base}/${made.data.id}/publish`, { version })).status).toBe(200)
  }
  return made.data.id
}

it('a resource is complained about, frozen, answered by its author and shown again when the complaint is withdrawn', async () => {
  const title = `古诗课件 ${Date.now() % 100_000}`
  const id = await shared(title)

  // A colleague of another school, on a phone: what is missing is said by the field, and nothing is lost.
  const reader = await openDesk(phone, await sessionOf('newcomer'))
  await reader.page.goto(`/teacher/gxzy?id=${id}`)
  // Beside the resource: a tab above it has the same name, and is there first.
  const panel = reader.page.getByRole('region', { name: title })
  await panel.getByRole('link', { name: '侵权投诉' }).click()
  await reader.page.getByText(`投诉“${title}”侵权`).waitFor()
  await reader.page.getByLabel('姓名或单位名称').fill('顾望舒')
  await reader.page.getByLabel('联系电话或邮箱').fill('13800000127')
  await reader.page.getByLabel('主张权利的作品').fill('《古诗课件》')
  await reader.page.getByLabel('侵权的事实和权利依据').fill('抄我的')
  await reader.page.getByRole('button', { name: '提交投诉' }).click()
  await reader.page.getByText('至少 20 个字').last().waitFor()
  await expectNoSidewaysScroll(reader.page, 'complain')
  await expectAccessible(reader.page, 'complain')
  await shoot(reader.page, 'complain-phone')
  await reader.page
    .getByLabel('侵权的事实和权利依据')
    .fill('第 3 至 18 页与我 2024 年发表的课件逐字相同，没有得到许可。')
  await reader.page.getByRole('button', { name: '提交投诉' }).click()
  await reader.page.getByText('投诉已收到').waitFor()

  const office = await openDesk(desk, await sessionOf('area'))
  await office.page.goto('/area/qqts')
  await office.page.getByRole('listitem').filter({ hasText: title }).waitFor()
  await expectAccessible(office.page, 'complaints')
  await shoot(office.page, 'complaints-desk')
  await office.page.getByRole('button', { name: `登记对“${title}”的投诉` }).click()
  await office.page.getByText('13800000127').waitFor()
  await office.page.getByRole('button', { name: '受理并暂停展示' }).click()
  await expectText(office.page, '待作者答复')
  await shoot(office.page, 'complaint-case')
  await reader.page.goto(`/teacher/gxzy?id=${id}`)
  await reader.page.getByText('已下架或暂停展示').or(reader.page.getByText('打开失败')).waitFor()

  const author = await openDesk(desk, await sessionOf('teacher'))
  await author.page.goto('/teacher/qqts')
  await author.page.getByRole('link', { name: title }).click()
  await author.page.getByLabel('不侵权的说明').fill('课件由本人 2023 年制作，附有当年的教研记录。')
  await author.page.getByRole('button', { name: '提交反通知' }).click()
  await expectText(author.page, '已反通知')
  await shoot(author.page, 'complaint-author')

  await office.page.reload()
  await office.page.getByRole('button', { name: '投诉人撤回，恢复展示' }).click()
  await office.page.getByRole('dialog').getByRole('textbox').fill('投诉人来电撤回')
  await office.page.getByRole('dialog').getByRole('button', { name: '投诉人撤回，恢复展示' }).click()
  await expectText(office.page, '已恢复展示')
  await reader.page.goto(`/teacher/gxzy?id=${id}`)
  await reader.page.getByRole('button', { name: '收藏', exact: true }).last().waitFor()
  for (const { complaints } of [reader, office, author]) expect(complaints).toEqual([])
})
