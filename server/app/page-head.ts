import type { PageHead } from '../features/portal/index.ts'
import { escaped, type Html } from '../platform/http/html.ts'

/** A learning resource by LRMI in place of an article; what is unknown is left out. */
function learning({ title, description, learning: said }: PageHead): object {
  const { author, coauthors, ...known } = said ?? { author: null, coauthors: [] }
  const people = [...(author === null ? [] : [author]), ...coauthors].map((name) => ({
    '@type': 'Person',
    name,
  }))
  return {
    '@type': 'LearningResource',
    name: title,
    description,
    inLanguage: 'zh-CN',
    isAccessibleForFree: true,
    ...Object.fromEntries(Object.entries(known).filter(([, word]) => word !== null)),
    ...(people.length > 0 && { author: people.length === 1 ? people[0] : people }),
  }
}

/**
 * Puts a page's own head into the built page. Whatever was typed stays text: also within the data for search
 * engines.
 * @param origin null where the portal must not name its address: then nothing in the head does
 */
export function withHead(page: string, head: PageHead, origin: string | null): string {
  const url = origin === null ? null : origin + head.path
  const meta = (name: string, content: string) => `<meta name="${name}" content="${escaped(content)}">`
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escaped(content)}">`
  const article = head.article && {
    '@context': 'https://schema.org',
    '@type': 'Article',
    headline: head.title,
    datePublished: head.article.published,
    ...(url !== null && { mainEntityOfPage: url }),
    author: { '@type': 'Organization', name: head.article.publisher },
    publisher: { '@type': 'Organization', name: head.site },
    ...(head.learning && learning(head)),
  }
  const lines = [
    `<title>${escaped(head.title)} - 杏坛</title>`,
    meta('description', head.description),
    head.index ? '' : meta('robots', 'noindex'),
    head.index && url !== null ? `<link rel="canonical" href="${escaped(url)}">` : '',
    property('og:type', head.article ? 'article' : 'website'),
    property('og:title', head.title),
    property('og:description', head.description),
    property('og:site_name', head.site),
    url === null ? '' : property('og:url', url),
    property('og:locale', 'zh_CN'),
    head.first === null ? '' : `<link rel="preload" as="image" href="${escaped(head.first)}">`,
    head.image === null || origin === null ? '' : property('og:image', origin + head.image),
    head.article ? property('article:published_time', head.article.published) : '',
    ...head.feeds.map(
      ({ title, path }) =>
        `<link rel="alternate" type="application/atom+xml" title="${escaped(title)}" href="${escaped(path)}">`,
    ),
    // A block of data, never run: scripts stay forbidden by the content security policy.
    article
      ? `<script type="application/ld+json">${JSON.stringify(article).replaceAll('<', '\\u003c')}</script>`
      : '',
  ]
  return page
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace('</head>', () => `${lines.join('')}</head>`)
}

/**
 * Puts what a page says without scripts into it: into its root, where a slow line reads it until the scripts
 * have come and draw over it. What has pictures stands in place of the sentence that asks for scripts, so
 * that they are not fetched twice; a browser that runs scripts reads that element as mere text up to its end:
 * nothing within may look like that end.
 */
export function withPlain(page: string, plain: Html | null): string {
  if (plain === null) return page
  const root = /(<div id="root">[\s\S]*?)(<\/div>\s*(?=<link|<noscript))/
  const shown = `<div class="plain">${plain.html}</div>`
  if (!plain.html.includes('<img') && root.test(page))
    return page
      .replace(root, (_, before: string, end: string) => `${before}${shown}${end}`)
      .replace(/<noscript>[^<]*<\/noscript>/, '')
  const within = shown.replaceAll(/<\/(?=noscript)/gi, '&lt;/')
  return page.replace(/<noscript>[^<]*<\/noscript>/, () => `<noscript>${within}</noscript>`)
}
