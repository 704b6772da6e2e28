import type { QuestionDetail } from '../../../catalogue/contract/questions.ts'
import { useNear } from './use-questions.ts'
import '../../engine/review/desk-parts.css'

const hows = { equal: '题目相同', variant: '只是数字不同', near: '相近' } as const

/** Questions like one; of those that the reader cannot open only how near they are. */
export function NearList({
  question: { id, version },
}: {
  question: Pick<QuestionDetail, 'id' | 'version'>
}) {
  const { data } = useNear(id, version)
  if (!data || data.list.length === 0) return null
  return (
    <section className="xr-part">
      <h2>
        雷同与相近<span className="x-faint x-note">请核对</span>
      </h2>
      <ul className="question-versions">
        {data.list.map(({ id: other, title, author, how, likeness }, i) => (
          <li key={other ?? `closed ${i}`}>
            {hows[how]} {likeness}%　{title ?? '您看不到的一道题'}
            <span className="x-faint">{author !== null && `　${author}`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
