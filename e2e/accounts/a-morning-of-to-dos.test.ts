import { afterAll, expect, it } from 'vitest'
import { callerOf } from '../tools/api.ts'
import { closeBrowser, expectAccessible, openDesk, phone, sessionOf } from '../tools/browser.ts'
import { handIn } from '../tools/study.ts'

afterAll(closeBrowser)

it('a school decides in the list with the keyboard and it leaves the list of a colleague; the teacher sees what came back and why, the district what lies at the school', async () => {
  const teacher = await callerOf('teacher')
  const passed = await handIn(teacher, { college: '晨读学院', certNo: '106684201800881' })
  const back = await handIn(teacher, { college: '晚自习学院', certNo: '106684201800882' })
  const here = await openDesk(undefined, await sessionOf('school'))
  const there = await openDesk(phone, await sessionOf('school'))
  const [own, other] = [here.page, there.page]
  const rowOf = (page: typeof own, id: string) => page.locator(`[data-id="record.studyExperience.${id}"]`)
  const newest = '/school/daiban?sort=newest&f.kind=archive'
  for (const page of [own, other]) {
    await page.goto(newest)
    await page.getByRole('heading', { level: 1, name: '待办事项' }).waitFor()
    for (const id of [passed, back]) await rowOf(page, id).waitFor()
  }
  await expectAccessible(other, 'to-dos on a phone')
  // The newest stands first: the second was handed in last. Other people's work may come in between.
  const isCurrent = async () => (await rowOf(own, passed).getAttribute('aria-current')) === 'true'
  for (let presses = 0; presses < 6 && !(await isCurrent()); presses += 1) await own.keyboard.press('J')
  expect(await isCurrent()).toBe(true)
  await own.keyboard.press('A')
  await rowOf(own, passed).getByText('晨读学院', { exact: true }).waitFor()
  await expectAccessible(own, 'to-dos, one unfolded')
  await own.keyboard.press('A')
  for (const page of [own, other]) await rowOf(page, passed).waitFor({ state: 'detached' })
  await own.getByRole('button', { name: '撤销' }).waitFor()

  await own.goto(`/school/daiban?id=record.studyExperience.${back}&sort=newest&f.kind=archive`)
  await own.getByRole('button', { name: '下一件' }).waitFor()
  await own.getByRole('button', { name: /^退回修改/ }).click()
  const dialog = own.getByRole('dialog', { name: '退回修改' })
  await dialog.getByLabel('原因').fill('请补学位证书')
  await dialog.getByRole('button', { name: '退回', exact: true }).click()
  await rowOf(other, back).waitFor({ state: 'detached' })

  const mine = await openDesk(undefined, await sessionOf('teacher'))
  await mine.page.goto('/teacher/daiban?view=submitted')
  const returned = rowOf(mine.page, back)
  await returned.getByText('已退回').waitFor()
  await returned.getByText(/请补学位证书/).waitFor()
  await expectAccessible(mine.page, 'what I handed in')
  await mine.page.goto('/teacher/daiban')
  await mine.page.locator(`[data-id="own.studyExperience.${back}"]`).waitFor()

  const area = await openDesk(undefined, await sessionOf('area'))
  await area.page.goto('/area/daiban')
  await area.page.getByRole('button', { name: '办理用时' }).click()
  const slow = area.page.getByRole('row', { name: /听潮中学/ })
  await slow.getByRole('link', { name: /听潮中学在办$/ }).click()
  await area.page.getByRole('table', { name: /听潮中学在办$/ }).waitFor()
  await expectAccessible(area.page, 'what lies at an office')
  expect([...here.complaints, ...there.complaints, ...mine.complaints, ...area.complaints]).toEqual([])
  for (const window of [here, there, mine, area]) await window.close()
})
