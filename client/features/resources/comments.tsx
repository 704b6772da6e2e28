import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { commentPage, type CommentLine, type CommentText } from '../../../catalogue/contract/comments.ts'
import { newUuid } from '../../engine/uuid.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import '../../ui/forms/labelled.css'

const pathOf = (id: number) => `/api/v1/resource/${id}/comments`

const useComments = (id: number, page: number) =>
  useQuery({
    queryKey: ['comments', id, page],
    queryFn: ({ signal }) =>
      api.get(pathOf(id), { schema: commentPage, query: { page, pageSize: 10 }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What readers say of a resource, and room for more. */
export function Comments({ id }: { id: number }) {
  const [page, setPage] = useState(1)
  const answer = useComments(id, page)
  return (
    <section aria-label="评论" className="library-comments">
      <h3>评论</h3>
      <Write id={id} label="评论" act="发表评论" place="" />
      <Loaded answer={answer} failed="评论打开失败" lines={3}>
        {(data) =>
          data.list.length === 0 ? (
            <p className="x-faint">暂无评论。</p>
          ) : (
            <>
              <ul>
                {data.list.map((line) => (
                  <Line key={line.id} id={id} line={line} mayHide={data.mayHide} />
                ))}
              </ul>
              <Pager {...data} onPage={setPage} />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function Line({ id, line, mayHide }: { id: number; line: CommentLine; mayHide: boolean }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <OneSaid id={id} said={line} mayHide={mayHide} />
      {line.answers.length > 0 && (
        <ul className="library-answers">
          {line.answers.map((answer) => (
            <li key={answer.id}>
              <OneSaid id={id} said={answer} mayHide={mayHide} />
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <Write
          id={id}
          label="回复"
          act="发表回复"
          place=""
          more={{ answers: line.id }}
          onEnd={() => setOpen(false)}
        />
      ) : (
        !line.hidden && (
          <Button look="text" onClick={() => setOpen(true)}>
            回复
          </Button>
        )
      )}
    </li>
  )
}

/** One comment or answer, and what the reader may do about it. */
function OneSaid({ id, said, mayHide }: { id: number; said: CommentText; mayHide: boolean }) {
  const [asks, setAsks] = useState<'hide' | 'report' | null>(null)
  const cache = useQueryClient()
  const takeBack = useMutation({
    mutationFn: () => api.del(`${pathOf(id)}/${said.id}`, { schema: z.boolean() }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['comments', id] }),
  })
  const mayReport = !said.own && !said.reported
  return (
    <>
      <p className="x-faint x-note">
        {said.by}　{said.org}　{listTime(said.at)}
        {said.reports > 0 && `　被举报 ${said.reports} 次`}
      </p>
      {said.text !== null && <p className="library-said">{said.text}</p>}
      {said.hidden && (
        <p className="x-soft">{said.reason === null ? '该评论已隐藏或撤回。' : `已隐藏：${said.reason}`}</p>
      )}
      {!said.hidden && (
        <div className="library-acts">
          {said.own && (
            <Button look="text" busy={takeBack.isPending} onClick={() => takeBack.mutate()}>
              撤回
            </Button>
          )}
          {mayHide && (
            <Button look="text" onClick={() => setAsks('hide')}>
              隐藏
            </Button>
          )}
          {mayReport && (
            <Button look="text" onClick={() => setAsks('report')}>
              举报
            </Button>
          )}
        </div>
      )}
      {asks !== null && (
        <Write
          id={id}
          label={asks === 'hide' ? '隐藏的理由（作者会收到）' : '举报的理由'}
          act={asks === 'hide' ? '隐藏评论' : '发出举报'}
          place={`/${said.id}/${asks}`}
          onEnd={() => setAsks(null)}
        />
      )}
    </>
  )
}

/** A short text that is sent: a comment, an answer, or the reason of an act. */
function Write({
  id,
  label,
  act,
  place,
  more,
  onEnd,
}: {
  id: number
  label: string
  act: string
  place: string
  more?: object
  onEnd?: () => void
}) {
  const cache = useQueryClient()
  const [text, setText] = useState('')
  // A comment that is sent again after a lost answer is said once; the next one has a number of its own.
  const [once, setOnce] = useState(newUuid)
  const { busy, faults, run } = useAct(['text', 'reason'])
  const fault = faults['text'] ?? faults['reason'] ?? faults['form']
  const send = () =>
    run(async () => {
      const body = place === '' ? { id: once, text, ...more } : { reason: text }
      await api.post(`${pathOf(id)}${place}`, { schema: z.unknown(), body })
      notify.success('已发出')
      setText('')
      setOnce(newUuid())
      await cache.invalidateQueries({ queryKey: ['comments', id] })
      onEnd?.()
    })
  return (
    <form
      className="library-write"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className="x-labelled">
        {label}
        <textarea
          rows={2}
          maxLength={place === '' ? 500 : 200}
          value={text}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {fault !== undefined && (
        <p className="x-labelled-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="library-acts">
        <Button type="submit" busy={busy}>
          {act}
        </Button>
        {onEnd && (
          <Button look="text" onClick={onEnd}>
            取消
          </Button>
        )}
      </div>
    </form>
  )
}
