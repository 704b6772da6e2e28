import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contents } from '../../catalogue/contents/contents.ts'
import { hostile, listedHost, type Hostile } from '../../catalogue/contents/test-hostile-addresses.ts'
import type { ContentName } from '../../catalogue/contents/define.ts'
import type { ContentLine, ContentView, HostLine } from '../../catalogue/contract/portal/contents.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import { callerOf, type Answer, type Caller } from '../tools/api.ts'
import { closeBrowser, openDesk, portalUrl, type Desk } from '../tools/browser.ts'

const of = <M extends Hostile['must']>(must: M) =>
  hostile.filter((one): one is Extract<Hostile, { must: M }> => one.must === must)
const warned = of('warned')
const at = (type: ContentName, id?: number) => `/api/v1/contents/${type}${id === undefined ? '' : `/${id}`}`

let admin: Caller
let hostsBefore: readonly HostLine[] = []
const made: (readonly [ContentName, number])[] = []

beforeAll(async () => {
  admin = await callerOf('admin')
  // One host on the list, so that whatever only resembles it is not.
  hostsBefore = (await admin.get<{ list: HostLine[] }>('/api/v1/allowedHosts')).data.list
  for (const { host } of hostsBefore) await admin.del(`/api/v1/allowedHosts?host=${encodeURIComponent(host)}`)
  expect((await admin.post('/api/v1/allowedHosts', { host: listedHost, note: '' })).status).toBe(200)
})
afterAll(async () => {
  expect((await admin.del(`/api/v1/allowedHosts?host=${listedHost}`)).status).toBe(200)
  for (const { host, note } of hostsBefore) await admin.post('/api/v1/allowedHosts', { host, note })
  // What was published once is kept, taken down.
  for (const [type, id] of made) {
    const { data } = await admin.get<ContentView>(at(type, id))
    expect((await admin.post(`${at(type, id)}/takeDown`, { version: data.version })).status).toBe(200)
  }
  await closeBrowser()
})

/**
 * A window of which nothing gets out: every request to another host is stopped and kept, every script that
 * should not run counted.
 */
interface WatchedDesk extends Desk {
  readonly left: string[]
  readonly opened: Page[]
}

async function watched(): Promise<WatchedDesk> {
  const window = await openDesk()
  const left: string[] = []
  const opened: Page[] = []
  const own = new URL(portalUrl()).host
  // Where a request was stopped, a page of the browser's own stands.
  const elsewhere = (url: string) =>
    URL.parse(url)?.host !== own && url !== 'about:blank' && url !== '' && !url.startsWith('chrome-error:')
  await window.context.route('**/*', async (route) => {
    if (!elsewhere(route.request().url())) return route.fallback()
    left.push(route.request().url())
    return route.abort()
  })
  window.context.on('page', (page) => {
    opened.push(page)
    page.on('framenavigated', (frame) => elsewhere(frame.url()) && left.push(`went ${frame.url()}`))
  })
  window.page.on('framenavigated', (frame) => elsewhere(frame.url()) && left.push(`went ${frame.url()}`))
  await window.page.addInitScript({
    content: `globalThis.ran = 0; globalThis.stopped = []; addEventListener('securitypolicyviolation', (e) => stopped.push(e.violatedDirective + ' ' + e.blockedURI))`,
  })
  return { ...window, left, opened }
}

/** Nothing ran or opened a window; nothing left or was framed but the one host of the list. */
async function expectNothingHappened(window: WatchedDesk, label: string): Promise<void> {
  const { page, left, opened, complaints } = window
  // What a browser would do right after the click, it has done.
  await page.waitForTimeout(100)
  expect(
    await page.evaluate(
      `({ ran, stopped, frames: [...document.querySelectorAll('iframe, frame, object, embed')].map((one) => one.src).filter((src) => URL.parse(src)?.host !== '${listedHost}') })`,
    ),
    label,
  ).toEqual({ ran: 0, stopped: [], frames: [] })
  expect(
    {
      left: left.filter((url) => URL.parse(url)?.host !== listedHost),
      complaints,
      opened: opened.map((one) => one.url()),
    },
    label,
  ).toEqual({ left: [], complaints: [], opened: [] })
}

/** As an address is written into another: half a letter has no bytes. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
/**
 * As an attribute of a text says it, every letter that is not plain by its number; of some control characters
 * there is none, so by that of another.
 */
const quoted = (text: string) =>
  text.replaceAll(
    /[^\x21\x23-\x25\x27-\x3b\x3d\x3f-\x7e]/gu,
    (letter) => `&#${letter >= '\x80' && letter <= '\x9f' ? 0x2028 : letter.codePointAt(0)};`,
  )

/** What a preview page shows of an address. */
interface AddressPreview {
  readonly address: string
  readonly refused: boolean
  readonly host: string
  /** Addresses of all links of the page's own part. */
  readonly links: readonly string[]
}

/**
 * Puts addresses into the address bar one after another, as going back and forth does, and reads what each
 * page shows. Between two of them the page says something that neither says, so that what is read is never
 * what stood there before.
 */
async function shownAt(page: Page, addresses: readonly string[]): Promise<AddressPreview[]> {
  // As text: the compiler of these tests knows no page.
  return page.evaluate<AddressPreview[]>(`(async () => {
    const between = 'between.example'
    const hostNow = () => document.querySelector('main .portal-host')?.textContent ?? ''
    const refusedNow = () => /该地址不能打开。|没有该文件/.test(document.querySelector('main')?.textContent ?? '')
    const turnTo = async (address, done) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
      const until = performance.now() + 5000
      while (!done() && performance.now() < until) await new Promise((go) => setTimeout(go, 2))
    }
    const shown = []
    for (const address of ${JSON.stringify(addresses)}) {
      await turnTo((/^.home.pF[0-9]?/.exec(address) ?? ['/home/pF'])[0] + '?url=https://' + between, () => hostNow() === between)
      await turnTo(address, () => refusedNow() || ![between, ''].includes(hostNow()))
      shown.push({ address, host: hostNow(), refused: refusedNow(), links: [...document.querySelectorAll('main a')].map((one) => one.href) })
    }
    return shown
  })()`)
}

const own = () => `${portalUrl()}/home/index`
/** Whoever goes on goes to the host that is named, by http, and otherwise home. */
function expectHonest({ address, refused, host, links }: AddressPreview): void {
  const [on, ...others] = links.filter((one) => one !== own())
  expect(others, address).toEqual([])
  if (refused) return expect(on, address).toBeUndefined()
  expect(URL.parse(on ?? '')?.host.replace(/:(80|443)$/, ''), address).toBe(host)
  expect(on, address).toMatch(/^https?:\/\//)
}

it('no address typed behind ?url= leads anywhere by itself', async () => {
  const window = await watched()
  const { page } = window
  await page.goto('/home/pF')
  await page.getByText('该地址不能打开。').waitFor()
  await page.getByRole('contentinfo').getByRole('heading', { name: '相关链接' }).waitFor()
  const shown = await shownAt(
    page,
    hostile.map(({ text }) => `/home/pF?url=${encoded(text)}`),
  )
  for (const [place, one] of shown.entries()) {
    const attempt = hostile[place]
    expectHonest(one)
    expect([one.refused, one.host], JSON.stringify(attempt)).toEqual(
      attempt?.must === 'warned' ? [false, attempt.host] : [true, ''],
    )
  }
  await expectNothingHappened(window, 'encoded')
  // As somebody sends it in a chat, who encodes nothing: the browser reads it as it likes, and the page says
  // what the browser would do.
  for (const one of await shownAt(
    page,
    hostile.filter((_, place) => place % 3 === 1).map(({ text }) => `/home/pF?url=${text}`),
  ))
    expectHonest(one)
  for (const one of await shownAt(
    page,
    warned.map(
      ({ text }) => `/home/pF?url=${encodeURIComponent(`https://${listedHost}/`)}&url=${encoded(text)}`,
    ),
  ))
    expect(one.host, one.address).toBe(listedHost)
  await expectNothingHappened(window, 'as typed')
  await window.close()
})

it.runIf(everything)('the other preview pages neither, opened afresh', async () => {
  const window = await watched()
  const { page } = window
  const share = hostile.filter((_, place) => place % 40 === 0)
  for (const [place, { text, must }] of share.entries()) {
    const route = ['pF', 'pF1', 'pF2', 'pF3', 'pF4', 'pF5', 'pF6'][place % 7]
    await page.goto(`/home/${route}?url=${encoded(text)}`)
    await page.getByText(must === 'warned' ? '您要去的网站是' : '该地址不能打开。').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/home/${route}`)
  }
  for (const slot of [1, 2, 3, 4, 5, 6]) {
    const some = hostile.filter((_, place) => place % 18 === slot)
    for (const [place, one] of (
      await shownAt(
        page,
        some.map(({ text }) => `/home/pF${slot}?url=${encoded(text)}`),
      )
    ).entries()) {
      expectHonest(one)
      expect(one.refused, one.address).toBe(some[place]?.must !== 'warned')
    }
  }
  for (const key of ['key', 'url']) {
    const files = hostile
      .filter((_, place) => place % 16 === 0)
      .map(({ text }) => `/home/previewFiles?${key}=${encoded(text)}`)
    for (const { refused, links, address } of await shownAt(page, files))
      expect([refused, links], address).toEqual([true, [own()]])
  }
  await expectNothingHappened(window, 'afresh')
  // Only whoever presses 仍要前往 leaves, in another window, for the host that was named.
  for (const { text, host } of warned.slice(4, 7)) {
    await page.goto(`/home/pF4?url=${encoded(text)}`)
    await page.getByText(host, { exact: true }).waitFor()
    await page.getByRole('link', { name: '仍要前往' }).click()
    await expect.poll(() => window.left.map((url) => URL.parse(url)?.host)).toContain(host)
    expect(new URL(page.url()).pathname).toBe('/home/pF4')
  }
  expect(new Set(window.left.map((url) => URL.parse(url)?.host))).toEqual(
    new Set(warned.slice(4, 7).map(({ host }) => host)),
  )
  await window.close()
})

/** Every field an address is typed into, and a value in which only the address is wanting. */
async function fields(): Promise<
  (readonly [type: ContentName, field: string, rest: Record<string, unknown>])[]
> {
  const image = await admin.upload(
    'b.png',
    'image/png',
    new Uint8Array(
      await sharp({ create: { width: 8, height: 4, channels: 3, background: '#abc' } })
        .png()
        .toBuffer(),
    ),
  )
  return [
    ['banner', 'linkUrl', { title: '横', bannerPosition: 'top', image, sortNo: 0 }],
    ['homeLink', 'url', { title: '快', linkKind: 'quick', sortNo: 0 }],
    ['homeLink', 'url', { title: '导', linkKind: 'nav', activeName: 'pF1', sortNo: 0 }],
    ['moreLink', 'url', { title: '更', sortNo: 0 }],
    ['middleBlock', 'linkUrl', { title: '块', content: '文', sortNo: 0 }],
  ]
}

it.runIf(everything)(
  'typed by whoever keeps the portal, each is refused at its field, or leads by way of the page that says so',
  async () => {
    const accepted: Promise<void>[] = []
    const places = await fields()
    const [single] = (await admin.get<{ list: ContentLine[] }>(at('siteConfig'))).data.list
    const config = single && (await admin.get<ContentView>(at('siteConfig', single.id))).data
    if (!config) throw new Error('no siteConfig')
    const refused = (answer: Answer<unknown>, field: string, text: string) => {
      expect(answer.status, `${field} ${text}`).toBe(400)
      const { errors } = answer.data as { errors: { field: string; message: string }[] }
      expect(
        errors.map((one) => one.field),
        text,
      ).toEqual([field])
      expect(errors[0]?.message).toMatch(/[\u4e00-\u9fff]/)
    }
    const ownAddresses = contents.siteConfig.addresses ?? []
    for (const [place, { text }] of of('refused').entries()) {
      // White space around a line is not kept (kinds/text): what is judged is what remains.
      if (text.trim() !== text || text === '') continue
      for (const [type, field, rest] of places.filter(([, , { linkKind }]) => linkKind !== 'nav'))
        accepted.push(
          admin
            .post(at(type), { value: { ...rest, [field]: text } })
            .then((answer) => refused(answer, field, text)),
        )
      const own = ownAddresses[place % ownAddresses.length] ?? ''
      accepted.push(
        admin
          .put(at('siteConfig', config.id), {
            version: config.version,
            value: { ...config.value, [own]: text },
          })
          .then((answer) => refused(answer, own, text)),
      )
      await Promise.all(accepted.splice(0))
    }
    // What passes leads elsewhere by way of the warning: each field its share, as many as the front page
    // shows of it.
    const window = await watched()
    const { page } = window
    for (const [place, [type, field, rest]] of places.entries()) {
      for (const [number, { text }] of warned
        .filter((_, each) => each % places.length === place)
        .slice(0, type === 'banner' || type === 'middleBlock' ? 6 : 8)
        .entries()) {
        const { data, status } = await admin.post<ContentView>(at(type), {
          value: { ...rest, title: `${String(rest['title'])}${number}`, [field]: text },
        })
        expect(status, text).toBe(200)
        made.push([type, data.id])
        expect((await admin.post(`${at(type, data.id)}/publish`, { version: data.version })).status).toBe(200)
      }
    }
    await page.goto('/home/index')
    await page.getByRole('link', { name: '块0' }).waitFor()
    for (const [place, [, , rest]] of places.entries()) {
      for (const [number, { host }] of warned
        .filter((_, each) => each % places.length === place)
        .slice(0, 4)
        .entries()) {
        // Slides wait for their turn: pressed as a program does.
        await page
          .locator('a', { hasText: `${String(rest['title'])}${number}` })
          .first()
          .dispatchEvent('click')
        await page.getByText(host, { exact: true }).waitFor()
        await page.goBack()
        await page.getByRole('link', { name: '块0' }).waitFor()
      }
    }
    await expectNothingHappened(window, 'typed')
    await window.close()
  },
)

it('within a text, a link that is refused is words', async () => {
  const written = hostile.map(({ text }, place) => `<p><a href="${quoted(text)}">链接${place}。</a></p>`)
  const { data, status } = await admin.post<ContentView>(at('notice'), {
    value: { title: '各种地址', noticeKind: '1', visibility: '2', content: written.join(''), files: [] },
  })
  expect(status, JSON.stringify(data)).toBe(200)
  made.push(['notice', data.id])
  expect((await admin.post(`${at('notice', data.id)}/publish`, { version: data.version })).status).toBe(200)
  const window = await watched()
  await window.page.goto(`/home/messageData/messageDetail?type=notice&id=${data.id}`)
  await window.page.getByText('链接0。').waitFor()
  await expectLinksOfText(window)
  await window.close()
})

/** Every link of the text on show is one that may be there; each is pressed. */
async function expectLinksOfText(window: WatchedDesk): Promise<void> {
  const { page } = window
  const links = await page.evaluate<(string | null)[]>(
    `${JSON.stringify(hostile)}.map((_, place) => [...document.querySelectorAll('.rich p')].find((one) => one.textContent === '链接' + place + '。')?.querySelector('a')?.getAttribute('href') ?? null)`,
  )
  for (const [place, href] of links.entries()) {
    const attempt = hostile[place]
    if (attempt?.must === 'refused') expect(href, JSON.stringify(attempt)).toBeNull()
    else expect(String(href), JSON.stringify(attempt)).toMatch(/^\/(?![/\\])/)
    if (attempt?.must === 'warned')
      expect(URL.parse(new URLSearchParams(href?.split('?')[1]).get('url') ?? '')?.host).toBe(attempt.host)
  }
  const page0 = page.url()
  for (const [place, { must }] of hostile.entries()) {
    if (must === 'warned' && place % 6 !== 0) continue
    await page.getByText(`链接${place}。`, { exact: true }).dispatchEvent('click')
    if (must === 'refused') continue
    await page.waitForURL((url) => url.href !== page0)
    expect(new URL(page.url()).origin).toBe(portalUrl())
    await page.goBack()
    await page.getByText('链接0。').waitFor()
  }
  expect(page.url()).toBe(page0)
  await expectNothingHappened(window, 'within a text')
}

/**
 * Answers of the server in which something stands that it would never let through: what the page itself makes
 * of it.
 */
async function planted(
  window: WatchedDesk,
  path: string,
  change: (data: Record<string, unknown>) => void,
): Promise<void> {
  const { text } = await admin.get(path)
  const body = JSON.parse(text) as { data: Record<string, unknown> }
  change(body.data)
  await window.page.route(`**${path}*`, (route) => route.fulfill({ json: body }))
}
const content = (more: Record<string, unknown>, place: number) => ({
  id: 90_000 + place,
  is_top: false,
  publish_time: '2026-11-01T00:00:00.000Z',
  publisher: '某',
  words: {},
  phase: null,
  ...more,
})

it.runIf(everything)('even where the server let one through, the page itself leads nowhere', async () => {
  const window = await watched()
  const { page } = window
  const each = <T>(title: string, shape: (title: string, text: string, place: number) => T): T[] =>
    hostile.map(({ text }, place) => shape(`${title}${place}。`, text, place))
  const modes = ['', 'pF2', 'dkbf', 'home'] as const
  await planted(window, '/api/v1/siteConfig', (data) => {
    const site = data['data'] as Record<string, unknown>
    Object.assign(site, {
      foot: each('脚', (title, url) => ({ title, url })),
      head_list: each('导', (title, url, place) => ({
        title,
        url,
        active_name: modes[place % 4],
        type: String(place % 2),
        sub: [],
      })),
    })
  })
  await planted(window, '/api/v1/portal/home', (data) => {
    const link = (title: string, text: string, place: number) =>
      content(
        {
          title,
          url: text,
          linkUrl: text,
          openMode: String(place % 2),
          activeName: modes[place % 4],
          content: '<p>文</p>',
        },
        place,
      )
    Object.assign(data, {
      banners: each('横', link),
      links: each('快', link),
      more: each('更', link),
      blocks: each('块', link),
    })
  })
  await page.goto('/home/index')
  await page.getByText('块0。').first().waitFor()
  const all = await page.evaluate<
    { words: string; href: string | null }[]
  >(`[...document.querySelectorAll('.portal-nav *, .portal-foot-links *, .portal-quick *, .portal-slide h2 > *, .portal-sites *, .portal-block h2')].filter((one) => one.matches('a, span, h2') && /^.\\d+。$/.test(one.textContent)).map((one) => {
    const link = one.matches('h2') ? one.parentElement.querySelector('a:not(.rich a)') : one
    return { words: one.textContent, href: link?.getAttribute('href') ?? null }
  })`)
  expect(
    new Set(all.map(({ words }) => words)).size,
    'an empty address is none at the foot and in a banner',
  ).toBe(hostile.length * 6 - 2)
  for (const { words, href } of all) {
    const attempt = hostile[Number.parseInt(words.slice(1), 10)]
    if (attempt?.must === 'refused') expect(href, words + JSON.stringify(attempt)).toBeNull()
    else expect(String(href), words + JSON.stringify(attempt)).toMatch(/^\/(?![/\\])/)
  }
  // Everything is pressed: words do nothing, links turn to the page that says so.
  await page.evaluate(
    `for (const one of document.querySelectorAll('main *, nav *, footer *')) if (/^.\\d+。$/.test(one.textContent) && !one.closest('a') && !one.querySelector('a')) one.click()`,
  )
  await page.waitForTimeout(100)
  expect(new URL(page.url()).pathname).toBe('/home/index')
  // The navigation and the foot stand on every page; what only the front page has takes turns.
  const presses = warned.flatMap(({ text, host }, turn) => {
    const number = hostile.findIndex((one) => one.text === text)
    return ['导', '脚', '横快更块'.charAt(turn % 4)].map((kind) => ({
      kind,
      words: `${kind}${number}。`,
      host,
    }))
  })
  const led = await page.evaluate<string[]>(`(async () => {
    const until = async (found) => {
      for (let tries = 0; tries < 2000; tries += 1) {
        const one = found()
        if (one) return one
        await new Promise((go) => setTimeout(go, 2))
      }
    }
    const turnTo = (address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }
    const led = []
    for (const { kind, words } of ${JSON.stringify(presses)}) {
      turnTo('导脚'.includes(kind) ? '/home/pF' : '/home/index')
      await until(() => '导脚'.includes(kind) ? document.querySelector('main').textContent.includes('该地址不能打开。') : document.querySelector('.portal-block'))
      const place = { 导: '.portal-nav', 脚: '.portal-foot-links', 横: '.portal-slide', 快: '.portal-quick', 更: '.portal-sites', 块: '.portal-block' }[kind]
      const link = [...document.querySelectorAll(place + ' a')].find((one) => (kind === '块' ? one.parentElement.querySelector('h2') : one).textContent === words)
      link?.click()
      led.push((await until(() => document.querySelector('main .portal-host')?.textContent)) ?? location.href)
    }
    return led
  })()`)
  expect(led).toEqual(presses.map(({ host }) => host))
  await expectNothingHappened(window, 'planted')
  await window.close()
})

it.runIf(everything)('nor does a text the server let through', async () => {
  const window = await watched()
  const [notice] = made.filter(([type]) => type === 'notice')
  const id = notice?.[1] ?? 0
  const links = hostile.map(
    ({ text }, place) => `<p><a target="_self" href="${quoted(text)}">链接${place}。</a></p>`,
  )
  await planted(
    window,
    `/api/v1/portal/contents/notice/${id}`,
    (data) => void (data['content'] = links.join('')),
  )
  await window.page.goto(`/home/messageData/messageDetail?type=notice&id=${id}`)
  await window.page.getByText('链接0。').waitFor()
  await expectLinksOfText(window)
  await window.close()
})

it('a host of the list opens at once: in a window that knows nothing of this one, or in a frame that cannot turn this page', async () => {
  const window = await watched()
  const { page } = window
  await planted(window, '/api/v1/siteConfig', (data) =>
    Object.assign(data['data'] as object, {
      head_list: ['', 'pF', 'dkbf'].map((active_name, place) => ({
        title: `导${place}`,
        url: `https://${listedHost}/${place}`,
        active_name,
        type: '0',
        sub: [],
      })),
    }),
  )
  await page.goto('/home/index')
  await page.getByRole('link', { name: '导1' }).click()
  const frame = page.locator('main iframe')
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin allow-forms allow-popups')
  await expect.poll(() => window.left).toEqual([`https://${listedHost}/1`])
  window.left.length = 0
  // The page that stands there tries what such pages try; whoever is not listed is not framed at all.
  await window.context.route(`https://${listedHost}/**`, (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<p>在框里</p><script>try { top.location = "https://evil.example/" } catch {} try { top.document.title = "x" } catch {}</script>',
    }),
  )
  await page.reload()
  await page.frameLocator('main iframe').getByText('在框里').waitFor()
  await page.waitForTimeout(300)
  expect([
    new URL(page.url()).pathname,
    (await page.title()).includes(listedHost),
    window.left.filter((url) => !url.includes(listedHost)),
  ]).toEqual(['/home/pF', true, []])
  await page.evaluate(
    `document.querySelector('main').append(Object.assign(document.createElement('iframe'), { src: 'https://evil.example/framed' }))`,
  )
  await expect.poll(() => page.evaluate('stopped')).toEqual(['frame-src https://evil.example'])
  await window.context.unroute(`https://${listedHost}/**`)
  window.left.length = 0
  expect(window.opened).toEqual([])
  for (const place of [0, 2]) {
    const link = page.getByRole('link', { name: `导${place}` })
    expect(await link.getAttribute('rel')).toBe('noopener noreferrer')
    await link.click()
  }
  await expect.poll(() => window.left).toEqual([`https://${listedHost}/0`, `https://${listedHost}/2`])
  expect(new URL(page.url()).pathname).toBe('/home/pF')
  await window.close()
})
