import type { ExportJob } from '../../../catalogue/contract/administration/exports.ts'
import { thousands } from '../../platform/format.ts'
import { Meter } from '../../ui/layout/meter.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { paceWords, stateNote, stateWords } from './words.ts'
import './exports.css'

/** State of an export as glyph and word, with its progress or a remark. */
export function ExportMark({ job }: { job: ExportJob }) {
  const [word, icon, tone] = stateWords[job.state]
  const note = stateNote(job)
  return (
    <span className="xe-mark">
      <span className={`x-status x-status-${tone}`}>
        <Icon name={icon} />
        {word}
      </span>
      {job.state === 'writing' && <ExportProgress job={job} />}
      {note !== '' && <span className="x-soft x-dense xe-note">{note}</span>}
    </span>
  )
}

/** How far the writing of a file is. */
export function ExportProgress({ job }: { job: ExportJob }) {
  const percent = job.rows === 0 ? 0 : Math.floor((100 * job.done) / job.rows)
  return (
    <span className="xe-progress">
      <Meter percent={percent} label={`${job.title}的生成进度`} />
      <span className="x-num x-dense">
        {thousands(job.done)} / {thousands(job.rows)} 条
      </span>
      <span className="x-soft x-dense">{paceWords(job)}</span>
    </span>
  )
}
