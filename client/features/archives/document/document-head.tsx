import type { ArchiveDocument } from '../../../../catalogue/contract/archive/archive.ts'
import { FileImage } from '../../../engine/evidence/file-image.tsx'
import { Meter } from '../../../ui/layout/meter.tsx'

/** Who the archive is about and how full it is. */
export function DocumentHead({ document }: { document: ArchiveDocument }) {
  const { head, percent, sections } = document
  const sum = (pick: 'count' | 'pending' | 'returned') =>
    sections.reduce((total, section) => total + section[pick], 0)
  const expiring = sections.flatMap(({ records }) => records.flatMap((record) => record.expiring)).length
  return (
    <header className="archive-head" data-testid="archive-head">
      {head.photo && <FileImage id={head.photo} alt={`${head.name}的照片`} />}
      <div className="archive-who">
        <p>
          <b>{head.name}</b>
          <span>{head.institution}</span>
        </p>
        <dl className="archive-facts">
          {head.facts.map(({ label, text }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="archive-full">
        <p>
          完整度 <b className="x-num">{percent}%</b>
        </p>
        <Meter percent={percent} label="档案完整度" />
        <p className="x-note x-soft">
          有效 {sum('count')} 条
          {sum('pending') > 0 && <span className="archive-wait">，待审 {sum('pending')}</span>}
          {sum('returned') > 0 && <span className="archive-wrong">，退回 {sum('returned')}</span>}
          {expiring > 0 && <span className="archive-wait">，到期提醒 {expiring}</span>}
        </p>
      </div>
    </header>
  )
}
