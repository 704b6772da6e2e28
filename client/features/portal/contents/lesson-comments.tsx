import { useState, type FormEvent } from 'react'
import { z } from 'zod'
import { reviewedComments, type ReviewedComments } from '../../../../catalogue/contract/comments.ts'
import { newUuid } from '../../../engine/uuid.ts'
import { api } from '../../../platform/api/api.ts'
import { useAct } from '../../../platform/api/use-act.ts'
import { withQuery } from '../../../platform/api/with-query.ts'
import { fullDate } from '../../../platform/format.ts'
import { useSession } from '../../../platform/session/session.ts'
import { notify } from '../../../ui/feedback/notify.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Pager } from '../../../ui/layout/pager.tsx'
import { useRead } from '../use-read.ts'
import '../../../ui/forms/labelled.css'

type Line = ReviewedComments['list'][number]

const pathOf = (id: number) => `/api/v1/support/lesson/${id}/comment`
const perPage = 10

/** What readers said of a lesson of counterpart support, once an office let it through; room for more. */
export function LessonComments({ id }: { id: number }) {
  const role = useSession()?.role ?? 0
  const [page, setPage] = useState(1)
  const { data } = useRead(withQuery(pathOf(id), { page, pageSize: perPage }), reviewedComments)
  const mayWrite = role >= 2 && role <= 6
  if (!data) return null
  return (
    <section className="portal-part" aria-labelledby="comments" data-testid="lesson-comments">
      <h2 id="comments" className="x-display">
        评论
      </h2>
      <p className="x-soft">
        {data.total === 0 ? '暂无评论。' : `${data.total} 条`}
        {data.mean !== null && `　平均 ${data.mean.toFixed(2)} 分（${data.scores} 人评分）`}
      </p>
      <ul className="portal-said">
        {data.list.map((line) => (
          <li key={line.id}>
            <OneSaid line={line} />
            {line.answers.length > 0 && (
              <ul className="portal-said">
                {line.answers.map((answer) => (
                  <li key={answer.id}>
                    <OneSaid line={answer} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {data.total > perPage && <Pager {...data} onPage={setPage} />}
      {mayWrite ? <Write id={id} /> : role === 0 && <p className="x-soft">登录后可以评论。</p>}
    </section>
  )
}

function OneSaid({ line: { by, org, at, text, score } }: { line: Omit<Line, 'answers'> }) {
  return (
    <>
      <p className="x-soft x-dense">
        {by}　{org}　{fullDate(at)}
        {score !== null && `　${score} 分`}
      </p>
      <p className="portal-said-text">{text}</p>
    </>
  )
}

const scores = [5, 4, 3, 2, 1] as const

function Write({ id }: { id: number }) {
  const [text, setText] = useState('')
  const [score, setScore] = useState('')
  // A comment that is sent again after a lost answer is said once; the next one has a number of its own.
  const [once, setOnce] = useState(newUuid)
  const { busy, faults, run } = useAct(['text', 'score'])
  const fault = faults['text'] ?? faults['score'] ?? faults['form']
  const send = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      const body = { id: once, text, score: score === '' ? null : Number(score) }
      await api.post(pathOf(id), { schema: z.object({ id: z.string() }), body })
      notify.success('已提交，审核后显示')
      setText('')
      setScore('')
      setOnce(newUuid())
    })
  }
  return (
    <form noValidate onSubmit={send} className="portal-write">
      <label className="x-labelled">
        评论
        <textarea
          rows={3}
          maxLength={500}
          value={text}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <label className="x-labelled">
        评分（可不评）
        <select value={score} onChange={({ target }) => setScore(target.value)}>
          <option value="">不评分</option>
          {scores.map((one) => (
            <option key={one} value={one}>
              {one} 分
            </option>
          ))}
        </select>
      </label>
      {fault !== undefined && (
        <p className="x-labelled-fault" role="alert">
          {fault}
        </p>
      )}
      <Button type="submit" busy={busy}>
        提交评论
      </Button>
    </form>
  )
}
