import type { FieldFault } from '../../../catalogue/errors.ts'
import type { PastedCells, PastedRow } from './read-pasted.ts'
import './pasted.css'

/** Faults and warnings of the server for a row; warnings do not block it. */
export interface ToldRow {
  readonly faults: readonly FieldFault[]
  readonly warnings?: readonly FieldFault[]
}

/** The pasted rows with what is wrong in each cell; `told` is what the server said of them. */
export function PastedTable({ pasted, told }: { pasted: PastedCells; told: readonly ToldRow[] | null }) {
  const { columns, rows } = pasted
  return (
    <section className="xr-pasted" tabIndex={0} aria-label="粘贴的各行，可左右滚动">
      <table>
        <thead>
          <tr>
            <th scope="col">行</th>
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
            <th scope="col">核对结果</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row key={row.line} row={row} pasted={pasted} told={told?.[place] ?? null} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({
  row,
  pasted: { columns },
  told,
}: {
  row: PastedRow
  pasted: PastedCells
  told: ToldRow | null
}) {
  const faults = [
    ...Object.entries(row.faults).map(([field, message]) => ({ field, message })),
    ...(told?.faults ?? []),
  ]
  const labelOf = (field: string) => columns.find(({ key }) => key === field)?.label
  const sentence = (said: readonly FieldFault[]) =>
    said.map(({ field, message }) => (labelOf(field) ? `${labelOf(field)}：${message}` : message)).join('；')
  const warned = told?.warnings ?? []
  const wrong = new Set(faults.map(({ field }) => field))
  return (
    <tr data-testid="pasted-row">
      <td className="x-num">{row.line}</td>
      {columns.map(({ key }, place) => (
        <td key={key} className={wrong.has(key) ? 'xr-pasted-wrong' : ''}>
          {row.cells[place]}
        </td>
      ))}
      <td>
        {faults.length > 0 ? (
          <span className="xr-pasted-wrong">{sentence(faults)}</span>
        ) : told ? (
          <>
            可以新增
            {warned.length > 0 && <span className="xr-pasted-warned">　提醒：{sentence(warned)}</span>}
          </>
        ) : (
          <span className="x-faint">待核对</span>
        )}
      </td>
    </tr>
  )
}
