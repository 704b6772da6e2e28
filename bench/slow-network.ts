import { chromium } from 'playwright-core'
import { demoPassword } from '../demo/accounts.ts'
import { prepareBrowser } from '../e2e/tools/packaged-browser.ts'

/**
 * Opens pages of a running portal with demo data in a cold browser on a slow third-generation line (400
 * kbit/s each way, 400 ms a journey) and prints when the first picture stood and when the page could be used.
 *
 * node bench/slow-network.ts http://127.0.0.1:8080
 */
const line = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 }

const pages = [
  { title: 'portal home, its text', path: '/home/index', as: null, ready: 'main h2' },
  { title: 'portal home, drawn', path: '/home/index', as: null, ready: '#root > :not(.first, .plain) h2' },
  { title: 'sign-in', path: '/login', as: null, ready: 'input' },
  { title: 'home of a school, its text', path: '/school/sy', as: 'school', ready: 'h1' },
  {
    title: 'home of a school, drawn',
    path: '/school/sy',
    as: 'school',
    ready: '#root > :not(.first, .plain) h1',
  },
  {
    title: 'queue of a school',
    path: '/examinePage/examineaXX',
    as: 'school',
    ready: '[data-testid="record-row"]',
  },
] as const

async function storedSession(portal: string, account: string): Promise<string> {
  const answer = await fetch(`${portal}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password: demoPassword }),
  })
  const { data } = (await answer.json()) as { data: unknown }
  return JSON.stringify(data)
}

const portal = process.argv[2]
if (!portal) throw new Error('name the address of a running portal')
await prepareBrowser()
const executablePath = process.env['CHROMIUM_PATH'] ?? ''
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
for (const { title, path, as, ready } of pages) {
  const localStorage = as === null ? [] : [{ name: 'userInfo', value: await storedSession(portal, as) }]
  const context = await browser.newContext({
    baseURL: portal,
    storageState: { cookies: [], origins: [{ origin: portal, localStorage }] },
  })
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  const sizes: number[] = []
  cdp.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength))
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  const began = performance.now()
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator(ready).first().waitFor({ timeout: 60_000 })
  const usable = performance.now() - began
  // The stream of events of whoever is signed in never ends; what a page asks for by itself has come by then.
  await page.waitForLoadState('networkidle', { timeout: 8_000 }).catch(() => undefined)
  const first = await page.evaluate<number>(
    'performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN',
  )
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  const kilobytes = Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)
  console.log(
    `${title}: first picture ${seconds(first)} s, usable ${seconds(usable)} s, ${sizes.length} requests, ${kilobytes} kB`,
  )
  await context.close()
}
await browser.close()
