import { Link } from 'react-router'
import { findingLabels, type FindingView } from '../../../catalogue/contract/archive/quality.ts'
import { withQuery } from '../../platform/api/with-query.ts'

/** The archive, opened at a record and its field. */
const archiveAt = (teacher: number, section?: string, id?: string | null, field?: string) =>
  withQuery('/teacherArchives/gerenData', { teacher, section, id, field })

/** What was found in one teacher's archive; each line leads to its field. */
export function TeacherFindings({ findings }: { findings: readonly FindingView[] }) {
  const [first] = findings
  if (!first) return null
  return (
    <li className="quality-teacher">
      <div className="quality-who">
        <b>{first.ownerName}</b>
        <span className="x-faint x-dense">{first.institutionName}</span>
      </div>
      <ul>
        {findings.map((one) => (
          <Line key={`${one.type}/${one.recordId}/${one.field}/${one.message}`} {...one} />
        ))}
      </ul>
    </li>
  )
}

function Line({
  ownerId,
  ownerName,
  kind,
  type,
  title,
  recordId,
  field,
  label,
  message,
  other,
}: FindingView) {
  const place = label && label !== title ? `${title} › ${label}` : title
  return (
    <li className="quality-line" data-testid="finding" data-kind={kind}>
      <span className={`quality-kind quality-${kind}`}>{findingLabels[kind]}</span>
      <p>
        {recordId !== null && <span className="x-soft">{place}　</span>}
        {message}
        {other && (
          <>
            ：<Link to={archiveAt(other.ownerId)}>{`${other.name}（${other.institution}）`}</Link>
          </>
        )}
      </p>
      <Link className="quality-go" to={archiveAt(ownerId, type, recordId, field)}>
        查看<span className="x-hidden">{`${ownerName}的${place}`}</span>
      </Link>
    </li>
  )
}
