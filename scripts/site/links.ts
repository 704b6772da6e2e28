import { existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { lexer, walkTokens, type Token } from 'marked'
import type { Chapter } from './chapters.ts'

/** Whether a link leads out of the program's own files. */
const isOutside = (href: string): boolean => /^(?:[a-z]+:|\/\/|\/)/i.test(href)

/** The anchor of a heading, as code hosts make it: lower case, words joined by hyphens, Han letters kept. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Every link and picture of a text. */
function linksOf(text: string): string[] {
  const found: string[] = []
  walkTokens(lexer(text), (token: Token) => {
    if ((token.type === 'link' || token.type === 'image') && 'href' in token) found.push(String(token.href))
  })
  return found
}

function headingsOf(text: string): Set<string> {
  const found = new Set<string>()
  walkTokens(lexer(text), (token: Token) => {
    if (token.type === 'heading' && 'text' in token) found.add(anchorOf(String(token.text)))
  })
  return found
}

/** The file that a relative link names, below the root; a link to the own page names its source. */
export function targetOf(source: string, href: string): string {
  const [path = ''] = href.split('#')
  return path === '' ? source : normalize(join(dirname(source), decodeURIComponent(path)))
}

/**
 * Links of chapters that lead nowhere: files that are not there and headings that no page has.
 * @param root folder of the program
 */
export function deadLinks(root: string, chapters: readonly Chapter[]): string[] {
  const texts = new Map(chapters.map(({ source, text }) => [source, text] as const))
  return chapters.flatMap(({ source, text }) =>
    linksOf(text)
      .filter((href) => !isOutside(href))
      .flatMap((href) => {
        const target = targetOf(source, href)
        const [, anchor] = href.split('#')
        const there = texts.has(target) || existsSync(join(root, target))
        if (!there) return [`${source} links to ${href}, which is not there`]
        const within = texts.get(target)
        return anchor && within !== undefined && !headingsOf(within).has(decodeURIComponent(anchor))
          ? [`${source} links to ${href}, a heading that is not there`]
          : []
      }),
  )
}
