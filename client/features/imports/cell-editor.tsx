import AutoComplete from 'antd/es/auto-complete'
import type { RefSelectProps } from 'antd/es/select'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { usePinyin } from '../../engine/kinds/controls/pinyin.ts'
import type { CellChoice } from './cell-choices.ts'

/** Where the focus goes when it is done: `away` leaves it where the reader has put it. */
export type EditorExit = 'away' | 'stay' | 'down' | 'next' | 'before'

export interface CellEdit {
  readonly value: string
  /** The same correction wherever the column has the old text, and whether later files are read so. */
  readonly everywhere: boolean
  readonly remember: boolean
}

interface CellEditorProps {
  label: string
  /** What stood in the cell, and what the typing begins with. */
  before: string
  text: string
  choices: readonly CellChoice[]
  onDone: (edited: CellEdit, leaving: EditorExit) => void
  onCancel: () => void
}

/** Types into one cell, with the choices of its column below. */
export function CellEditor({ label, before, text, choices, onDone, onCancel }: CellEditorProps) {
  const [value, setValue] = useState(text)
  const [more, setMore] = useState({ everywhere: false, remember: false })
  const { matches, prepare } = usePinyin()
  const finished = useRef(false)
  const field = useRef<RefSelectProps>(null)
  useEffect(prepare, [prepare])
  useEffect(() => field.current?.focus(), [])
  // Choosing with Enter is told twice: as a choice and as a key.
  const end = (act: () => void) => {
    if (finished.current) return
    finished.current = true
    act()
  }
  const done = (leaving: EditorExit, given = value, also: Partial<More> = {}) =>
    end(() => onDone({ value: given.trim(), ...more, ...also }, leaving))
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    const leaving = leavingOf(event)
    if (event.nativeEvent.isComposing || (!leaving && event.key !== 'Escape')) return
    event.preventDefault()
    if (leaving) done(leaving, value, event.ctrlKey ? { everywhere: true } : {})
    else end(onCancel)
  }
  return (
    <AutoComplete
      className="import-editor"
      aria-label={label}
      ref={field}
      defaultOpen
      value={value}
      options={optionsOf(choices)}
      onChange={setValue}
      onSelect={(chosen: string) => done('stay', chosen)}
      onBlur={() => done('away')}
      onKeyDown={press}
      defaultActiveFirstOption={false}
      popupMatchSelectWidth={280}
      showSearch={{
        filterOption: (typed, option) =>
          typed === before || matches(typed, option?.words ?? '', option?.code ?? ''),
      }}
      optionRender={({ data }) => (
        <span className="xr-coded">
          <span>
            {data.likely && <span className="import-likely">您是不是要填　</span>}
            {data.value}
          </span>
          <span className="x-faint x-num">{data.code}</span>
        </span>
      )}
      popupRender={(list) => (
        <>
          {list}
          {before !== '' && <Everywhere before={before} more={more} onChange={setMore} />}
        </>
      )}
      notFoundContent={before === '' ? null : <span className="x-faint">没有这一项，按回车照所填的保存</span>}
    />
  )
}

/** What was probably meant stands first. */
const optionsOf = (choices: readonly CellChoice[]) =>
  choices
    .toSorted((a, b) => Number(b.likely) - Number(a.likely))
    .map(({ label, code, words, likely }) => ({ value: label, code, words, likely }))

function leavingOf({ key, shiftKey }: KeyboardEvent): EditorExit | undefined {
  if (key === 'Enter') return 'down'
  if (key === 'Tab') return shiftKey ? 'before' : 'next'
  return undefined
}

type More = Pick<CellEdit, 'everywhere' | 'remember'>

interface EverywhereProps {
  before: string
  more: More
  onChange: (more: More) => void
}

function Everywhere({ before, more, onChange }: EverywhereProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const shown = box.current
    // The focus stays in the cell, whose loss would end the typing; keys have Ctrl and Enter.
    const stay = (event: Event) => event.preventDefault()
    shown?.addEventListener('mousedown', stay)
    return () => shown?.removeEventListener('mousedown', stay)
  }, [])
  return (
    <div className="import-everywhere" ref={box}>
      <label>
        <input
          type="checkbox"
          checked={more.everywhere}
          onChange={(event) => onChange({ everywhere: event.target.checked, remember: false })}
        />
        本列的“{before.length > 12 ? `${before.slice(0, 12)}…` : before}”一起改（Ctrl + 回车）
      </label>
      {more.everywhere && (
        <label>
          <input
            type="checkbox"
            checked={more.remember}
            onChange={(event) => onChange({ everywhere: true, remember: event.target.checked })}
          />
          记住：本单位以后导入时也这样读
        </label>
      )}
    </div>
  )
}
