import { Link } from 'react-router'
import type { ArchiveSection } from '../../../../catalogue/contract/archive/archive.ts'
import type { AnyRecord } from '../../../../catalogue/define.ts'
import { Icon } from '../../../ui/look/icon.tsx'
import { RecordBody } from './record-body.tsx'
import { RecordTable } from './record-table.tsx'

/**
 * One record type: how full it is, then its one record as a list of fields or its many as rows that open in
 * place.
 */
export function DocumentSection(props: {
  definition: AnyRecord
  section: ArchiveSection
  openedId: string | null
  whole: boolean
  folded: boolean
  onFold: (fold: boolean) => void
}) {
  const { definition, section, openedId, whole, folded, onFold } = props
  const { type, title, count, pending, returned, percent, missing, records } = section
  const [only] = records
  const one = definition.cardinality === 'one' && records.length === 1
  return (
    <section
      className={folded ? 'archive-section archive-folded' : 'archive-section'}
      aria-labelledby={`section-${type}`}
      data-testid={`section-${type}`}
    >
      <h3 id={`section-${type}`} tabIndex={-1}>
        <button
          type="button"
          className="archive-fold"
          aria-expanded={!folded}
          aria-controls={`body-${type}`}
          onClick={() => onFold(!folded)}
        >
          <Icon name={folded ? 'right' : 'down'} />
          {title}
        </button>
        <span>
          {!one && `${count} 条有效`}
          {percent !== null && `${one ? '' : '，'}完整度 ${percent}%`}
          {pending > 0 && `，待审 ${pending}`}
          {returned > 0 && `，退回 ${returned}`}
        </span>
      </h3>
      <div className="archive-section-body" id={`body-${type}`}>
        {missing.length > 0 && (
          <p className="archive-missing x-dense">
            缺：
            {missing.map((item, i) => (
              <span key={item.key}>
                {i > 0 && '、'}
                {item.link ? <Link to={item.link}>{item.label}</Link> : item.label}
              </span>
            ))}
          </p>
        )}
        {one && only && <RecordBody definition={definition} record={only} />}
        {!one && records.length > 0 && (
          <RecordTable definition={definition} records={records} openedId={openedId} whole={whole} />
        )}
      </div>
    </section>
  )
}
