import { useState } from 'react'
import { sentenceDate } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { DayInput, isPastDay } from './day-input.tsx'

/** Which day's archive is shown. It is the time of recording, and the page says so. */
export function AsOf({ date, onChoose }: { date: string | null; onChoose: (date: string | null) => void }) {
  const [typed, setTyped] = useState(date ?? '')
  return (
    <section className="archive-as-of" aria-label="看哪一天的档案">
      <DayInput id="as-of" label="看哪一天的档案" value={typed} onChange={setTyped} />
      <Button disabled={!isPastDay(typed)} onClick={() => onChoose(typed)}>
        查看
      </Button>
      {date !== null && (
        <Button
          look="text"
          onClick={() => {
            setTyped('')
            onChoose(null)
          }}
        >
          回到今天
        </Button>
      )}
      <p className="x-note x-faint">
        {date === null
          ? '现在看的是今天的档案，含待审的改动。'
          : `现在看的是${sentenceDate(date)}结束时平台里有效的值，按登记时间，不是事情发生的时间。`}
      </p>
    </section>
  )
}
