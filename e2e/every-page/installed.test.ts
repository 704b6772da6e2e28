import { createServer, request } from 'node:http'
import { once } from 'node:events'
import { afterAll, expect, it } from 'vitest'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  portalUrl,
  sessionOf,
  workerAnswers,
} from '../tools/browser.ts'
import { notPages } from '../../catalogue/pages/addresses.ts'
import { expectText } from '../tools/form.ts'

afterAll(closeBrowser)

interface Icon {
  readonly src: string
  readonly sizes: string
  readonly purpose: string
}

/** Addresses of everything the worker keeps. */
const kept = `(async () => {
  const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
  const requests = await Promise.all(caches_.map((cache) => cache.keys()))
  return requests.flat().map(({ url }) => new URL(url).pathname)
})()`

const newStudy = '/mandata/manbXuexi?tab=studyExperience&new=1'

it('can be installed: the manifest is whole, and each of its pictures and addresses answers', async () => {
  const window = await openDesk()
  await window.page.goto('/home/index')
  const cdp = await window.context.newCDPSession(window.page)
  const { errors, data } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '') as { icons: Icon[]; shortcuts: { url: string }[]; lang: string }
  expect(manifest).toMatchObject({ name: '杏坛', lang: 'zh-CN', display: 'standalone', start_url: '/home' })
  expect(manifest.icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable'])
  const sizes = await window.page.evaluate<string[]>(
    `Promise.all(${JSON.stringify(manifest.icons)}.map(async ({ src }) => {
      const picture = new Image()
      picture.src = src
      await picture.decode()
      return picture.naturalWidth + 'x' + picture.naturalHeight
    }))`,
  )
  expect(sizes).toEqual(manifest.icons.map(({ sizes: said }) => said))
  for (const { url } of manifest.shortcuts) expect((await fetch(portalUrl() + url)).status, url).toBe(200)
  await window.close()
})

it('without a network a form goes on, a reload says what is the matter, and all of it is saved without a click', async () => {
  const teacher = await openDesk(desk, await sessionOf('teacher'), { worker: true })
  const { page, context } = teacher
  await page.goto(newStudy)
  const school = page.getByLabel('获得学历院校或机构')
  await school.waitFor()
  await workerAnswers(page)
  await context.setOffline(true)
  await school.fill('断网大学')
  const line = page.getByTestId('save-line')
  const save = page.getByRole('button', { name: '保存草稿' })
  await save.click()
  await expectText(line, '连不上网络或服务器，网络恢复后自动保存')
  expect(await page.getByText('网络请求超时').count()).toBe(0)
  await expectAccessible(page, 'form without a network')
  // What is typed while the first save waits goes along.
  await school.fill('断网大学文学院')
  await context.setOffline(false)
  await expectText(line, '草稿已保存')
  await page.waitForURL((url) => url.searchParams.has('id'))

  await context.setOffline(true)
  await school.fill('断网大学外语学院')
  await save.click()
  await expectText(line, '网络恢复后自动保存')
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await page.getByRole('heading', { name: '没有网络' }).waitFor()
  await page.getByText('本设备上有 1 份没来得及保存的填写').waitFor()
  await expectAccessible(page, 'page without a network')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page, 'page without a network')
  await page.setViewportSize(phone)

  await context.setOffline(false)
  await school.waitFor()
  await expectText(line, '草稿已保存')
  expect(await school.inputValue()).toBe('断网大学外语学院')

  // Nothing of a person is kept: files of the build, and the page that says there is no network.
  const paths = await page.evaluate<string[]>(kept)
  expect(paths).toContain('/offline')
  expect(paths.filter((path) => path !== '/offline' && !path.startsWith('/assets/'))).toEqual([])
  await teacher.close()
})

it('a newer version is offered and not forced on anybody', async () => {
  const visitor = await openDesk(desk, undefined, { worker: true })
  const { page } = visitor
  await page.goto('/login')
  await workerAnswers(page)
  await page.getByLabel('账号', { exact: true }).fill('teacher')
  // As the worker of a later build says when it has taken over.
  await page.evaluate(
    `navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { build: '/assets/later.js' } }))`,
  )
  await expectText(page.getByRole('status').filter({ hasText: '有新版本' }), '刷新后使用')
  await expectAccessible(page, 'newer version', { contrast: false })
  expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe('teacher')
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await page.getByText('有新版本').waitFor({ state: 'detached' })
  expect(visitor.complaints).toEqual([])
  await visitor.close()
})

it('asks the server once for an address that is no page: sign-in, tickets, downloads', async () => {
  const counts = new Map<string, number>()
  const portal = new URL(portalUrl())
  const between = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '').split('?')[0] ?? ''
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const { method, headers, url } = incoming
    const onward = request(
      { host: portal.hostname, port: portal.port, path: url, method, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  between.listen(0, '127.0.0.1')
  await once(between, 'listening')
  const address = between.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const { page, close } = await openDesk(desk, undefined, { worker: true })
  await page.goto(`${origin}/home/index`)
  await workerAnswers(page)
  for (const first of notPages) {
    const path = `/${first}/asked-once`
    await page.goto(`${origin}${path}`)
    expect([path, counts.get(path)]).toEqual([path, 1])
  }
  await close()
  between.closeAllConnections()
  between.close()
})
