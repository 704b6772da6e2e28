import { bytes } from '../../platform/format.ts'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import type { PublicContent } from '../../../catalogue/contract/portal.ts'
import { filesOf } from './read-field.ts'

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
            <Link to={`/home/previewFiles?key=${file.id}`} target="_blank" rel="noopener" aria-label={`预览 ${file.name}，在新窗口打开`}>
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
