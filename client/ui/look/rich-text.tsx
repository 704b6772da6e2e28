import { useEffect, useLayoutEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { safeUrl } from '../../../catalogue/contents/safe-url.ts'
import { copyFormulas } from './copy-formulas.ts'
import './rich-text.css'

/**
 * Addresses that the server makes: of a file, valid for a day, and of the page that leads outside. They are
 * longer than a typed address may be.
 */
const made = /^\/(?:files\/[\da-f-]{36}\?[\w=&-]*|home\/pF\?url=[\w.!~*'()%-]*)$/
const nothing: readonly string[] = []

/**
 * Judges every link once more, by the server’s rules: to the portal, to a file, to a listed host, by way of
 * the page that leads outside, else plain words.
 */
function judgeLinks(text: DocumentFragment, hosts: readonly string[]): void {
  for (const link of text.querySelectorAll('a')) {
    const to = link.getAttribute('href') ?? ''
    if (made.test(to)) continue
    const verdict = safeUrl(to, hosts)
    if ('fault' in verdict) link.replaceWith(...link.childNodes)
    else {
      link.setAttribute(
        'href',
        verdict.place === 'outside' ? `/home/pF?url=${encodeURIComponent(verdict.href)}` : verdict.href,
      )
      link.toggleAttribute('target', false)
      if (verdict.place !== 'listed') continue
      link.setAttribute('target', '_blank')
      link.setAttribute('rel', 'noopener noreferrer')
    }
  }
}

/**
 * A text with headings, tables, pictures and formulas. `html` is what the server answered: cleaned, its
 * addresses judged, its formulas typeset (server/engine/kinds/rich). Their letters are fetched
 * only where one stands. `hosts` are those links lead to at once.
 */
export function RichText({
  html,
  compact = false,
  hosts = nothing,
}: {
  html: string
  compact?: boolean
  hosts?: readonly string[]
}) {
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const formulas = html.includes('class="katex')
  useEffect(() => {
    if (!formulas) return
    void import('katex/dist/katex.min.css')
    // Each text has an entry of its own, because another text that goes away must not remove it.
    const onCopy = (event: ClipboardEvent) => copyFormulas(event)
    document.addEventListener('copy', onCopy)
    return () => document.removeEventListener('copy', onCopy)
  }, [formulas])
  // Before the text is drawn: until it is judged, it is in a document in which nothing is loaded or followed.
  useLayoutEffect(() => {
    const apart = document.createElement('template')
    apart.innerHTML = html
    judgeLinks(apart.content, hosts)
    place.current?.replaceChildren(apart.content)
  }, [html, hosts])
  useEffect(() => {
    const here = place.current
    // A link within the portal navigates as those of the frame do, without loading the page anew.
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const to = link?.getAttribute('href') ?? ''
      if (
        !link ||
        event.button !== 0 ||
        event.ctrlKey ||
        event.metaKey ||
        event.shiftKey ||
        !/^\/(?!files\/|api\/|\/)/.test(to) ||
        link.download !== ''
      )
        return
      event.preventDefault()
      void navigate(to)
    }
    here?.addEventListener('click', follow)
    return () => here?.removeEventListener('click', follow)
  }, [navigate])
  return <div ref={place} className={compact ? 'rich rich-compact' : 'rich'} />
}
