import { useEffect, useState, type RefObject } from 'react'
import { useNavigate } from 'react-router'
import { isPersonalNumber } from '../../../catalogue/contract/archive/by-number.ts'
import { pathOfPage } from '../../../catalogue/pages/pages.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { personOf } from '../../platform/api/by-number.ts'
import type { Session } from '../../platform/session/session.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Icon } from '../../ui/look/icon.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import { Found } from './found.tsx'
import { Lately } from './lately.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { rememberOpened, type Recent } from './recent.ts'
import { useChosen } from './use-chosen.ts'
import { useFind } from './use-find.ts'
import './finding.css'

/**
 * Lets the arrow keys move the focus along the field and the lines, to the right from a line into the pane
 * beside it and back; other keys do what they do.
 */
function useArrowWalk(dialog: RefObject<HTMLDialogElement | null>) {
  useEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const walk = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const pane = shown.querySelector<HTMLElement>('.find-pane a')
      const line = shown.querySelector<HTMLElement>('.find-line[data-chosen]')
      if (event.key === 'ArrowRight' && document.activeElement === line) return pane?.focus()
      if (event.key === 'ArrowLeft' && document.activeElement === pane) return line?.focus()
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      const stops = [...shown.querySelectorAll<HTMLElement>('input, .find-found a')]
      const at = stops.findIndex((stop) => stop === document.activeElement)
      const step = event.key === 'ArrowDown' ? 1 : -1
      stops[(at + step + stops.length) % stops.length]?.focus()
    }
    shown.addEventListener('keydown', walk)
    return () => shown.removeEventListener('keydown', walk)
  }, [dialog])
}

/** Finds a person by a whole number and opens the archive, for the administrator the account. */
async function openByNumber(session: Session, number: string, open: (line: Recent) => void): Promise<void> {
  const person = await personOf(number)
  if (!person) return
  const link =
    session.role === 1
      ? `${pathOfPage(1, 'user-edit')}?id=${person.id}`
      : `${pathOfPage(session.role, 'archive-document')}?teacher=${person.teacherId}`
  open({ title: person.name, link })
}

/**
 * The search of the header: people, institutions, records, contents and pages within the person's scope. The
 * arrow keys walk from the field through the lines, which are links; Enter in the field opens the first.
 */
export function FindDialog({ session, onClose }: { session: Session; onClose: () => void }) {
  const dialog = useModalDialog(true, onClose)
  useArrowWalk(dialog)
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const { data, error, isFetching, isPlaceholderData } = useFind(typed)
  const isNumber = isPersonalNumber(wanted)
  const groups = wanted === '' || isNumber ? [] : (data?.groups ?? [])
  const first = groups[0]?.lines[0]
  const { chosen, watch } = useChosen(groups)

  const opened = (line: Recent) => {
    rememberOpened(session.id, line)
    onClose()
  }
  const go = (line: Recent) => {
    opened(line)
    void navigate(line.link)
  }
  const submit = () => {
    if (isNumber) void openByNumber(session, wanted, go)
    else if (first && !isPlaceholderData) go(first)
  }
  const isWaiting = wanted !== '' && (isFetching || isPlaceholderData)
  return (
    <dialog ref={dialog} className="find" aria-label="搜索">
      <div className="find-box">
        <Typed typed={typed} onType={setTyped} onSubmit={submit} onClose={onClose} />
        <output className="x-hidden">{saidOf(groups, wanted, isWaiting)}</output>
        <div className="find-body">
          <div className="find-found" {...watch}>
            {wanted === '' && <Lately identity={session.id} onOpen={opened} />}
            <Word
              sentence={sentenceFor({
                wanted,
                isNumber,
                error,
                isEmpty: data?.groups.length === 0 && !isWaiting,
              })}
            />
            <Found groups={groups} wanted={wanted} chosen={chosen?.line.link} onOpen={opened} />
          </div>
          {chosen && <PreviewPane chosen={chosen} onOpen={opened} />}
        </div>
        <Keys />
      </div>
    </dialog>
  )
}

interface FindAnswer {
  readonly wanted: string
  readonly isNumber: boolean
  readonly error: Error | null
  readonly isEmpty: boolean
}

/** What is said in place of lines; null where the lines speak for themselves. */
function sentenceFor({ wanted, isNumber, error, isEmpty }: FindAnswer): string | null {
  if (wanted === '') return null
  if (isNumber) return '按回车，按完整的证件号或手机号搜索。号码不会写入网址。'
  if (error) return sentenceOf(error)
  return isEmpty ? `在您的范围内没有找到“${wanted}”。可以试试姓名拼音的首字母。` : null
}

const Word = ({ sentence }: { sentence: string | null }) =>
  sentence === null ? null : <p className="find-word">{sentence}</p>

/** What a screen reader says when the answer changes. */
function saidOf(
  groups: readonly { lines: readonly unknown[] }[],
  wanted: string,
  isWaiting: boolean,
): string {
  if (wanted === '' || isWaiting) return ''
  const count = groups.reduce((sum, { lines }) => sum + lines.length, 0)
  return count === 0 ? '没有找到' : `找到 ${count} 条，按向下键逐条选择`
}

interface Field {
  readonly typed: string
  readonly onType: (text: string) => void
  readonly onSubmit: () => void
  readonly onClose: () => void
}

function Typed({ typed, onType, onSubmit, onClose }: Field) {
  return (
    <form
      className="find-typed"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <Icon name="search" />
      <input
        // Esc in a search field empties it in some browsers; here it closes the dialog.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        aria-label="找人、单位、记录、内容、功能"
        autoComplete="off"
        placeholder="姓名、拼音首字母、单位、标题、功能"
        maxLength={40}
        value={typed}
        onChange={(event) => onType(event.target.value)}
      />
      <button type="button" className="find-close" aria-label="关闭" onClick={onClose}>
        <Icon name="close" />
      </button>
    </form>
  )
}

/** The keys, for who sees them; a screen reader is told when something was found. */
function Keys() {
  return (
    <footer className="find-keys" aria-hidden="true">
      <span>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> 选择
      </span>
      <span className="find-desk">
        <Kbd>→</Kbd> 到右侧摘要
      </span>
      <span>
        <Kbd>Enter</Kbd> 打开
      </span>
      <span>
        <Kbd>Esc</Kbd> 关闭
      </span>
      <span>
        <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> 新标签页打开
      </span>
      <span className="find-scope">仅列出您有权查看的内容</span>
    </footer>
  )
}
