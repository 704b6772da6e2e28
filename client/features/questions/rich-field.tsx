import { useId, useState } from 'react'
import { richText } from '../../../catalogue/define.ts'
import { markupOf, plainOf } from '../../../catalogue/questions/texts.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { Button } from '../../ui/forms/button.tsx'

/**
 * A text of a question. Lines with formulas between `$` are typed as they are; a text with pictures or tables
 * opens in the editor of rich texts.
 */
export function RichField({
  name,
  label,
  html,
  fault,
  rows = 2,
  most = 6_000,
  help,
  onChange,
}: {
  name: string
  label: string
  html: string
  fault?: string | undefined
  rows?: number
  most?: number
  help?: string
  onChange: (html: string) => void
}) {
  const id = useId()
  const plain = plainOf(html)
  const [isRich, setRich] = useState(plain === null)
  if (isRich || plain === null)
    return (
      <FieldRow
        name={name}
        field={richText(label, { maxLength: most, ...(help !== undefined && { help }) })}
        value={html === '' ? null : html}
        row={{}}
        required={false}
        fault={fault}
        onSet={(_, value) => onChange(typeof value === 'string' ? value : '')}
        onLeave={() => undefined}
      />
    )
  return (
    <div className="x-labelled">
      <span className="question-label">
        <label htmlFor={id}>{label}</label>
        <Button look="text" onClick={() => setRich(true)}>
          加图片、表格<span className="x-hidden">：{label}</span>
        </Button>
      </span>
      <textarea
        id={id}
        rows={Math.max(rows, Math.min(12, plain.split('\n').length))}
        value={plain}
        aria-invalid={fault !== undefined}
        aria-describedby={fault === undefined ? undefined : `${id}-fault`}
        onChange={({ target }) => onChange(markupOf(target.value))}
      />
      {help !== undefined && <span className="x-faint x-note">{help}</span>}
      {fault !== undefined && (
        <span id={`${id}-fault`} className="x-labelled-fault">
          {fault}
        </span>
      )}
    </div>
  )
}
