import { afterAll, expect, it } from 'vitest'
import type { Deputy } from '../../catalogue/contract/account/deputies.ts'
import { callerOf } from '../tools/api.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
  signIn,
} from '../tools/browser.ts'

afterAll(closeBrowser)

const inDays = (days: number) =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const url = '/api/v1/user/deputies'

it('a school’s officer leaves the work to a teacher, who changes over and does it, until it is ended', async () => {
  const school = await callerOf('cityschool')
  const teacher = await sessionOf('cityteacher')
  const { truename } = JSON.parse(teacher.stored) as { truename: string }
  const [officer, deputy] = [await openDesk(), await openDesk(undefined, teacher)]
  const { page } = officer
  try {
    await signIn(officer, 'cityschool')
    await page.goto('/school/personal?tab=deputies')
    await page.getByLabel('代办人', { exact: true }).fill('查无此人')
    await page.getByText('没有找到，请核对姓名。').waitFor()
    await page.getByLabel('代办人', { exact: true }).fill(truename)
    await page
      .getByRole('list', { name: '本单位的人员' })
      .getByRole('button', { name: truename })
      .first()
      .click()
    await page.getByLabel('到哪天为止（含当天）', { exact: true }).fill(inDays(-1))
    await page.getByRole('button', { name: '委托', exact: true }).click()
    await page.getByText('结束日期不能早于开始日期和今天').waitFor()
    await page.getByLabel('到哪天为止（含当天）', { exact: true }).fill(inDays(20))
    await page.getByRole('button', { name: '委托', exact: true }).click()
    await page.getByText('代办中', { exact: true }).waitFor()
    for (const [word, size] of [
      ['desk', desk],
      ['phone', phone],
    ] as const) {
      await page.setViewportSize(size)
      await shoot(page, `${word}-deputies`)
      await expectAccessible(page, `${word} deputies`)
      await expectNoSidewaysScroll(page, `${word} deputies`)
    }

    const theirs = deputy.page
    await theirs.goto('/teacher/sy')
    await theirs.getByRole('heading', { level: 1 }).waitFor()
    await theirs.goto('/teacher/personal?tab=one')
    await theirs.locator('[aria-controls="user-menu"]').click()
    await theirs.getByRole('button', { name: '切换身份', exact: true }).click()
    await theirs.getByRole('button', { name: /^进入学校.*代.+办理$/ }).click()
    await theirs.waitForURL('**/school/sy')
    await theirs.locator('.shell-stands-for').waitFor()
    await theirs.getByRole('heading', { level: 1 }).waitFor()
    await shoot(theirs, 'desk-deputy-home')
    await theirs.goto('/school/personal?tab=deputies')
    await theirs.getByRole('heading', { name: '您在代办' }).waitFor()
    await expectAccessible(theirs, 'deputy')
    await theirs.setViewportSize(phone)
    await shoot(theirs, 'phone-deputy')
    await expectNoSidewaysScroll(theirs, 'deputy')

    await page.setViewportSize(desk)
    await page.getByRole('button', { name: /^结束委托/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: '结束委托', exact: true }).click()
    await page.getByText('委托已结束').first().waitFor()
    await theirs.goto('/school/personal?tab=deputies')
    await theirs.getByRole('dialog', { name: '重新登录' }).waitFor()
    expect([...officer.complaints, ...deputy.complaints]).toEqual([])
  } finally {
    // Other journeys sign in as this teacher, who must not have to choose.
    const { list } = (await school.get<{ list: Deputy[] }>(url)).data
    for (const { id, standing } of list) if (standing !== 'over') await school.del(`${url}/${id}`)
    await officer.close()
    await deputy.close()
  }
})
