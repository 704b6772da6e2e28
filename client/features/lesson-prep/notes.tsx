import { useState } from 'react'
import type { Prep, PrepNote } from '../../../catalogue/contract/preps.ts'
import { newUuid } from '../../engine/uuid.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { usePrepActs } from './use-preps.ts'
import type { NoteThread } from './words.ts'

/** The notes that hang on one block, and room for another one. */
export function BlockNotes({
  prep,
  block,
  threads,
}: {
  prep: Prep
  block: string
  threads: readonly NoteThread[]
}) {
  const [isOpen, setOpen] = useState(false)
  if (threads.length === 0 && !prep.may.note) return null
  return (
    <div className="prep-notes">
      {threads.map((thread) => (
        <Thread key={thread.note.id} prep={prep} thread={thread} />
      ))}
      {prep.may.note &&
        (isOpen ? (
          <Write prep={prep} to={{ block }} label="批注" onEnd={() => setOpen(false)} />
        ) : (
          <Button look="text" onClick={() => setOpen(true)}>
            写批注
          </Button>
        ))}
    </div>
  )
}

export function Thread({ prep, thread: { note, answers } }: { prep: Prep; thread: NoteThread }) {
  const { mark } = usePrepActs(prep.id)
  const [isOpen, setOpen] = useState(false)
  const mayAnswer = prep.may.note
  return (
    <div className={note.done ? 'prep-note prep-note-done' : 'prep-note'}>
      <Said note={note} />
      {answers.map((answer) => (
        <div key={answer.id} className="prep-answer">
          <Said note={answer} />
        </div>
      ))}
      {mayAnswer && (
        <div className="prep-buttons">
          {!isOpen && (
            <Button look="text" onClick={() => setOpen(true)}>
              回复
            </Button>
          )}
          {note.mayMark && (
            <Button
              look="text"
              busy={mark.isPending}
              onClick={() => mark.mutate({ note: note.id, done: !note.done })}
            >
              {note.done ? '重新打开' : '标为已处理'}
            </Button>
          )}
        </div>
      )}
      {isOpen && mayAnswer && (
        <Write
          prep={prep}
          to={{ block: note.block, answers: note.id }}
          label="回复"
          onEnd={() => setOpen(false)}
        />
      )}
    </div>
  )
}

const Said = ({ note: { by, at, on, text, done, answers } }: { note: PrepNote }) => (
  <>
    <p className="x-faint x-note">
      {by.name}　{listTime(at)}　写于第 {on} 版{answers === null && done ? '　已处理' : ''}
    </p>
    <p className="prep-said">{text}</p>
  </>
)

function Write({
  prep,
  to,
  label,
  onEnd,
}: {
  prep: Prep
  to: { readonly block: string; readonly answers?: string }
  label: string
  onEnd: () => void
}) {
  const { annotate } = usePrepActs(prep.id)
  const [text, setText] = useState('')
  // Sent again after a lost answer, the same note is written once.
  const [once] = useState(newUuid)
  const { busy, faults, run } = useAct(['text', 'block'])
  const fault = faults['text'] ?? faults['block'] ?? faults['form']
  const send = () =>
    run(async () => {
      await annotate.mutateAsync({ body: { ...to, text }, once })
      onEnd()
    })
  return (
    <form
      className="prep-write"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <label className="x-labelled">
        {label}
        <textarea
          rows={3}
          maxLength={500}
          value={text}
          aria-invalid={fault !== undefined}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      {fault !== undefined && (
        <p className="prep-fault" role="alert">
          {fault}
        </p>
      )}
      <div className="prep-buttons">
        <Button onClick={onEnd}>取消</Button>
        <Button type="submit" look="primary" busy={busy}>
          {label === '回复' ? '发出回复' : '发出批注'}
        </Button>
      </div>
    </form>
  )
}
