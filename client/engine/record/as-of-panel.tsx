import { useState } from 'react'
import type { AnyRecord } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useAsOf } from '../data/queries.ts'
import { differing, type Values } from '../values.ts'
import { DayInput, useDays } from './day-input.tsx'
import type { PastValues } from './record-fields.tsx'

/** The values that were effective on a day, to be compared with the present ones. */
export function useCompared(type: string, id: string) {
  const [date, setDate] = useState<string | null>(null)
  const { data, error } = useAsOf(type, id, date)
  const compared: PastValues | null = data && date !== null ? { date, values: data.values } : null
  return { date, setDate, compared, references: data?.references, error }
}

/**
 * Chooses a day of recorded time. A fact may have been entered later than it became true, and the page says
 * so.
 */
export function AsOfPanel({
  definition,
  now,
  state,
}: {
  definition: AnyRecord
  now: Values | null
  state: ReturnType<typeof useCompared>
}) {
  const { date, setDate, compared, error } = state
  const { days, asked, set, submit } = useDays([date ?? ''])
  return (
    <section className="xr-as-of" data-testid="as-of">
      <h2>历史时点</h2>
      <form
        className="xr-as-of-line"
        aria-label="历史时点"
        onSubmit={(event) => {
          event.preventDefault()
          submit(['as-of'], ([day = '']) => setDate(day))
        }}
      >
        <DayInput
          id="as-of"
          label="对照日期"
          value={days[0] ?? ''}
          asked={asked}
          whenEmpty="选日期"
          onChange={(text) => set(0, text)}
        />
        <Button type="submit">对照</Button>
        {date !== null && (
          <Button
            look="text"
            onClick={() => {
              setDate(null)
              set(0, '')
            }}
          >
            回到今天
          </Button>
        )}
      </form>
      <p className="x-faint x-note">显示该日系统内的有效值，以登记时间为准。</p>
      <output>
        {error && <span className="xr-bad">{sentenceOf(error)}</span>}
        {compared && outcomeOf(definition, compared, now ?? {})}
      </output>
    </section>
  )
}

/** How the record of that day differs from today's, in a sentence. */
function outcomeOf(definition: AnyRecord, { values }: PastValues, now: Values): string {
  if (values === null) return '该日尚未登记该记录。'
  const count = differing(Object.keys(definition.fields), values, now).length
  return count === 0 ? '与今天没有不同。' : `与今天相比有 ${count} 处不同，已标在栏目下方。`
}
