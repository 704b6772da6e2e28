import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import jszip from 'jszip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { callerOf } from '../tools/api.ts'
import { everything } from '../../server/platform/testing/test-extent.ts'
import {
  closeBrowser,
  desk,
  expectAccessible,
  expectNoSidewaysScroll,
  openDesk,
  phone,
  portalUrl,
  shoot,
  type Desk,
} from '../tools/browser.ts'
import { unique } from '../tools/evidence.ts'

afterAll(closeBrowser)

/**
 * Files as their programs wrote them: docx, xlsx, pptx, doc and xls by LibreOffice, a text and names in GBK.
 */
const fixture = async (name: string) =>
  Uint8Array.from(await readFile(join(import.meta.dirname, '../files', name)))

/** A PDF of so many pages, each with its number. */
function pdfOf(pages: number): Uint8Array<ArrayBuffer> {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${Array.from({ length: pages }, (_, i) => `${4 + i * 2} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  for (let n = 1; n <= pages; n += 1) {
    const text = `BT /F1 48 Tf 200 500 Td (Page ${n}) Tj ET`
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${objects.length + 2} 0 R>>`,
      `<</Length ${text.length}>>stream\n${text}\nendstream`,
    )
  }
  let out = '%PDF-1.4\n'
  const places = objects.map((body, i) => {
    const at = out.length
    out += `${i + 1} 0 obj${body}endobj\n`
    return at
  })
  const table = out.length
  out += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('')}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`
  return Uint8Array.from(Buffer.from(out, 'latin1'))
}

/** A second of silence. */
const silence = () =>
  Uint8Array.from(
    Buffer.concat(
      Array.from({ length: 40 }, () =>
        Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]),
      ),
    ),
  )

/**
 * A document that tries what documents can: a link that runs, a page of markup with a script, a picture
 * elsewhere, a style that loads.
 */
async function hostile(): Promise<Uint8Array<ArrayBuffer>> {
  const zip = await jszip.loadAsync(await fixture('notice.docx'))
  const edit = async (name: string, change: (text: string) => string) =>
    zip.file(name, change((await zip.file(name)?.async('string')) ?? ''))
  await edit('word/_rels/document.xml.rels', (text) =>
    text.replace(
      '</Relationships>',
      `<Relationship Id="rX" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="javascript:alert(1)" TargetMode="External"/><Relationship Id="rY" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/aFChunk" Target="evil.html"/></Relationships>`,
    ),
  )
  await edit('[Content_Types].xml', (text) =>
    text.replace('</Types>', '<Override PartName="/word/evil.html" ContentType="text/html"/></Types>'),
  )
  zip.file(
    'word/evil.html',
    '<script>top.hurt=1;alert(1)</script><img src="https://evil.example/a.png" onerror="alert(2)">',
  )
  await edit('word/document.xml', (text) =>
    text.replace(
      '<w:body>',
      '<w:body><w:p><w:hyperlink r:id="rX"><w:r><w:t>点我领取</w:t></w:r></w:hyperlink></w:p><w:altChunk r:id="rY"/><w:p><w:r><w:rPr><w:rFonts w:ascii="x&quot;;background:url(https://evil.example/b)"/></w:rPr><w:t>&lt;img src=x onerror=alert(3)&gt;</w:t></w:r></w:p>',
    ),
  )
  return new Uint8Array(await zip.generateAsync({ type: 'arraybuffer', compression: 'DEFLATE' }))
}

const word = `预览${unique()}`
const keys = new Map<string, string>()
let article = ''
let closedKey = ''

beforeAll(async () => {
  const area = await callerOf('area')
  const files: [string, Uint8Array<ArrayBuffer>][] = [
    ...(await Promise.all(
      [
        'notice.docx',
        'hours.xlsx',
        'summary.pptx',
        'charts.pptx',
        'charts.docx',
        'locked.pdf',
        'notice.doc',
        'hours.xls',
        'names.txt',
        'materials.zip',
      ].map(async (name): Promise<[string, Uint8Array<ArrayBuffer>]> => [name, await fixture(name)]),
    )),
    ['book.pdf', pdfOf(100)],
    ['bell.mp3', silence()],
    ['bell.vtt', Uint8Array.from(Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\n上课铃\n'))],
    ['hostile.docx', await hostile()],
  ]
  for (const [name, content] of files)
    keys.set(name, await area.upload(name, 'application/octet-stream', content))
  closedKey = await area.upload('draft.txt', 'text/plain', Uint8Array.from(Buffer.from('尚未发布')))
  const value = {
    title: `${word}附件汇总`,
    noticeKind: '1',
    visibility: '2',
    content: '附件请在线查看。',
    files: [...keys.values()],
  }
  const made = await area.post<{ id: number; version: number; errors?: unknown }>('/api/v1/contents/notice', {
    value,
  })
  expect(made.status, made.text).toBe(200)
  const done = await area.post(`/api/v1/contents/notice/${made.data.id}/publish`, {
    version: made.data.version,
  })
  expect(done.status, done.text).toBe(200)
  article = `/home/messageData/messageDetail?type=notice&id=${made.data.id}`
})

/**
 * Waits until an expression is true on the page. `page.waitForFunction` would evaluate it within the page the
 * second time, which the page's policy forbids.
 */
const becomes = (page: Page, expression: string) =>
  expect.poll(() => page.evaluate<boolean>(expression)).toBe(true)

const open = async (page: Page, name: string) => {
  await page.goto(`/home/previewFiles?key=${keys.get(name) ?? ''}`)
  await page.getByRole('link', { name: new RegExp(`^下载 ${name.replace('.', '\\.')}`) }).waitFor()
}

const seen: Record<string, (page: Page) => Promise<unknown>> = {
  'notice.docx': async (page) => {
    const paper = page.frameLocator('iframe[title*="notice.docx"]')
    await paper.getByText('关于公布研修名单的通知').waitFor()
    await paper.getByRole('cell', { name: '一级教师' }).waitFor()
    expect(await paper.locator('td[colspan="3"]').count()).toBe(1)
    expect(await paper.locator('img').getAttribute('src')).toMatch(/^data:image\/png;base64,/)
    expect((await paper.locator('img').boundingBox())?.width).toBeGreaterThan(40)
  },
  'hours.xlsx': async (page) => {
    await page.getByRole('cell', { name: '二〇二六年课时统计表' }).waitFor()
    expect(await page.getByRole('cell', { name: '二〇二六年课时统计表' }).getAttribute('colspan')).toBe('4')
    for (const text of ['2026年3月5日', '1,234.50', '82.5%', '2,000.00'])
      await page.getByRole('cell', { name: text, exact: true }).waitFor()
    await page.getByRole('button', { name: '名单' }).click()
    await page.getByText('共 2,300 行，显示了 1,000 行').waitFor()
    await page.getByRole('button', { name: '再显示 1,000 行' }).click()
    await page.getByRole('cell', { name: '第1500行' }).waitFor()
    await page.getByRole('button', { name: '课时统计' }).click()
  },
  'hours.xls': (page) => page.getByRole('cell', { name: '2026年3月5日', exact: true }).waitFor(),
  'summary.pptx': async (page) => {
    await page.getByText('教研活动总结').waitFor()
    await page.getByText('第二部分：评课').waitFor()
    await page.getByRole('cell', { name: '节数' }).waitFor()
    await page.locator('.xv-slide img').waitFor()
  },
  // Made by LibreOffice: a slide with a ground of its own, what the master puts on every slide, lists, a
  // table, three charts.
  'charts.pptx': async (page) => {
    await page.getByText('学期教研总结').waitFor()
    expect(
      await page
        .locator('.xv-slide')
        .first()
        .evaluate((element: unknown) => (element as { style: { background: string } }).style.background),
    ).toBe('rgb(31, 78, 121)')
    expect(await page.locator('.xv-slide').first().getByText('听潮中学教导处').count()).toBe(0)
    const item = (n: number) => page.getByRole('listitem', { name: `第 ${n} 张` })
    await item(2).scrollIntoViewIfNeeded()
    await item(2).getByText('听潮中学教导处').waitFor()
    await item(2).getByText('集体备课每周一次').waitFor()
    expect(await item(2).locator('.xv-bullet').count()).toBe(3)
    await item(3).scrollIntoViewIfNeeded()
    await item(3).getByRole('figure', { name: '柱形图：教研次数' }).waitFor()
    expect(await item(3).locator('.xv-chart rect').count()).toBe(6 + 2)
    await item(4).scrollIntoViewIfNeeded()
    await item(4).getByRole('figure', { name: '折线图：课时走势' }).waitFor()
    await item(4).getByText('饼图：参加教师的数据').click()
    for (const text of ['语文', '24', '数学', '30'])
      await item(4).getByText(text, { exact: true }).last().waitFor()
  },
  'charts.docx': async (page) => {
    await page.frameLocator('iframe').getByText('各月教研次数如下').waitFor()
    await page.getByRole('figure', { name: '柱形图：教研次数' }).waitFor()
    await page.getByText('柱形图：教研次数的数据').click()
    await page.getByRole('cell', { name: '11.5' }).waitFor()
  },
  'locked.pdf': (page) => page.getByText('文件设了打开密码，请下载后输入密码打开').waitFor(),
  'notice.doc': (page) => page.getByText('本站没有装转换程序，请下载后').waitFor(),
  'names.txt': async (page) => {
    await page.getByText('文字编码：GBK').waitFor()
    await page.getByText('李老师,第二中学,数学').waitFor()
  },
  'materials.zip': async (page) => {
    for (const name of ['教研材料', '听课', '评课记录.txt', '诚信.csv'])
      await page.getByText(name, { exact: true }).waitFor()
  },
  'book.pdf': async (page) => {
    await page.getByText('共 100 页，这里显示前 30 页').waitFor()
    await becomes(page, `document.querySelector('.xv-pdf canvas')?.width > 600`)
    // Only what is near the screen is drawn.
    expect(
      Number(
        await page.evaluate(
          `[...document.querySelectorAll('.xv-pdf canvas')].filter((c) => c.width !== 595).length`,
        ),
      ),
    ).toBeLessThan(12)
    await page.getByRole('button', { name: '再显示 30 页' }).click()
    await page.getByRole('figure', { name: '第 60 页' }).waitFor()
  },
  'bell.mp3': (page) =>
    becomes(
      page,
      `(({ readyState, duration, textTracks }) => readyState >= 1 && duration > 0.9 && textTracks[0]?.cues?.[0]?.text === '上课铃')(document.querySelector('video'))`,
    ),
}

type SizeName = 'desk' | 'phone'
const bothSizes: readonly SizeName[] = ['desk', 'phone']

async function onEach(sizes: readonly SizeName[], run: (window: Desk, size: SizeName) => Promise<void>) {
  for (const size of sizes) {
    const window = await openDesk(size === 'desk' ? desk : phone)
    await run(window, size)
    // The examiner of accessibility tries to run within the paper's frame too, and may not.
    expect(
      window.complaints.filter((one) => !one.startsWith("Blocked script execution in 'about:srcdoc'")),
    ).toEqual([])
    await window.close()
  }
}

/** A paper and a sheet: the others stand in the same frames. */
const onPhone = everything ? Object.keys(seen) : ['notice.docx', 'hours.xlsx']

it.each(Object.keys(seen))('a visitor sees what is in %s, on the desk and on the phone', async (name) => {
  await onEach(onPhone.includes(name) ? bothSizes : ['desk'], async ({ page }, size) => {
    const outside: string[] = []
    page.on(
      'request',
      (request) =>
        !request.url().startsWith(portalUrl()) &&
        !/^(blob|data):/.test(request.url()) &&
        outside.push(request.url()),
    )
    await open(page, name)
    await seen[name]?.(page)
    await expectNoSidewaysScroll(page, name)
    await expectAccessible(page, name)
    await shoot(page, `file-${name.replace('.', '-')}-${size}`)
    expect(outside).toEqual([])
  })
})

it('a document that would run, load or lead away does none of it', async () => {
  const window = await openDesk()
  const { page } = window
  const asked: string[] = []
  page.on('dialog', (dialog) => (asked.push(`dialog ${dialog.message()}`), void dialog.dismiss()))
  page.on(
    'request',
    (request) =>
      !request.url().startsWith(portalUrl()) &&
      !/^(blob|data):/.test(request.url()) &&
      asked.push(request.url()),
  )
  await open(page, 'hostile.docx')
  const paper = page.frameLocator('iframe[title*="hostile.docx"]')
  await paper.getByText('<img src=x onerror=alert(3)>').waitFor()
  await paper.getByText('点我领取').click()
  await page.waitForTimeout(500)
  expect(
    await paper
      .locator('script, iframe, object, embed, [onerror], [href^="javascript"], [src^="http"]')
      .count(),
  ).toBe(0)
  expect(await page.evaluate('window.hurt')).toBeUndefined()
  expect([asked, window.complaints]).toEqual([[], []])
  expect(page.url()).toContain('/home/previewFiles')
  await window.close()
})

it('attachments are previewed from their page; what is not published is nobody’s', async () => {
  const window = await openDesk()
  const { page } = window
  await page.goto(article)
  const [tab] = await Promise.all([
    window.context.waitForEvent('page'),
    page.getByRole('link', { name: /^预览 names\.txt/ }).click(),
  ])
  await tab.getByText('文字编码：GBK').waitFor()
  await expectAccessible(page, 'attachments')
  await shoot(page, 'attachments')
  for (const key of [closedKey, 'x', '00000000-0000-4000-8000-000000000000']) {
    await page.goto(`/home/previewFiles?key=${key}`)
    await page.getByText('没有该文件').waitFor()
  }
  await window.close()
})

it('a visitor finds the page by two letters and narrows what was found', async () => {
  await onEach(bothSizes, async ({ page }, size) => {
    await page.goto('/home/index')
    // In the hand the header is one line, and the search one key away.
    if (size === 'phone') {
      await page.getByRole('button', { name: '更多', exact: true }).click()
      await page.getByRole('link', { name: '搜索', exact: true }).click()
      await page.getByRole('heading', { level: 1, name: '搜索' }).waitFor()
    }
    await page.getByRole('searchbox', { name: /搜索/ }).fill('研修')
    await page.getByRole('button', { name: '搜索' }).click()
    await page.getByRole('heading', { level: 1, name: '搜索“研修”' }).waitFor()
    await page.locator('mark').first().waitFor()
    await expectNoSidewaysScroll(page, 'search')
    await expectAccessible(page, 'search')
    await shoot(page, `search-${size}`)
    await page.getByRole('main').getByLabel('栏目').selectOption({ index: 1 })
    await page.waitForURL(/type=/)
    await page.getByRole('button', { name: '清除筛选' }).click()
    await page.goto(`/home/search?q=${encodeURIComponent(word)}`)
    await page.getByRole('link', { name: `${word}附件汇总` }).waitFor()
    await page.goto('/home/search?q=魑魅魍魉')
    await page.getByText('没有找到').waitFor()
  })
})
