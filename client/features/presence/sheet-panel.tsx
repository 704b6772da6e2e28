import { useState } from 'react'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import '../../ui/forms/labelled.css'
import { usePresenceActs } from './use-presence.ts'

/** Rows of two columns as a spreadsheet copies them; a head is left out. */
const rowsOf = (text: string) =>
  text.split(/\r?\n/).flatMap((line, place) => {
    const [name = '', cell = ''] = line.split(/[\t,，]/).map((one) => one.trim())
    return line.trim() === '' || name === '姓名' ? [] : [{ row: place + 1, name, cell }]
  })

/** The paper list, pasted. What is wrong is told row by row, and nothing is taken until all of it is right. */
export function SheetPanel({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState<readonly string[]>([])
  const { sheet } = usePresenceActs()
  const send = async () => {
    try {
      const { written, held } = await sheet.mutateAsync({ id, rows: rowsOf(text) })
      setSaid(held)
      notify.success(`已登记 ${written} 人`)
      if (held.length === 0) setText('')
    } catch (error) {
      const isListed = error instanceof ApiError && error.errors.length > 0
      setSaid(isListed ? error.errors.map(({ message }) => message) : [sentenceOf(error)])
    }
  }
  return (
    <details className="presence-sheet">
      <summary>按纸质签到表登记</summary>
      <label className="x-labelled">
        从表格里复制“姓名”和“出勤”两列粘贴到这里；状态填出勤、迟到、早退、请假、公假或缺勤，空着的不动。
        <textarea
          rows={6}
          value={text}
          spellCheck={false}
          placeholder={'姓名\t出勤\n张三\t出勤\n李四\t请假'}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <div aria-live="polite">
        {said.map((one) => (
          <p key={one} className="presence-fault">
            {one}
          </p>
        ))}
      </div>
      <Button busy={sheet.isPending} disabled={text.trim() === ''} onClick={() => void send()}>
        登记
      </Button>
    </details>
  )
}
