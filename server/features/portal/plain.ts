import { contents } from '../../../catalogue/contents/contents.ts'
import { factsOf, linesOf, textOf } from '../../../catalogue/contents/facts.ts'
import type { AnyContent } from '../../../catalogue/contents/define.ts'
import { publicEntries } from '../../../catalogue/contents/public-entries.gen.ts'
import {
  listedAt,
  onePath,
  publicNames,
  publicRoute,
  type PublicName,
} from '../../../catalogue/contents/public.ts'
import type { HotLine, PublicContent, Site } from '../../../catalogue/contract/portal/portal.ts'
import { match } from '../../../catalogue/pages/pages.ts'
import { liveFirst, liveNeighbours, liveOne, livePage } from '../../engine/publishing/index.ts'
import { dateOf } from '../../platform/clock/clock.ts'
import { cleaned, html, type Html } from '../../platform/http/html.ts'

import { onSite, type Portal } from './feature.ts'
import { wantedAt } from './head.ts'
import { homeOf } from './home.ts'
import { site } from './site.ts'

/** Lines of a list on one page, as many as the page shows that needs scripts. */
const lines = 20

const link = (to: string, words: string): Html => html`<a href="${to}">${words}</a>`
const items = (list: readonly Html[]): Html =>
  html`<ul>
    ${list.map((one) => html`<li>${one}</li>`)}
  </ul>`

/**
 * What a public page says, for whoever runs no scripts: search engines, text browsers. Always as a visitor
 * sees it; null where the address is no page of the portal, or one that only scripts can show.
 */
export async function plainOf(given: Portal, url: string, host: string): Promise<Html | null> {
  const { pathname, searchParams } = new URL(url, 'http://portal')
  const entry = pathname === '/' ? match('/home/index', null) : match(pathname, null)
  if (!entry?.path.startsWith('/home')) return null
  const feature = onSite(given, await given.sites.at(host))
  const [shown, about] = await Promise.all([mainOf(feature, entry.path, searchParams), site(feature)])
  return (
    shown && framed(about, about.opened ? shown : html`<p>门户正在准备。</p>`, entry.path === '/home/index')
  )
}

/** Name, navigation and foot around what a page says; the name is the heading of the front page. */
function framed({ plat_name, name, head_list, foot, hotline }: Site, main: Html, front: boolean): Html {
  const own = publicNames.map(publicRoute).filter(({ navigation }) => navigation)
  const heads =
    head_list.length > 0
      ? head_list.flatMap((head) => [head, ...head.sub]).map(({ title, url }) => link(url, title))
      : own.map(({ title, path }) => link(path, title))
  return html`<header>
      ${front ? html`<h1>${plat_name}</h1>` : html`<p>${link('/home/index', plat_name)}</p>`}
      <nav>${items(heads)}</nav>
    </header>
    <main>${main}</main>
    <footer>
      <p>${name}${hotline ? html` 电话 ${hotline}` : null}</p>
      ${items(foot.map(({ title, url }) => link(url, title)))}
    </footer>`
}

async function mainOf(feature: Portal, path: string, query: URLSearchParams): Promise<Html | null> {
  if (path === '/home/index') return frontOf(feature)
  const wanted = wantedAt(path, query)
  if (wanted) return articleOf(feature, wanted.type, wanted.id)
  const listed = listedAt(path)
  if (listed) return listOf(feature, listed, query)
  const standing = Object.values(contents).find((one) => standsAt(one, path))
  return standing ? partsOf(feature, standing) : null
}

/** Pages whose contents stand one below the other, with no page of their own each. */
const standsAt = (definition: AnyContent, path: string): boolean =>
  (definition === contents.aboutPage && path === '/home/aboutUs') ||
  (definition === contents.productPage && path === '/home/product')

async function articleOf(feature: Portal, type: PublicName, id: number): Promise<Html> {
  const definition: AnyContent = contents[type]
  const [one, beside] = await Promise.all([
    liveOne(feature, null, definition, id),
    liveNeighbours(feature, null, definition, id),
  ])
  if (!one) return html`<p>该内容不存在，或已经不再发布。</p>`
  const entry = publicEntries[type]
  const facts = factsOf(entry, one).map(
    ({ label, words }) =>
      html`<dt>${label}</dt>
        <dd>${words}</dd>`,
  )
  const texts = entry.texts.filter(({ key }) => textOf(one, key) !== '')
  const next = [beside?.before, beside?.behind].flatMap((near) =>
    near ? [link(onePath(type, near.id), near.title)] : [],
  )
  return html`<article>
      <h1>${textOf(one, entry.headline)}</h1>
      <p>
        ${one.publisher} <time datetime="${one.publish_time}">${dateOf(new Date(one.publish_time))}</time>
      </p>
      ${facts.length > 0 ? html`<dl>${facts}</dl>` : null}
      ${texts.map(({ key }) => cleaned(textOf(one, key)))}
      ${entry.listed.map(({ key, label }) => listedText(label, textOf(one, key)))} ${attached(one)}
    </article>
    <nav>${items([...next, link(publicRoute(type).path, publicRoute(type).title)])}</nav>`
}

function listedText(label: string, text: string): Html {
  const each = text.split('\n').filter(Boolean)
  return each.length === 0
    ? html``
    : html`<h2>${label}</h2>
        <ol>
          ${each.map((line) => html`<li>${line}</li>`)}
        </ol>`
}

/** The files of a content, to be fetched. */
function attached(one: PublicContent): Html | null {
  const held = one['files']
  const files = (Array.isArray(held) ? held : []).filter(
    (file: unknown): file is { name: string; download: string } =>
      typeof file === 'object' && file !== null && 'name' in file && 'download' in file,
  )
  return files.length === 0
    ? null
    : html`<h2>附件</h2>
        ${items(files.map(({ name, download }) => link(download, name)))}`
}

async function listOf(feature: Portal, type: PublicName, query: URLSearchParams): Promise<Html> {
  const page = Math.min(500, Math.max(1, Math.trunc(Number(query.get('page'))) || 1))
  const { list, total } = await livePage(feature, null, contents[type], { page, pageSize: lines })
  const { path, title } = publicRoute(type)
  const at = (to: number, words: string) => link(`${path}${path.includes('?') ? '&' : '?'}page=${to}`, words)
  const pages = [
    ...(page > 1 ? [at(page - 1, '上一页')] : []),
    ...(page * lines < total ? [at(page + 1, '下一页')] : []),
  ]
  return html`<h1>${title}</h1>
    ${list.length === 0 ? html`<p>暂无内容。</p>` : rows(type, list)}
    <nav>${items(pages)}</nav>`
}

const rows = (type: PublicName, list: readonly PublicContent[]): Html =>
  items(
    list.map((one) => {
      const entry = publicEntries[type]
      const facts = linesOf(entry, one).map((line) => html`<br />${line}`)
      return html`${link(onePath(type, one.id), textOf(one, entry.headline))}
        <time datetime="${one.publish_time}">${dateOf(new Date(one.publish_time))}</time>${facts}`
    }),
  )

async function partsOf(feature: Portal, definition: AnyContent): Promise<Html> {
  const list = await liveFirst(feature, null, definition, { most: 50 })
  const parts = list.map(
    (one) =>
      html`<section>
        <h2>${textOf(one, definition.headline)}</h2>
        ${cleaned(textOf(one, 'content'))}
      </section>`,
  )
  return html`<h1>${definition.title}</h1>
    ${parts}`
}

/** The front page: what is new in each column, and ways on. */
async function frontOf(feature: Portal): Promise<Html> {
  const home = await homeOf(feature, null)
  const column = (type: PublicName, list: readonly PublicContent[]): Html | null =>
    list.length === 0
      ? null
      : html`<section>
          <h2>${link(publicRoute(type).path, publicRoute(type).title)}</h2>
          ${rows(type, list)}
        </section>`
  const named = (title: string, list: readonly PublicContent[], key: string): Html | null =>
    list.length === 0
      ? null
      : html`<section>
          <h2>${title}</h2>
          ${items(list.map((one) => goes(textOf(one, 'url'), textOf(one, key))))}
        </section>`
  return html`${column('notice', home.notices)}${column('policy', home.policies)}${column('trainingNews', home.news)}
  ${column('teachingActivity', home.activities)}${column('studio', home.studios)}
  ${named('名师风采', home.teachers, contents.goodTeacher.headline)}${hotColumn(home.hotResources)}
  ${named('快捷入口', home.links, 'title')}${named('常用网站', home.more, contents.moreLink.headline)}`
}

/** A link where there is an address, else the words. */
const goes = (to: string, words: string): Html => (to === '' ? html`${words}` : link(to, words))

const hotColumn = (list: readonly HotLine[]): Html | null =>
  list.length === 0
    ? null
    : html`<section>
        <h2>资源热榜</h2>
        ${items(list.map(({ id, title }) => link(onePath('resource', id), title)))}
      </section>`
