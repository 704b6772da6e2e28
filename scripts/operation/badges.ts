/**
 * `npm run test:badges [-- seconds]`: two processes behind nginx with deploy/nginx.conf, two tabs of one
 * person in a browser. The line is cut for a minute while messages come, then mended; then nothing is cut and
 * messages come through the other process. Ends with 1 when a tab shows another number than the database
 * counts. Skips where the packages are missing.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { demoPassword } from '../../demo/accounts.ts'
import { prepareBrowser } from '../../e2e/tools/packaged-browser.ts'
import { Between } from '../../server/app/testing/between.ts'
import { freePort } from '../../server/platform/db/embedded/pg-process.ts'
import { buildIfChanged } from '../pages.ts'
import { startPortal } from './portal.ts'
import { openPlace, requirePrograms, type Place } from './servers.ts'
import { database, domain, proxy } from './stand.ts'

requirePrograms('postgres', 'nginx')
await buildIfChanged()
await prepareBrowser()
const seconds = Number(process.argv[2] ?? 60)
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Two portals with the demo region, ready one after the other: the first one loads it. */
async function portals(place: Place, ports: readonly number[], origin: string) {
  const { postgres, settings } = await database(place, false)
  const common = {
    ...settings,
    NODE_ENV: 'development',
    DEMO: 'on',
    XINGTAN_KEY: randomBytes(32).toString('base64'),
    DATA_DIR: await place.own('data'),
    TRUST_PROXY: '127.0.0.1',
    PUBLIC_ORIGIN: origin,
    SECOND_FACTOR: 'off',
  }
  for (const port of ports) await startPortal(place, { ...common, PORT: String(port) })
  return postgres
}

/** Somebody who calls one process without a browser. */
async function callerAt(port: number, account: string) {
  const call = async (method: string, path: string, body?: unknown, token = '') => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { token }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const told = (await answer.json()) as { data: { token: string; total: number }; msg: string }
    if (!answer.ok) throw new Error(`${path}: ${told.msg}`)
    return told.data
  }
  const { token } = await call('POST', '/api/v1/login', { account, password: demoPassword })
  return {
    /** Unread messages as the database counts them. */
    unread: async () => (await call('GET', '/api/v1/userSystemMessage/statistics', undefined, token)).total,
    send: (title: string) =>
      call(
        'POST',
        '/api/v1/userSystemMessage',
        { key: randomUUID(), roles: [3], title, content: '两个进程。' },
        token,
      ),
  }
}

async function signedIn(origin: string, port: number): Promise<BrowserContext> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '',
    args: ['--no-sandbox', '--disable-gpu', `--host-resolver-rules=MAP ${domain} 127.0.0.1:${port}`],
  })
  const context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true, locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('账号', { exact: true }).fill('school')
  await page.getByLabel('密码', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname.startsWith('/school'))
  await page.close()
  return context
}

/** Milliseconds until every tab says so many unread messages; throws after the limit. */
async function allSay(tabs: readonly Page[], count: number): Promise<number> {
  const begun = performance.now()
  for (const tab of tabs)
    await tab.getByRole('link', { name: `消息，${count} 条未读`, exact: true }).waitFor({ timeout: 90_000 })
  return Math.round(performance.now() - begun)
}

async function main(): Promise<boolean> {
  const place = await openPlace('badges')
  try {
    const [behind, one, two] = [await freePort(), await freePort(), await freePort()]
    const between = new Between([behind])
    const outside = Number(new URL(await between.listen()).port)
    place.onEnd(() => between.close())
    const origin = `https://${domain}`
    await portals(place, [one, two], origin)
    await proxy(place, behind, [one, two])
    const [school, area, beside] = [
      await callerAt(one, 'school'),
      await callerAt(one, 'area'),
      await callerAt(two, 'area'),
    ]
    const context = await signedIn(origin, outside)
    place.onEnd(() => context.browser()?.close())
    const tabs = [await context.newPage(), await context.newPage()]
    const before = await school.unread()
    for (const tab of tabs) await tab.goto('/examinePage/examineaXX')
    say(`two tabs through nginx: ${before} unread after ${await allSay(tabs, before)} ms`)
    between.break()
    for (const n of [1, 2, 3]) await area.send(`断线时 ${n}`)
    await sleep(seconds * 1000)
    between.mend()
    const cut = await allSay(tabs, before + 3)
    say(`cut for ${seconds} s, three messages: both tabs say ${before + 3} ${cut} ms after it was mended`)
    await area.send('经过第一个进程')
    await beside.send('第二个进程')
    say(
      `one message through each process: both tabs say ${before + 5} after ${await allSay(tabs, before + 5)} ms`,
    )
    const counted = await school.unread()
    say(`the database counts ${counted}`)
    return counted === before + 5
  } finally {
    await place.end()
  }
}

process.exitCode = (await main()) ? 0 : 1
