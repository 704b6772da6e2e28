import { Button } from '../../ui/forms/button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useForgetReading, useReadings } from './use-imports.ts'

/** Corrections remembered for the institution; nothing while there are none. */
export function Readings() {
  const { data } = useReadings()
  const forget = useForgetReading()
  if (!data || data.list.length === 0) return null
  return (
    <Panel title={`已记住的更正 ${data.list.length} 条`} flush>
      <ul className="import-readings">
        {data.list.map(({ id, kindTitle, header, from, to }) => (
          <li key={id}>
            <span>
              <span className="x-faint">
                {kindTitle}　{header}
              </span>
              {'　'}“{from}”读作“{to}”
            </span>
            <Button
              look="text"
              busy={forget.isPending}
              onClick={() => forget.mutate(id)}
              aria-label={`移除：${from}读作${to}`}
            >
              移除
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
