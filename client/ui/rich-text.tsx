import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { copyFormulas } from './copy-formulas.ts'
import './rich-text.css'

/**
 * A text with headings, tables, pictures and formulas. `html` is what the server answered: cleaned, its addresses judged, its formulas
 * typeset (server/features/contents/rich-shown). Their letters are fetched only where one stands.
 */
export function RichText({ html, compact = false }: { html: string; compact?: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const formulas = html.includes('class="katex')
  useEffect(() => {
    if (!formulas) return
    void import('katex/dist/katex.min.css')
    document.addEventListener('copy', copyFormulas)
    return () => document.removeEventListener('copy', copyFormulas)
  }, [formulas])
  useEffect(() => {
    const here = place.current
    // Links within the portal turn the page as those of the frame do.
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      const to = link?.getAttribute('href') ?? ''
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || !/^\/(?!files\/|api\/|\/)/.test(to) || link.download !== '') return
      event.preventDefault()
      void navigate(to)
    }
    here?.addEventListener('click', follow)
    return () => here?.removeEventListener('click', follow)
  }, [navigate])
  return <div ref={place} className={compact ? 'rich rich-compact' : 'rich'} dangerouslySetInnerHTML={{ __html: html }} />
}
