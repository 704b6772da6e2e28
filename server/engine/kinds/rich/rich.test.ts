import { describe, expect, it } from 'vitest'
import type { ContentFile } from '../../../../catalogue/contract/portal/portal.ts'
import { payloads } from './test-payloads.ts'
import { cleanRich, filesInRich, isBlankRich } from './rich.ts'
import { shownRich } from './shown.ts'

const hosts = ['www.moe.gov.cn']
const id = '0197f1c2-0000-7000-8000-0000c0de0001'
const file: ContentFile = {
  id,
  name: '名单"一".png',
  mime: 'image/png',
  bytes: 3,
  url: '/files/x?s=1&t=2',
  download: '/files/x?d=1',
}
const around = { hosts, files: new Map([[id, file]]) }

describe('cleaning a rich text', () => {
  it.each([
    ['两段\n\n文字 < 五\n同段', '<p>两段</p><p>文字 &lt; 五<br>同段</p>'],
    ['<p class="indent MsoNormal" style="color:red">文</p>', '<p class="indent">文</p>'],
    ['<h1>题</h1><b>粗</b>文<p>段</p>尾', '<h2>题</h2><p><strong>粗</strong>文</p><p>段</p><p>尾</p>'],
    [
      '<table><tr><td colspan="2" rowspan="999" onclick="x()">格</td></tr></table>',
      '<table><tr><td colspan="2">格</td></tr></table>',
    ],
    [
      '<table><tr><th class="align-center x" colspan="2">头</th></tr><tr><td class="align-right" style="text-align:left"><p>1</p></td></tr></table>',
      '<table><tr><th class="align-center" colspan="2">头</th></tr><tr><td class="align-right"><p>1</p></td></tr></table>',
    ],
    [
      `<figure><img data-file="${id}" alt="图" src="https://evil.example/x.png" onerror="x()"><figcaption>说明</figcaption></figure>`,
      `<figure><img data-file="${id}" alt="图"><figcaption>说明</figcaption></figure>`,
    ],
    ['<p><img src="data:image/png;base64,AA" alt="a">字</p>', '<p>字</p>'],
    [
      '<p><a href="javascript:alert(1)">链</a><a href="https://www.moe.gov.cn/a?b=1&amp;c=2">部</a><a href="//evil.example">外</a></p>',
      '<p>链<a href="https://www.moe.gov.cn/a?b=1&amp;c=2">部</a>外</p>',
    ],
    ['<p>甲<script>alert(1)</script>乙</p>', '<p>甲乙</p>'],
  ])('%s', (given, expected) => expect(cleanRich(given, hosts)).toBe(expected))

  it('is done once: cleaning what was cleaned changes nothing, whatever somebody sent', () => {
    for (const payload of payloads) {
      const once = cleanRich(`<p>${payload}</p>`, hosts)
      expect(cleanRich(once, hosts), payload).toBe(once)
    }
  })

  it('knows the files a text holds, and only from elements', () => {
    expect(
      filesInRich(
        cleanRich(`<p><a data-file="${id}">附件</a>&lt;img data-file="${id.replace('1', '2')}"</p>`, hosts),
      ),
    ).toEqual([id])
    expect([
      isBlankRich('<p></p>'),
      isBlankRich('<p> <br></p>'),
      isBlankRich('<hr>'),
      isBlankRich('<p>字</p>'),
    ]).toEqual([true, true, false, false])
  })
})

describe('showing a rich text', () => {
  it('gives files their addresses, leads outside by the page that says so, lets a wide table move within itself', () => {
    const html = shownRich(
      `<p><a data-file="${id}">附</a><a href="https://other.example/x?a=1">外</a><a href="/home/index">内</a></p><figure><img data-file="${id}" alt="图"></figure><table><tr><td>1</td></tr></table>`,
      around,
    )
    expect(html).toContain(
      '<a href="/files/x?d=1" download="名单&quot;一&quot;.png" class="rich-file">附</a>',
    )
    expect(html).toContain('href="/home/pF?url=https%3A%2F%2Fother.example%2Fx%3Fa%3D1"')
    expect(html).toContain('<a href="/home/index">内</a>')
    expect(html).toContain('<img src="/files/x?s=1&amp;t=2" alt="图" loading="lazy">')
    expect(html).toContain('<div class="rich-scroll" role="region" aria-label="表格" tabindex="0"><table>')
    expect(
      shownRich(
        `<p>甲<img data-file="${id.replace('1', '2')}" alt="x"><a data-file="${id.replace('1', '3')}">乙</a></p>`,
        around,
      ),
    ).toBe('<p>甲乙</p>')
  })

  it('typesets formulas for eye and reader, also those whose source has < and &, never in code, and leaves prices', () => {
    const html = shownRich(
      '<p>设 $a&lt;b$，\\(\\begin{matrix}1&amp;2\\end{matrix}\\)，票价 $5、$6。</p><pre>$x$</pre><p><code>\\(y\\)</code></p>',
      around,
    )
    expect(html.match(/<math /g)).toHaveLength(2)
    expect(html).toContain('票价 $5、$6。')
    expect(html).toContain('<pre>$x$</pre>')
    expect(html).toContain('<code>\\(y\\)</code>')
    expect(html).toContain('<annotation encoding="application/x-tex">a&lt;b</annotation>')
  })

  it('shows a formula that is none as its source, and one that would run away is stopped', () => {
    for (const tex of [
      '\\(\\frac{\\)',
      '\\(\\def\\a{\\a\\a}\\a\\)',
      '\\(\\href{javascript:alert(1)}{x}\\)',
      '\\(\\includegraphics{https://evil.example/x}\\)',
      '\\(\\htmlStyle{x}{y}\\)',
      '\\(\\unknown\\)',
    ]) {
      const html = shownRich(`<p>${tex}</p>`, around)
      expect(html, tex).not.toMatch(/ href=|<img |style="x/)
      expect(html, tex).toContain('<code>')
    }
    expect(shownRich('<p>\\(\\rule{9999em}{9999em}\\)</p>', around)).not.toMatch(/style="[^"]*\d{3}em/)
  })
})
