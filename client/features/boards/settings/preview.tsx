import { useEffect, useState } from 'react'
import type { BoardLayout } from '../../../../catalogue/boards/layout.ts'
import type { Screen } from '../../../../catalogue/contract/analysis/boards.ts'
import type { FieldFault } from '../../../../catalogue/errors.ts'
import { sentenceOf } from '../../../platform/api/api-error.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Board } from '../board.tsx'
import { Protection } from './protection.tsx'
import { usePreview } from './use-boards.ts'

/** Milliseconds without a change after which the preview is drawn anew. */
const pause = 400

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

interface PreviewProps {
  /** Null while something is wrong with it: the last right one stays. */
  readonly layout: BoardLayout | null
  readonly faults: readonly FieldFault[]
  readonly page: number
}

/** The board as the layout makes it, with the figures of now, beside what is edited. */
export function Preview({ layout, faults, page }: PreviewProps) {
  const [place, setPlace] = useState<number | null>(null)
  const [last, setLast] = useState(layout)
  if (layout !== null && layout !== last) setLast(layout)
  const settled = useSettled(last)
  const { data, error } = usePreview(settled, place)
  const [own, setOwn] = useState<Screen>()
  if (data && place === null && own !== data) setOwn(data)
  return (
    <section className="bs-preview" aria-label="预览">
      <div className="bs-preview-head">
        <h2>预览（对外公开时）</h2>
        {own && own.places.length > 0 && (
          <label className="x-labelled bs-inline">
            地区
            <select
              value={place ?? ''}
              onChange={({ target }) => setPlace(target.value === '' ? null : Number(target.value))}
            >
              <option value="">{own.place.name}</option>
              {own.places.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {data ? (
        // A picture of the board: what is in it is reached on the board itself.
        <div inert>
          <Board screen={data} page={Math.min(page, data.layout.pages.length - 1)} asTable={false} fixed />
        </div>
      ) : (
        !error && <Skeleton lines={8} />
      )}
      {data && <Protection screen={data} />}
      {error !== null && <p className="bs-fault">{sentenceOf(error)}</p>}
      {faults.length > 0 && (
        <ul className="bs-faults" aria-label="布局中的错误" data-testid="layout-faults">
          {faults.map(({ field, message }) => (
            <li key={`${field}/${message}`}>{message}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
