import { Link } from 'react-router'
import type { PublicContent } from '../../../../catalogue/contract/portal/portal.ts'
import { onePath } from '../../../../catalogue/contents/public.ts'
import { span } from '../../../../catalogue/contents/facts.ts'
import { Phase } from '../phase.tsx'
import { textOf } from '../read-field.ts'
import '../contents/cards.css'

/** What is on and comes next, each with its day. */
export function Days({ list }: { list: readonly PublicContent[] }) {
  if (list.length === 0) return <p className="x-soft">近期没有教研活动。</p>
  return (
    <ul className="portal-days">
      {list.map((one) => {
        const [day = '', ...rest] = span(textOf(one, 'startTime'), textOf(one, 'endTime')).split(' ')
        const [month, date] = day.replace('日', '').split('月')
        return (
          <li key={one.id}>
            <span>
              <b>{date}</b>
              <span className="x-soft x-dense">{month}月</span>
            </span>
            <div>
              <Link to={onePath('teachingActivity', one.id)}>{textOf(one, 'title')}</Link>
              <p className="x-soft x-dense portal-card-marks">
                <Phase phase={one.phase} />
                {rest.join(' ')}　{textOf(one, 'organizer')}
              </p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
