import { useState } from 'react'
import type { AnyContent } from '../../../../catalogue/contents/define.ts'
import type { ContentFile } from '../../../../catalogue/contract/portal/portal.ts'
import { viewOf } from '../../../../catalogue/kinds/file-types.ts'
import { kindOf } from '../../../../catalogue/kinds/kinds.ts'
import { Show } from '../../../engine/kinds/show.tsx'
import { isEmpty, members } from '../../../engine/values.ts'
import { bytes } from '../../../platform/format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/look/icon.tsx'
import { RichText } from '../../../ui/look/rich-text.tsx'
import { FileView } from '../../../viewer/file-view.tsx'
import type { Side } from '../edit/differences.tsx'

/** Keys of the fields that say who may read a content, which stand beside it. */
export const audienceKeys = ({ audience }: AnyContent): readonly string[] =>
  [audience?.visibility, audience?.areas, audience?.roles].filter((key) => key !== undefined)

/**
 * A version as its readers will see it: title, facts, texts and attachments; nothing of it can be changed.
 */
export function ReaderView({
  definition,
  side,
  files,
}: {
  definition: AnyContent
  side: Side
  files: readonly ContentFile[]
}) {
  const aside = new Set([definition.headline, ...audienceKeys(definition)])
  const filled = Object.entries(definition.fields).filter(
    ([key]) => !aside.has(key) && !isEmpty(side.value[key]),
  )
  const texts = filled.filter(([, field]) => kindOf(field).markup)
  const attached = filled.filter(([, field]) => kindOf(field).names === 'file')
  const facts = filled.filter((one) => !texts.includes(one) && !attached.includes(one))
  return (
    <article className="xr-paper" data-testid="as-read">
      <h2 className="x-display">{String(side.value[definition.headline] ?? '')}</h2>
      <dl className="contents-facts">
        {facts.map(([key, field]) => (
          <div key={key}>
            <dt>{field.label}</dt>
            <dd>
              <Show field={field} value={side.value[key]} />
            </dd>
          </div>
        ))}
      </dl>
      {texts.length === 0 && <p className="x-soft">没有正文。</p>}
      {texts.map(([key, field]) => (
        <section key={key} aria-label={field.label}>
          {texts.length > 1 && <h3>{field.label}</h3>}
          <RichText html={side.shown[key] ?? ''} />
        </section>
      ))}
      {attached.map(([key, field]) => (
        <section key={key} aria-label={field.label} className="contents-attached">
          <h3>{field.label}</h3>
          {members(side.value[key]).map((id) => {
            const file = files.find((one) => one.id === id)
            return file ? <Attachment key={file.id} file={file} /> : null
          })}
        </section>
      ))}
    </article>
  )
}

/** One attachment, opened in place. */
function Attachment({ file }: { file: ContentFile }) {
  const [open, setOpen] = useState(false)
  return (
    <div>
      <p className="contents-attachment">
        <Icon name="file" />
        <span className="contents-grow">
          {file.name} <span className="x-faint x-dense">{bytes(file.bytes)}</span>
        </span>
        <Button look="text" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? '收起' : '在线查看'}
          <span className="x-hidden">{file.name}</span>
        </Button>
        <a href={file.download} download={file.name} aria-label={`下载 ${file.name}`}>
          下载
        </a>
      </p>
      {open && <FileView file={{ ...file, type: viewOf(file.mime) }} />}
    </div>
  )
}
