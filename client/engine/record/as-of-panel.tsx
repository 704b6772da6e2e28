import { useState } from 'react'
import { date as dateField, type AnyRecord } from '../../../catalogue/define.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { fullDate } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { useAsOf } from '../data/queries.ts'
import { clientKind } from '../kinds/kinds.ts'
import { differing, type Values } from '../values.ts'
import type { Compared } from './record-fields.tsx'

const day = dateField('对照日期')
const { Input } = clientKind(day)
const noRow: Values = {}

/** The values that were effective on a day, to be compared with the present ones. */
export function useCompared(type: string, id: string) {
  const [date, setDate] = useState<string | null>(null)
  const { data, error } = useAsOf(type, id, date)
  const compared: Compared | null = data && date !== null ? { date, values: data.values } : null
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
  const [typed, setTyped] = useState(date ?? '')
  // The last day to choose is today: nothing is recorded of later days.
  const [today] = useState(() => fullDate(new Date().toISOString()))
  const wrong = typed !== '' && (!day.schema.safeParse(typed).success || typed > today)
  return (
    <section className="xr-as-of" data-testid="as-of">
      <h2>看哪一天的档案</h2>
      <div className="xr-as-of-line">
        <label htmlFor="as-of" className="x-hidden">
          对照日期
        </label>
        <Input
          id="as-of"
          field={day}
          value={typed}
          row={noRow}
          invalid={wrong}
          describedBy="as-of-fault"
          onChange={(value) => setTyped(typeof value === 'string' ? value : '')}
        />
        <Button disabled={typed === '' || wrong} onClick={() => setDate(typed)}>
          对照
        </Button>
        {date !== null && (
          <Button
            look="text"
            onClick={() => {
              setDate(null)
              setTyped('')
            }}
          >
            回到今天
          </Button>
        )}
      </div>
      {wrong && (
        <p className="xr-fault" id="as-of-fault">
          应为今天以前的日期，如 2024-09-01
        </p>
      )}
      <p className="x-faint x-note">按登记时间：那一天结束时平台里有效的值，不是事情发生的时间。</p>
      <output>
        {error && <span className="xr-bad">{sentenceOf(error)}</span>}
        {compared && outcomeOf(definition, compared, now ?? {})}
      </output>
    </section>
  )
}

/** How the record of that day differs from today's, in a sentence. */
function outcomeOf(definition: AnyRecord, { values }: Compared, now: Values): string {
  if (values === null) return '那一天还没有登记这条记录。'
  const count = differing(Object.keys(definition.fields), values, now).length
  return count === 0 ? '与今天没有不同。' : `与今天相比有 ${count} 处不同，已标在栏目下方。`
}
