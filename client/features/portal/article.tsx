import { bytes } from '../../platform/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { PublicContent } from '../../../catalogue/contract/portal.ts'
import { filesOf } from './read-field.ts'

/** What is attached to a content, to be fetched. */
export function Attachments({ one }: { one: PublicContent }) {
  const files = filesOf(one, 'files')
  if (files.length === 0) return null
  return (
    <section className="portal-files">
      <h2>附件</h2>
      <ul>
        {files.map((file) => (
          <li key={file.url}>
            <a href={file.download} download={file.name}>
              <Icon name="download" />
              {file.name}
            </a>
            <span className="x-soft x-dense">{bytes(file.bytes)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
