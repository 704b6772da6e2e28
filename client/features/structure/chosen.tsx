import type { InstitutionLine } from '../../../catalogue/contract/administration/institutions.ts'
import { Button } from '../../ui/forms/button.tsx'

/** Institutions that were chosen, each of which can be taken out again. */
export function Chosen(props: {
  label: string
  lines: readonly Pick<InstitutionLine, 'id' | 'name' | 'code'>[]
  onRemove: (id: number) => void
}) {
  const { label, lines, onRemove } = props
  return (
    <div className="structure-chosen">
      <span className="x-soft x-dense">{label}</span>
      <ul aria-label={label}>
        {lines.map(({ id, name, code }) => (
          <li key={id}>
            <b>{name}</b> <span className="x-num x-soft x-dense">{code}</span>{' '}
            <Button look="text" aria-label={`移除${name}`} onClick={() => onRemove(id)}>
              移除
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
