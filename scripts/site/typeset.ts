import { Marked, type Tokens } from 'marked'
import type { Chapter, ChapterGroup } from './chapters.ts'
import { anchorOf, targetOf } from './links.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** How deep an address lies below the site, as the way up: `../`. */
const upFrom = (address: string): string => '../'.repeat(address.split('/').length - 1)

/** What a link of a chapter becomes: a page of the site, a picture beside it, or the file's name alone. */
export interface Places {
  /** Address of the page that is made from a file. */
  readonly pages: ReadonlyMap<string, string>
  /** Takes a picture along and says its address below the site. */
  readonly picture: (file: string) => string
}

/** The body of a chapter. Documents are our own: what stands in them as HTML is theirs. */
export function bodyOf(chapter: Chapter, { pages, picture }: Places): string {
  const up = upFrom(chapter.address)
  const marked = new Marked({ gfm: true })
  marked.use({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${escaped(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens)
        if (/^(?:[a-z]+:|\/\/|\/)/i.test(href))
          return `<a href="${escaped(href)}" rel="noopener">${words}</a>`
        const [, anchor] = href.split('#')
        const page = pages.get(targetOf(chapter.source, href))
        if (page === undefined) return `<span title="${escaped(href)}">${words}</span>`
        return `<a href="${escaped(`${up}${page}${anchor ? `#${anchor}` : ''}`)}">${words}</a>`
      },
      image({ href, text }: Tokens.Image) {
        const file = targetOf(chapter.source, href)
        return `<img src="${escaped(up + picture(file))}" alt="${escaped(text)}" loading="lazy">`
      },
      table(token: Tokens.Table) {
        const row = (cells: readonly Tokens.TableCell[], name: 'th' | 'td') =>
          `<tr>${cells.map((cell) => `<${name}>${this.parser.parseInline(cell.tokens)}</${name}>`).join('')}</tr>`
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n')
        return `<div class="wide" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${rows}</tbody></table></div>\n`
      },
    },
  })
  return marked.parse(chapter.text, { async: false })
}

/** The chapters of the present group, and a way to the others. */
function contentsOf(groups: readonly ChapterGroup[], at: Chapter): string {
  const up = upFrom(at.address)
  const line = (one: Chapter, title: string, marks = '') =>
    `<li><a href="${up}${one.address}"${marks}>${escaped(title)}</a></li>`
  return groups
    .map(({ title, chapters }) => {
      const [first] = chapters
      const isHere = chapters.some(({ source }) => source === at.source)
      if (!isHere) return first ? `<ul>${line(first, title)}</ul>` : ''
      const lines = chapters.map((one) =>
        line(one, one.title, one.source === at.source ? ' aria-current="page"' : ''),
      )
      return `<h2>${escaped(title)}</h2><ul>${lines.join('')}</ul>`
    })
    .join('\n')
}

/** A page of the site: contents, search and the chapter. It asks nothing of anybody outside. */
export function pageOf(
  chapter: Chapter,
  groups: readonly ChapterGroup[],
  places: Places,
  version: string,
): string {
  const up = upFrom(chapter.address)
  const english = /\.en\.|decisions\/|rooms\//.test(chapter.source)
  return `<!doctype html>
<html lang="${english ? 'en' : 'zh-CN'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(chapter.title)} · 杏坛文档</title>
<link rel="stylesheet" href="${up}site.css">
<script src="${up}search.js" data-site="${up}" defer></script>
</head>
<body>
<a class="skip" href="#chapter">跳到正文</a>
<header><a href="${up}index.html">杏坛文档</a> <small>${escaped(version)}</small>
<form role="search" hidden><label for="words">搜索文档</label><input id="words" type="search" autocomplete="off"></form></header>
<div id="found" role="status" hidden></div>
<div class="columns">
<nav aria-label="目录">
${contentsOf(groups, chapter)}
</nav>
<main id="chapter">
${bodyOf(chapter, places)}
</main>
</div>
</body>
</html>
`
}
