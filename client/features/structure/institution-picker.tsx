import { useId, useState } from 'react'
import type { InstitutionLine } from '../../../catalogue/contract/administration/institutions.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useFound } from './use-structure.ts'
import '../../ui/forms/labelled.css'

const nothing: ReadonlySet<number> = new Set()

/** Finds an institution by name, pinyin or code, and takes one of those found. */
export function InstitutionPicker(props: {
  label: string
  /** Which institutions may be taken. */
  query: Readonly<Record<string, string>>
  /** Those that may not. */
  but?: ReadonlySet<number>
  onChoose: (line: InstitutionLine) => void
}) {
  const { label, query, but = nothing, onChoose } = props
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState('')
  const id = useId()
  const { data, error, isFetching } = useFound(asked, query)
  const lines = data?.list.filter((line) => !but.has(line.id)) ?? []
  return (
    <div className="structure-picker">
      <form
        aria-label={`搜索${label}`}
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(typed.trim())
        }}
      >
        <div className="x-labelled">
          <label htmlFor={id}>{label}</label>
          <input
            id={id}
            type="search"
            value={typed}
            maxLength={60}
            placeholder="名称、拼音首字母或标识码"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" busy={isFetching}>
          搜索
        </Button>
      </form>
      <div aria-live="polite">
        {error && <p className="structure-fault">{sentenceOf(error)}</p>}
        {asked !== '' && data && lines.length === 0 && (
          <p className="x-soft">没有找到“{asked}”，或不能选它。</p>
        )}
      </div>
      {asked !== '' && lines.length > 0 && (
        <ul aria-label={`找到的${label}`}>
          {lines.map((line) => (
            <li key={line.id}>
              <Button onClick={() => onChoose(line)}>
                {line.name}
                <span className="x-soft x-dense">
                  {[line.code, line.above, line.teachers !== null && `${line.teachers} 人`]
                    .filter(Boolean)
                    .join('　')}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
