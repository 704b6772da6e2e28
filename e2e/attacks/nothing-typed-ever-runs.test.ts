import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contents } from '../../catalogue/contents/contents.ts'
import type { AnyContent, ContentName } from '../../catalogue/contents/define.ts'
import type { ContentLine, ContentView } from '../../catalogue/contract/portal/contents.ts'
import { payloads } from '../../server/engine/kinds/rich/test-payloads.ts'
import { sampleValue } from '../../server/engine/publishing/test-content.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import { callerOf, type Caller } from '../tools/api.ts'
import { closeBrowser, openDesk, sessionOf, type Desk, settled } from '../tools/browser.ts'

afterAll(closeBrowser)

const names = Object.keys(contents) as ContentName[]
/**
 * Every type takes every attempt with PAYLOADS=all, which takes ten minutes. `npm run test:everything` shares
 * them out, each attempt in two types or more, so that each passes the cleaning of rich and of plain fields
 * and what shows them; the usual run takes every third of these.
 */
const shares = process.env['PAYLOADS'] === 'all' ? 1 : everything ? 12 : 36
/** Attempts on pages that visitors open. */
const opened = everything ? payloads.length : 26
const attemptsOf = (type: ContentName) =>
  payloads.filter((_, place) => (place + names.indexOf(type)) % shares === 0)
const at = (type: ContentName, id?: number) => `/api/v1/contents/${type}${id === undefined ? '' : `/${id}`}`
type ShownTexts = Readonly<Record<string, string>>

let admin: Caller
let picture = ''
/** What the server answers readers for each payload in each rich field. */
const shown: string[] = []
const drafts: (readonly [ContentName, number])[] = []

beforeAll(async () => {
  admin = await callerOf('admin')
  picture = await admin.upload(
    'p.png',
    'image/png',
    new Uint8Array(
      await sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } })
        .png()
        .toBuffer(),
    ),
  )
})
afterAll(async () => {
  for (const [type, id] of drafts) await admin.del(at(type, id))
})

/** A counter that payloads raise, and everything the content security policy had to stop. */
async function watched(window: Desk): Promise<Page> {
  await window.page.addInitScript({
    content: `globalThis.ran = 0; globalThis.stopped = []; addEventListener('securitypolicyviolation', (e) => stopped.push(e.violatedDirective + ' ' + e.blockedURI)); globalThis.alert = () => { ran++ }`,
  })
  return window.page
}
const verdictOf = (page: Page) => page.evaluate<{ ran: number; stopped: string[] }>('({ ran, stopped })')
const clean = { ran: 0, stopped: [] }

/** Focus, pointer and keys over what is shown: handlers that wait for somebody are called too. */
async function touch(page: Page) {
  await page.evaluate(`for (const one of document.querySelectorAll('main *')) {
    for (const type of ['mouseover', 'pointerenter', 'focus', 'toggle', 'scroll', 'animationstart', 'error', 'load', 'wheel', 'cut', 'beforeinput', 'transitionend'])
      one.dispatchEvent(new Event(type))
  }`)
  await page.waitForTimeout(30)
}

/** A value in which every plain and rich field says this, as far as it takes it. */
async function poisoned(
  definition: AnyContent,
  payload: string,
  rich = payload,
): Promise<Record<string, unknown>> {
  const value = await sampleValue(definition, async () => picture)
  for (const [key, field] of Object.entries(definition.fields)) {
    const given = field.kind === 'richText' ? rich : field.kind === 'text' ? payload : null
    if (given !== null && field.schema.safeParse(given).success && !definition.addresses?.includes(key))
      value[key] = given
  }
  return value
}

it('is more than 150 attempts', () => expect(new Set(payloads).size).toBeGreaterThanOrEqual(150))

it('every attempt in every field of every type is saved harmless or refused with a sentence, never a fault of the server', async () => {
  for (const type of names) {
    const definition = contents[type]
    // Of a type that there is one of, the demo may have none yet.
    const single = definition.single
      ? ((await admin.get<{ list: ContentLine[] }>(at(type))).data.list[0] ??
        (await admin.post<ContentView>(at(type), { value: await poisoned(definition, 'x', '<p>文</p>') }))
          .data)
      : undefined
    let version = single?.version ?? 0
    for (const payload of attemptsOf(type)) {
      // Words beside it: a text of which nothing is left would be refused as empty.
      const value = await poisoned(definition, payload, `<p>文</p>${payload}`)
      const answer = single
        ? await admin.put<ContentView>(at(type, single.id), { version, value })
        : await admin.post<ContentView>(at(type), { value })
      expect([200, 400], `${type} ${payload} ${answer.text.slice(0, 200)}`).toContain(answer.status)
      if (answer.status !== 200) continue
      version = answer.data.version
      if (!single) drafts.push([type, answer.data.id])
      shown.push(...Object.values(answer.data.shownValue as ShownTexts))
    }
    // Addresses are judged, whatever the payload; a plain field never makes the call fail.
    const [address] = definition.addresses ?? []
    if (address !== undefined && !single) {
      for (const payload of payloads.slice(0, 40 / Math.min(shares, 4)))
        expect(
          (
            await admin.post(at(type), {
              value: { ...(await poisoned(definition, 'x')), [address]: payload },
            })
          ).status,
          payload,
        ).toBe(400)
    }
    if (single) await admin.post(`${at(type, single.id)}/restore`, { version, no: 1 })
  }
  expect(drafts.length).toBeGreaterThan((150 * 10) / shares)
  expect(shown.length).toBeGreaterThan((150 * 8) / shares)
}, 400_000)

it('nothing of it runs where it is read: as the server answers it, put into a page of the portal', async () => {
  const window = await openDesk()
  const page = await watched(window)
  await page.goto('/home/messageData/news')
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (let from = 0; from < shown.length; from += 200) {
    await page.evaluate(
      (parts: readonly string[]) => {
        // The compiler of these tests knows no page.
        const { document } = globalThis as unknown as {
          document: {
            querySelector: (name: string) => { append: (one: unknown) => void }
            createElement: (name: string) => { innerHTML: string }
          }
        }
        for (const html of parts) {
          const place = document.createElement('div')
          place.innerHTML = html
          document.querySelector('main').append(place)
        }
      },
      shown.slice(from, from + 200),
    )
    await touch(page)
    const added = 'main > div ~ div'
    expect(
      await page.evaluate<string[]>(
        `[...document.querySelectorAll('${added} :is(script, iframe, style, form, input, object, embed, base, meta, link, template)')].map((one) => one.outerHTML)`,
      ),
    ).toEqual([])
    expect(
      await page.evaluate<string[]>(
        `[...document.querySelectorAll('${added} *')].flatMap((one) => [...one.attributes]).map(({ name }) => name).filter((name) => name.startsWith('on'))`,
      ),
    ).toEqual([])
    await page.evaluate(`document.querySelectorAll('${added}').forEach((one) => one.remove())`)
  }
  expect(await verdictOf(page)).toEqual(clean)
  expect(window.complaints).toEqual([])
  await window.close()
})

it.runIf(everything)(
  'nor in the lists and forms of whoever keeps it',
  async () => {
    const window = await openDesk(undefined, await sessionOf('admin'))
    const page = await watched(window)
    for (const type of names.filter((name) => !contents[name].single)) {
      const own = {
        homeLink: '/appCore/homeLink',
        banner: '/appCore/banner',
        goodTeacher: '/appCore/goodTeacher',
      }[type as string]
      const { total } = (await admin.get<{ total: number }>(`${at(type)}?pageSize=1`)).data
      expect(total, type).toBeGreaterThan(100 / shares)
      for (let number = 1; (number - 1) * 20 < total; number += 1) {
        await page.goto(own ? `${own}?page=${number}` : `/appCore/uppage?tab=${type}&page=${number}`)
        await page.getByTestId('content-line').first().waitFor()
      }
      await touch(page)
      // A form that holds many attempts at once in its texts.
      for (let from = 0; from < payloads.length / Math.min(shares, 4); from += 52) {
        const rich = payloads
          .slice(from, from + 52)
          .map((one) => `<p>${one}</p>`)
          .join('')
        const { data, status } = await admin.post<ContentView>(at(type), {
          value: await poisoned(contents[type], payloads[from] ?? '', rich),
        })
        if (status !== 200) continue
        drafts.push([type, data.id])
        await page.goto(own ? `${own}Edit?id=${data.id}` : `/appCore/uppage?tab=${type}&id=${data.id}`)
        await page.getByTestId('standing').waitFor()
        if (Object.values(contents[type].fields).some(({ kind }) => kind === 'richText'))
          await page.getByRole('textbox').locator('xpath=self::*[@contenteditable]').first().waitFor()
        await touch(page)
        expect(await verdictOf(page), `${type} ${from}`).toEqual(clean)
      }
      expect(await verdictOf(page), type).toEqual(clean)
    }
    expect(window.complaints).toEqual([])
    await window.close()
  },
  400_000,
)

it('nor on the pages visitors open', async () => {
  const window = await openDesk()
  const page = await watched(window)
  const public_ = {
    notice: 'notice',
    trainingNews: 'trainingNews',
    productPage: null,
    centrePage: null,
    banner: null,
    homeLink: null,
    moreLink: null,
    middleBlock: null,
    goodTeacher: null,
  } as const
  const live: (readonly [ContentName, number])[] = []
  for (const type of Object.keys(public_) as (keyof typeof public_)[]) {
    for (let from = 0; from < opened; from += 26) {
      const value = {
        ...(await poisoned(
          contents[type],
          payloads[from + 3] ?? '',
          payloads.slice(from, from + 26).join(' '),
        )),
        ...('sortNo' in contents[type].fields && { sortNo: 0 }),
        ...(type === 'centrePage' && { areaCode: '441700', centerKind: '1' }),
      }
      const { data, status } = await admin.post<ContentView>(at(type), { value })
      if (status !== 200) continue
      expect((await admin.post(`${at(type, data.id)}/publish`, { version: data.version })).status).toBe(200)
      live.push([type, data.id])
    }
  }
  expect(live.length).toBeGreaterThan(everything ? 60 : 7)
  const detail = live.flatMap(([type, id]) =>
    type === 'notice'
      ? [`/home/messageData/messageDetail?type=notice&id=${id}`]
      : type === 'trainingNews'
        ? [`/home/messageData/soyDongtaiDetail?id=${id}`]
        : [],
  )
  for (const path of [
    '/home/index',
    '/home/messageData/news',
    '/home/messageData/hdongtai',
    '/home/product',
    '/home/aboutUs',
    ...detail,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settled(page)
    await touch(page)
    expect(await verdictOf(page), path).toEqual(clean)
  }
  for (const [type, id] of live) {
    const { data } = await admin.get<ContentView>(at(type, id))
    expect((await admin.post(`${at(type, id)}/takeDown`, { version: data.version })).status).toBe(200)
  }
  expect(window.complaints).toEqual([])
  await window.close()
})
