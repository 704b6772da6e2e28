import { useEffect, useRef, useState } from 'react'
import {
  remarkKinds,
  type LessonView,
  type RemarkKind,
} from '../../../catalogue/contract/teaching/lessons.ts'
import { newUuid } from '../../engine/uuid.ts'
import { isUnanswered, sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Choice } from '../../ui/forms/choice.tsx'
import { keepRemark, keptRemarks, sendKept } from './remark-queue.ts'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { useTeachingCalls } from './use-teaching.ts'
import { secondIn, secondText } from './words.ts'

const kindIn = (value: string): RemarkKind =>
  value === 'doubt' || value === 'advice' || value === 'evidence' ? value : 'good'
type Remark = LessonView['remarks'][number]

const kinds = Object.entries(remarkKinds).map(([code, label]) => ({ code, label }))
const kindText = (kind: string): string => kinds.find(({ code }) => code === kind)?.label ?? kind

/** Keeps what was written until the server has it, and sends it in order when the network is back. */
function useQueue(lesson: string) {
  const { remark } = useTeachingCalls()
  const [waiting, setWaiting] = useState(() => keptRemarks(lesson).length)
  const [fault, setFault] = useState<string | null>(null)
  const sending = useRef(false)
  const flush = async () => {
    if (sending.current) return
    sending.current = true
    try {
      const { refused, because } = await sendKept(
        lesson,
        ({ id, body }) => remark(lesson, id, body),
        isUnanswered,
      )
      if (refused > 0) setFault(`${refused} 句没有收下：${sentenceOf(because)}`)
    } finally {
      sending.current = false
      setWaiting(keptRemarks(lesson).length)
    }
  }
  const latest = useRef(flush)
  useEffect(() => {
    latest.current = flush
  })
  useEffect(() => {
    const again = () => void latest.current()
    again()
    window.addEventListener('online', again)
    return () => window.removeEventListener('online', again)
  }, [])
  const add = (body: Readonly<Record<string, unknown>>) => {
    setFault(null)
    keepRemark(lesson, { id: newUuid(), body })
    setWaiting(keptRemarks(lesson).length)
    void flush()
  }
  return { add, waiting, fault }
}

/** What was said about a lesson, by its second; `play` goes to one, `now` is where the recording stands. */
export function Remarks({
  lesson,
  play,
  now,
}: {
  lesson: LessonView
  play: ((second: number) => void) | null
  now: () => number | null
}) {
  const { add, waiting, fault } = useQueue(lesson.id)
  const { remarks } = lesson
  const own = remarks.filter(({ replyTo }) => replyTo === null)
  return (
    <Panel title="课上的话">
      <div className="teaching-stack">
        {lesson.reader === 'observer' && lesson.open && <NewRemark lesson={lesson} now={now} onAdd={add} />}
        {waiting > 0 && <output>{waiting} 句尚未上传，已保存在本机；有网络时按先后传。</output>}
        {fault !== null && <ErrorBox title="没有全部收下" detail={fault} />}
        {own.length === 0 ? (
          <Empty
            text={lesson.reader === 'observer' ? '您暂无记录。' : (lesson.closedBecause ?? '暂无记录。')}
          />
        ) : (
          <ul className="teaching-remarks" data-testid="remarks">
            {own.map((one) => (
              <li key={one.id}>
                <RemarkLine lesson={lesson} remark={one} play={play} />
                {remarks
                  .filter(({ replyTo }) => replyTo === one.id)
                  .map((answer) => (
                    <p key={answer.id}>
                      <b>{answer.by} 答复</b>　{answer.text}
                    </p>
                  ))}
                {lesson.reader === 'lecturer' && lesson.open && (
                  <Answer onAdd={(text) => add({ kind: one.kind, text, replyTo: one.id })} />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

function RemarkLine({
  lesson,
  remark,
  play,
}: {
  lesson: LessonView
  remark: Remark
  play: ((second: number) => void) | null
}) {
  const { unremark } = useTeachingCalls()
  const { second, wallAt, item } = remark
  return (
    <div className="teaching-acts">
      <b>{kindText(remark.kind)}</b>
      {second !== null && play ? (
        <Button look="text" onClick={() => play(second)}>
          {secondText(second)}
        </Button>
      ) : (
        <span className="x-num">{second !== null ? secondText(second) : wallAt && listTime(wallAt)}</span>
      )}
      {item !== null && <span className="x-soft">{lesson.rubric[item]?.item}</span>}
      <span>{remark.text}</span>
      <span className="x-faint">{remark.own ? '本人' : remark.by}</span>
      {remark.own && lesson.open && (
        <Button look="text" onClick={() => void unremark(lesson.id, remark.id)}>
          删除<span className="x-hidden">“{remark.text}”</span>
        </Button>
      )}
    </div>
  )
}

function NewRemark({
  lesson,
  now,
  onAdd,
}: {
  lesson: LessonView
  now: () => number | null
  onAdd: (body: Readonly<Record<string, unknown>>) => void
}) {
  const [kind, setKind] = useState<RemarkKind>('good')
  const [item, setItem] = useState('')
  const [text, setText] = useState('')
  const [at, setAt] = useState('')
  const [fault, setFault] = useState<string | undefined>()
  const add = () => {
    const typed = at.trim() === '' ? now() : secondIn(at)
    if (at.trim() !== '' && typed === null) return setFault('请写成分:秒，例如 12:40')
    setFault(undefined)
    onAdd({
      kind,
      text,
      item: item === '' ? null : Number(item),
      ...(typed === null ? { wallAt: new Date().toISOString() } : { atS: typed }),
    })
    setText('')
    setAt('')
  }
  return (
    <form
      className="teaching-stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') add()
      }}
    >
      <div className="teaching-fields">
        <Choice
          isRequired
          label="类别"
          value={kind}
          options={kinds}
          onChange={(value) => setKind(kindIn(value))}
        />
        <Choice
          isRequired
          label="量表的哪一项"
          value={item}
          options={[
            { code: '', label: '不分项' },
            ...lesson.rubric.map((one, n) => ({ code: String(n), label: one.item })),
          ]}
          onChange={setItem}
        />
        <TextField label="录像的时间（不填记现在）" value={at} fault={fault} onChange={setAt} />
      </div>
      <TextBox label="看到了什么" value={text} most={500} onChange={setText} />
      <div>
        <Button look="primary" disabled={text.trim() === ''} onClick={add}>
          记下
        </Button>
      </div>
    </form>
  )
}

function Answer({ onAdd }: { onAdd: (text: string) => void }) {
  const [text, setText] = useState('')
  return (
    <div className="teaching-acts">
      <TextField label="答复" value={text} onChange={setText} maxLength={500} />
      <Button
        disabled={text.trim() === ''}
        onClick={() => {
          onAdd(text)
          setText('')
        }}
      >
        答复
      </Button>
    </div>
  )
}
