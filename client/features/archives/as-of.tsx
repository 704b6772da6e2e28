import { DayInput, useDays } from '../../engine/record/day-input.tsx'
import { sentenceDate } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'

/** Which day's archive is shown. It is the time of recording, and the page says so. */
export function AsOf({
  date,
  until,
  onChoose,
}: {
  date: string | null
  /** Last day that the reader may see, where there is one. */
  until: string | undefined
  onChoose: (date: string | null) => void
}) {
  const { days, asked, set, submit } = useDays([date ?? ''])
  return (
    <form
      className="archive-as-of"
      aria-label="历史时点"
      onSubmit={(event) => {
        event.preventDefault()
        submit(['as-of'], ([day = '']) => onChoose(day))
      }}
    >
      <DayInput
        id="as-of"
        label="历史时点"
        value={days[0] ?? ''}
        asked={asked}
        whenEmpty="选日期"
        onChange={(text) => set(0, text)}
      />
      <Button type="submit">查看</Button>
      {date !== null && (
        <Button
          look="text"
          onClick={() => {
            set(0, '')
            onChoose(null)
          }}
        >
          回到今天
        </Button>
      )}
      <p className="x-note x-faint">
        {date === null
          ? until === undefined
            ? '现在看的是今天的档案，含待审的改动。'
            : `外校教师的档案只显示到${sentenceDate(until)}。`
          : `现在看的是${sentenceDate(date)}结束时平台里有效的值，按登记时间，不是事情发生的时间。`}
      </p>
    </form>
  )
}
