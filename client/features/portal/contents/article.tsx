import { bytes } from '../../../platform/format.ts'
import { Link } from 'react-router'
import { Icon } from '../../../ui/look/icon.tsx'
import type { PublicEntry } from '../../../../catalogue/contents/public-side.ts'
import type { PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { factsOf } from '../../../../catalogue/contents/facts.ts'
import { filesOf } from '../read-field.ts'

/** What is attached to a content, to be looked at and to be fetched. */
export function Attachments({ one }: { one: PublicContent }) {
  const files = filesOf(one, 'files')
  if (files.length === 0) return null
  return (
    <section className="portal-files">
      <h2>附件</h2>
      <ul>
        {files.map((file) => (
          <li key={file.url}>
            <span className="portal-file-name">
              <Icon name="file" />
              {file.name}
            </span>
            <span className="x-soft x-dense">{bytes(file.bytes)}</span>
            <Link
              to={`/home/previewFiles?key=${file.id}`}
              target="_blank"
              rel="noopener"
              aria-label={`预览 ${file.name}，在新窗口打开`}
            >
              预览
            </Link>
            <a href={file.download} download={file.name} aria-label={`下载 ${file.name}`}>
              下载
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What a content is tagged with; each word leads to everything that is found by it. */
export function Tags({ text }: { text: string }) {
  const words = [...new Set(text.split(/[\s,，、;；]+/).filter(Boolean))]
  if (words.length === 0) return null
  return (
    <p className="portal-tags">
      <span className="x-soft">标签</span>
      {words.map((word) => (
        <Link key={word} to={`/home/search?q=${encodeURIComponent(word)}`}>
          {word}
        </Link>
      ))}
    </p>
  )
}

/** The facts above the text of a content. */
export function Facts({ entry, one }: { entry: PublicEntry; one: PublicContent }) {
  const facts = factsOf(entry, one)
  if (facts.length === 0) return null
  return (
    <dl className="portal-facts">
      {facts.map(({ label, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  )
}
