import { escapedText } from '../../../../catalogue/markup/letters.ts'
import { safeUrl } from '../../../../catalogue/contents/safe-url.ts'
import type { ContentFile } from '../../../../catalogue/contract/portal/portal.ts'
import type { Tag } from '../../../platform/markup/markup.ts'
import { cleanRich, filesInRich, rewritten, written } from './rich.ts'
import { withFormulas } from './formulas.ts'

/**
 * What a text needs to be shown: the hosts that links may lead to, and its files with their addresses of
 * today.
 */
export interface Surroundings {
  readonly hosts: readonly string[]
  readonly files: ReadonlyMap<string, ContentFile>
  /** In questions every pair of `$` holds a formula, and `____` and `\blank` are blanks (decision 0188). */
  readonly isQuestion?: true
}

function link({ attribs }: Tag, inner: string, { hosts, files }: Surroundings): string {
  const file = files.get(attribs['data-file'] ?? '')
  if (file) return written('a', { href: file.download, download: file.name, class: 'rich-file' }, inner)
  const verdict = safeUrl(attribs['href'] ?? '', hosts)
  if ('fault' in verdict) return inner
  if (verdict.place === 'inside') return written('a', { href: verdict.href }, inner)
  if (verdict.place === 'outside')
    return written('a', { href: `/home/pF?url=${encodeURIComponent(verdict.href)}` }, inner)
  return written('a', { href: verdict.href, target: '_blank', rel: 'noopener noreferrer' }, inner)
}

function element(tag: Tag, inner: string, around: Surroundings): string {
  if (tag.name === 'a') return link(tag, inner, around)
  if (tag.name === 'img') {
    const file = around.files.get(tag.attribs['data-file'] ?? '')
    return file?.mime.startsWith('image/')
      ? written('img', { src: file.url, alt: tag.attribs['alt'] ?? '', loading: 'lazy' }, '')
      : ''
  }
  const text = written(tag.name, tag.attribs, inner)
  // A wide table scrolls in a box of its own, by finger and by keyboard. Without the box the whole page would
  // scroll.
  return tag.name === 'table'
    ? `<div class="rich-scroll" role="region" aria-label="表格" tabindex="0">${text}</div>`
    : text
}

/**
 * Shown texts by source and surroundings, because lists show the same texts again and again. All are
 * forgotten when their letters exceed this number.
 */
const known = new Map<string, string>()
const mostLetters = 20_000_000
let letters = 0

/**
 * Turns a stored text into what readers get: cleaned again, links judged again, files with addresses,
 * formulas typeset except in code.
 */
export function shownRich(value: string, around: Surroundings): string {
  const addresses = filesInRich(value).map((id) => around.files.get(id)?.url ?? '')
  const key = JSON.stringify([value, around.hosts, addresses, around.isQuestion])
  const found = known.get(key)
  if (found !== undefined) return found
  const made = shownAnew(value, around)
  if (letters > mostLetters) {
    known.clear()
    letters = 0
  }
  letters += key.length + made.length
  known.set(key, made)
  return made
}

/** The HTML of a plain text: its lines, and its formulas typeset. Markup in it is shown as it was typed. */
export const shownPlain = (value: string): string =>
  `<p>${withFormulas(value, (words) => escapedText(words).replaceAll('\n', '<br>'))}</p>`

function shownAnew(value: string, around: Surroundings): string {
  const isCode = (within: readonly string[]) => within.includes('code') || within.includes('pre')
  return rewritten(
    cleanRich(value, around.hosts),
    (tag, inner) => element(tag, inner, around),
    (text, within) => {
      if (isCode(within)) return escapedText(text)
      return around.isQuestion
        ? withFormulas(text, wordsOfQuestion, { dollar: 'always' })
        : withFormulas(text)
    },
  )
}

/** Words of a question beside its formulas: an escaped dollar sign, and blanks as lines. */
const wordsOfQuestion = (text: string): string =>
  escapedText(text.replaceAll('\\$', '$').replace(/\\blank(?![A-Za-z])/g, '________'))
