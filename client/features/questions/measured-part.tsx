import { useQuery } from '@tanstack/react-query'
import { questionFigures } from '../../../catalogue/contract/paper-uses.ts'
import { labelOf } from '../../../catalogue/dictionaries/dictionaries.ts'
import { rateText } from '../../../catalogue/papers/facts.ts'
import { api } from '../../platform/api/api.ts'
import { key } from './use-questions.ts'

/** How pupils did with a question of one's own, in all papers that print it; nothing while there are too few. */
export function MeasuredPart({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: [key, 'figures', id],
    queryFn: ({ signal }) =>
      api.get(`/api/v1/question/${id}/figures`, { schema: questionFigures, signal, quiet: true }),
    staleTime: 60_000,
  })
  if (data === undefined || data.versions.length === 0) return null
  return (
    <section className="xr-part" aria-label="实测">
      <h2>实测</h2>
      <ul className="question-versions">
        {data.versions.map(({ no, pupils, rate, declared, measured, proposed }) => (
          <li key={no}>
            第 {no} 版：{pupils} 人得分率 <b className="x-num">{rateText(rate)}</b>，标定 {rateText(declared)}
            ，折算后 {rateText(measured)}
            {proposed !== null && `；建议标为“${labelOf('difficulty', proposed)}”`}
          </li>
        ))}
      </ul>
      <p className="x-faint x-dense">各份试卷合计，不分学校；满 30 人才显示。</p>
    </section>
  )
}
