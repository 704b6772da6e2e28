import type { Material } from '../../../catalogue/contract/declarations.ts'
import { EvidenceViewer } from '../../engine/evidence/evidence-viewer.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import type { Faults } from '../../platform/api/use-act.ts'

/** What the staff found of one material; codes of the dictionary materialCheck. */
export interface Check {
  readonly no: number
  readonly checked: Material['checked']
  readonly note: string
}

const results = [
  ['1', '合格'],
  ['2', '需补正'],
  ['3', '不合格'],
] as const

/** Each material with its files and what was found; what is not in order says why. */
export function Checklist(props: {
  materials: readonly Material[]
  checks: readonly Check[]
  locked: boolean
  faults: Faults
  onChange: (checks: readonly Check[]) => void
}) {
  const { materials, checks, locked, faults, onChange } = props
  if (materials.length === 0) return <p className="x-soft">申报人没有从档案选材料；请看申报表里的附件。</p>
  const put = (no: number, part: Partial<Check>) =>
    onChange(checks.map((one) => (one.no === no ? { ...one, ...part } : one)))
  return (
    <ol className="dc-checklist">
      {materials.map((material) => {
        const check = checks.find(({ no }) => no === material.no)
        return (
          check && (
            <li key={material.no} data-testid="material">
              <Head material={material} />
              {material.files.length > 0 ? (
                <EvidenceViewer files={material.files} />
              ) : (
                <p className="x-soft">该记录没有文件，只有档案里登记的内容。</p>
              )}
              <fieldset disabled={locked} className="dc-results">
                <legend className="x-hidden">“{material.title}”核对结论</legend>
                {results.map(([code, label]) => (
                  <label key={code}>
                    <input
                      type="radio"
                      name={`check-${material.no}`}
                      checked={check.checked === code}
                      onChange={() => put(material.no, { checked: code })}
                    />
                    {label}
                  </label>
                ))}
              </fieldset>
              {(check.checked === '2' || check.checked === '3') && !locked && (
                <TextField
                  label="哪里不符合"
                  value={check.note}
                  maxLength={200}
                  required
                  fault={faults[`materials.${material.no}`]}
                  onChange={(note) => put(material.no, { note })}
                />
              )}
            </li>
          )
        )
      })}
    </ol>
  )
}

const Head = ({ material: { title, typeTitle, checkedBy, note } }: { material: Material }) => (
  <div className="dc-material">
    <span>
      <b>{title}</b>　<span className="x-faint">{typeTitle}</span>
    </span>
    {checkedBy !== null && (
      <span className="x-faint">
        {checkedBy}核对{note !== '' && `：${note}`}
      </span>
    )}
  </div>
)
