import { useLayoutEffect, useMemo, useRef } from 'react'
import type { PaperSource } from '../../../catalogue/contract/question-import.ts'
import { RichText } from '../../ui/look/rich-text.tsx'
import { originalOf } from './mending.ts'

/** The paragraphs of a paper beside its questions; those of the open question are marked, one may be chosen. */
export function OriginalPart({
  source,
  own,
  chosen,
  onChoose,
}: {
  source: PaperSource
  /** Numbers of the blocks of the open question. */
  own: readonly number[]
  chosen: number | null
  onChoose: (block: number) => void
}) {
  const lines = useMemo(() => originalOf(source), [source])
  const box = useRef<HTMLOListElement>(null)
  const [first] = own
  // Both sides stand at the same question: the page scrolls to it on the right, this box on the left.
  useLayoutEffect(() => {
    const line = box.current?.querySelector<HTMLElement>(`[data-block="${first ?? ''}"]`)
    if (box.current && line) box.current.scrollTop = line.offsetTop - box.current.offsetTop - 24
  }, [first])
  const marked = new Set(own)
  return (
    <section className="question-original" aria-label="原文">
      <h2>原文</h2>
      <ol ref={box} aria-label="原文的段落">
        {lines.map((html, block) =>
          html === '' ? null : (
            <li
              key={`${block + 1}`}
              data-block={block}
              className={marked.has(block) ? 'question-original-own' : ''}
            >
              <button
                type="button"
                aria-pressed={chosen === block}
                aria-label={`选第 ${block + 1} 段`}
                onClick={() => onChoose(block)}
              >
                {block + 1}
              </button>
              <RichText compact html={html} />
            </li>
          ),
        )}
      </ol>
    </section>
  )
}
