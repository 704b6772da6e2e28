import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'
import { expectSaid, expectText, type } from '../tools/form.ts'
import { handIn } from '../tools/study.ts'

afterAll(closeBrowser)

const title = `核对学位${unique()}`.slice(0, 20)
const words = `核对学位原件${unique()}`.slice(0, 24)
const college = `杏川师范大学${unique()}`

it('a district writes a rule, tries it, and the school finds the to-do after an approval', async () => {
  const area = await openDesk(undefined, await sessionOf('area'))
  await area.page.goto('/area/banjieZhihou')
  await area.page.getByRole('link', { name: '新增规则' }).click()
  await area.page.getByRole('button', { name: '保存规则' }).click()
  await expectText(area.page, '请填写名称，不少于 2 个字')
  await type(area.page, '规则名称', title)
  await area.page.getByLabel('哪种记录').selectOption({ label: '学习经历' })
  await area.page.getByLabel('做什么').selectOption({ label: '列待办' })
  await type(area.page, '待办内容', words)
  await area.page.getByRole('button', { name: '试算' }).click()
  await expectText(area.page.getByTestId('after-dry-run'), /会办理 \d+ 次/)
  await expectAccessible(area.page, 'a rule')
  await shoot(area.page, 'after-rule')
  await area.page.getByRole('button', { name: '保存规则' }).click()
  await expectSaid(area.page, /已保存/)
  await expectText(area.page, title)
  await shoot(area.page, 'after-rules')

  const [teacher, school] = [await callerOf('teacher'), await callerOf('school')]
  const id = await handIn(teacher, { college, certNo: `1066842018${unique()}` })
  const approved = await school.post(`/api/v1/records/studyExperience/${id}/approve`, {})
  expect(approved.status, JSON.stringify(approved.data)).toBe(200)
  await expect
    .poll(
      async () =>
        (await school.get<{ list: { title: string }[] }>('/api/v1/todo?type=afterRule')).data.list.filter(
          (one) => one.title === words,
        ).length,
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1)

  await area.page.goto('/area/banjieZhihou')
  await area.page.getByRole('link', { name: title, exact: true }).click()
  await expectText(area.page, '已列入待办')
  await expectAccessible(area.page, 'the log of a rule')
  await shoot(area.page, 'after-log')

  const small = await openDesk(phone, await sessionOf('area'))
  for (const [path, name] of [
    ['', 'rules'],
    ['?edit=new', 'rule'],
  ] as const) {
    await small.page.goto(`/area/banjieZhihou${path}`)
    await expectText(small.page, path === '' ? title : '要做的事')
    await expectNoSidewaysScroll(small.page, `${name} on a phone`)
    await expectAccessible(small.page, `${name} on a phone`)
    await shoot(small.page, `after-${name}-phone`)
  }
  expect([...area.complaints, ...small.complaints]).toEqual([])
})
