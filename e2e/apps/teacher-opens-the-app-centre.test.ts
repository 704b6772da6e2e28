import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  sessionOf,
  shoot,
} from '../tools/browser.ts'

afterAll(closeBrowser)

it('a teacher keeps favourites, opens an app, and asks for another, which the school grants from its to-dos', async () => {
  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  const { page } = teacher
  await page.goto('/appPages/appList')
  await page.getByTestId('app-21').waitFor()
  await expectAccessible(page, 'the application centre')
  await shoot(page, 'app-centre')

  const star = page.getByRole('button', { name: '常用：师德专题学习' })
  await star.click()
  await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: '整理' }).click()
  // The order is changed with the keyboard alone.
  const before = page.getByRole('button', { name: '师德专题学习前移' })
  await before.focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.getByRole('region', { name: '常用' }).getByRole('listitem').allTextContents())
    .toEqual(expect.arrayContaining([expect.stringContaining('师德专题学习')]))
  await page.getByRole('button', { name: '完成' }).click()

  await page.getByLabel('应用名称、拼音或用途').fill('mhsy')
  await expect.poll(() => page.getByTestId(/^app-\d/).count()).toBe(1)
  await page.getByTestId('app-32').getByRole('link').click()
  await page.waitForURL('**/home/index')
  await page.goto('/appPages/appList')
  await page.getByRole('region', { name: '最近使用' }).getByText('门户首页').waitFor()

  await page.getByRole('button', { name: '申请使用骨干教师培养' }).click()
  await page.getByLabel('用途', { exact: true }).fill('参加县级骨干选拔')
  await expectAccessible(page, 'asking for an app')
  await shoot(page, 'app-centre-asking')
  await page.getByRole('button', { name: '提交申请' }).click()
  await page.getByTestId('app-13').getByText('等待办理').waitFor()

  await page.goto('/teacher/common?app=1234')
  await page.getByText('请勿随意串改地址栏').first().waitFor()
  await page.waitForURL('**/teacher/sy')
  // A 404 is the answer to an altered link that is short enough to be asked about; this one was not asked.
  expect(teacher.complaints).toEqual([])

  const school = await openDesk(undefined, await sessionOf('school'))
  await school.page.goto('/school/daiban?f.kind=app')
  const todo = school.page.getByTestId('todo').filter({ hasText: '林疏影申请使用“骨干教师培养”' })
  await todo.getByRole('button', { name: /^确认/ }).click()
  await todo.waitFor({ state: 'detached' })
  await school.page.goto('/appPages/appList?tab=requests')
  await school.page
    .getByTestId('app-request')
    .filter({ hasText: '骨干教师培养' })
    .getByText('已同意')
    .waitFor()
  await expectAccessible(school.page, 'requests of an office')
  await shoot(school.page, 'app-requests')
  expect(school.complaints).toEqual([])
  await school.close()

  await page.setViewportSize(phone)
  await page.goto('/appPages/appList')
  await page.getByTestId('app-13').getByRole('link').waitFor()
  await expectNoSidewaysScroll(page, 'the application centre, phone')
  await shoot(page, 'app-centre-phone')
  await teacher.close()
})

it('an administrator adds an app and gives it to roles; a district narrows it; a token is issued and revoked', async () => {
  const admin = await openDesk(undefined, await sessionOf('admin'))
  const { page } = admin
  await page.goto('/appCore/apps')
  await page.getByTestId('managed-app').first().waitFor()
  await expectAccessible(page, 'the apps')
  await shoot(page, 'apps-managed')
  await page.getByRole('link', { name: '新增应用' }).click()
  await page.getByLabel('应用编号').fill('99')
  await page.getByLabel('应用名称').fill('校园图书')
  await page.getByLabel('应用域名').fill('https://10.1.1.1')
  await page.getByRole('button', { name: '保存' }).click()
  await page.getByText('域名写得不对；不能用 IP 地址').waitFor()
  await page.getByLabel('应用域名').fill('https://tushu.example.cn')
  await page.getByRole('button', { name: '保存' }).click()
  const teachers = page.getByRole('group', { name: '教师', exact: true })
  await teachers.getByLabel('可使用').check()
  await expectAccessible(page, 'binding an app')
  await shoot(page, 'app-binding')
  await page.getByRole('button', { name: '保存授权' }).click()
  await page.getByTestId('bound-app').filter({ hasText: '校园图书' }).getByText('可使用').waitFor()
  await expectAccessible(page, 'bound apps')
  await shoot(page, 'app-roles')

  await page.goto('/appCore/jiekou')
  await page.getByRole('button', { name: '发放令牌' }).click()
  const dialog = page.getByRole('dialog', { name: '发放访问令牌' })
  await dialog.getByLabel('系统名称').fill('图书借阅系统')
  await dialog.getByLabel('教师名册').check()
  await expectAccessible(page, 'issuing a token')
  await dialog.getByRole('button', { name: '发放令牌' }).click()
  await page.getByTestId('api-token-secret').filter({ hasText: /^xt_/ }).waitFor()
  await dialog.getByRole('button', { name: '已复制，关闭' }).click()
  await shoot(page, 'api-tokens')
  await page.getByRole('button', { name: '撤销图书借阅系统的令牌' }).click()
  await page.getByRole('button', { name: '撤销令牌' }).click()
  await page.getByTestId('api-token').getByText('已撤销').waitFor()
  await expectAccessible(page, 'tokens')
  expect(admin.complaints.filter((one) => !one.includes('400'))).toEqual([])
  await admin.close()

  const area = await openDesk(undefined, await sessionOf('area'))
  await area.page.goto('/appRole?app=99')
  await area.page.getByRole('group', { name: '教师', exact: true }).getByLabel('不开放').check()
  await area.page.getByRole('button', { name: '保存授权' }).click()
  await area.page.getByTestId('bound-app').filter({ hasText: '校园图书' }).getByText('本单位设置').waitFor()
  expect(area.complaints).toEqual([])
  await area.close()

  const teacher = await openDesk(undefined, await sessionOf('teacher'))
  await teacher.page.goto('/teacher/wdyy')
  await teacher.page.getByTestId('app-21').waitFor()
  expect(await teacher.page.getByText('校园图书').count()).toBe(0)
  await teacher.close()
})
