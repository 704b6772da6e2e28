import { Link } from 'react-router'
import type { Packet } from '../../../catalogue/contract/review/packets.ts'
import { isOpen, packetPath, points, stateOf } from './words.ts'

/** All packets of the round by number, with the own totals to compare with, and how many are done. */
export function Numbers({ packet: { own, id, no } }: { packet: Packet }) {
  const done = own.filter(({ state, ready }) => state === 'submitted' || ready).length
  const avoided = own.filter(({ state }) => state === 'avoided').length
  return (
    <div className="er-strip">
      <span>
        第 {no} 份，共 {own.length} 份
      </span>
      <nav aria-label="本轮材料" className="er-numbers">
        {own.map((task) => {
          const says = `第 ${task.no} 份，${stateOf(task)}${task.total === null ? '' : `，${points(task.total)} 分`}`
          return isOpen(task) || task.state === 'submitted' ? (
            <Link
              key={task.id}
              to={packetPath(task.id)}
              title={says}
              aria-label={says}
              aria-current={task.id === id ? 'page' : undefined}
              className={task.state === 'submitted' || task.ready ? 'er-done' : ''}
            >
              {task.no}
            </Link>
          ) : (
            <span key={task.id} title={says}>
              {task.no}
            </span>
          )
        })}
      </nav>
      <span className="x-soft">
        已评 <b>{done}</b>
        {avoided > 0 && `　回避 ${avoided}`}
      </span>
    </div>
  )
}
