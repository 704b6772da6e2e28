import { useEffect, useMemo, useState } from 'react'
import { thousands } from '../../platform/format.ts'
import { Button } from '../../ui/forms/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { sheetsOf, type Sheet } from './sheets.ts'
import { judgePackage } from '../zip.ts'

/** Rows drawn at first, and with each further step. */
const step = 1000

/**
 * A workbook: its sheets as tabs, cells that are one drawn as one, texts as the number formats write them.
 */
export function SheetsView({ file, onFail }: { file: ArrayBuffer; onFail: () => void }) {
  const [sheets, setSheets] = useState<readonly Sheet[] | null>(null)
  const [current, setCurrent] = useState('0')
  useEffect(() => {
    let gone = false
    const read = async () => {
      // The old format is no package; what it may take is the worker's time.
      if (new Uint8Array(file, 0, 1)[0] === 0x50) await judgePackage(file)
      const found = await sheetsOf(file)
      if (!gone) setSheets(found)
    }
    read().catch(() => !gone && onFail())
    return () => {
      gone = true
    }
  }, [file, onFail])
  if (!sheets) return <Skeleton lines={8} />
  const sheet = sheets[Number(current)]
  return (
    <div className="xv-sheets">
      <StateTabs
        label="工作表"
        tabs={sheets.map(({ name }, i) => ({ key: String(i), label: name }))}
        current={current}
        onSelect={setCurrent}
      />
      {sheet ? <OneSheet key={current} sheet={sheet} /> : <p>没有工作表。</p>}
    </div>
  )
}

/** Name of a column: A, B, … Z, AA. */
const letters = (n: number): string =>
  (n < 26 ? '' : letters(Math.floor(n / 26) - 1)) + String.fromCharCode(65 + (n % 26))
const isNumber = (text: string) => /^[-+(]?[\d,]+(\.\d+)?%?\)?$/.test(text)

function OneSheet({ sheet }: { sheet: Sheet }) {
  const [shown, setShown] = useState(step)
  const { heads, covered } = useMemo(() => {
    const at = new Map<string, Sheet['merges'][number]>()
    const under = new Set<string>()
    for (const merge of sheet.merges) {
      at.set(`${merge.row} ${merge.column}`, merge)
      for (let r = 0; r < Math.min(merge.rows, 2000); r += 1)
        for (let c = 0; c < merge.columns; c += 1)
          if (r + c > 0) under.add(`${merge.row + r} ${merge.column + c}`)
    }
    return { heads: at, covered: under }
  }, [sheet])
  const columns = sheet.rows[0]?.length ?? 0
  if (columns === 0) return <p className="x-soft">该表是空的。</p>
  const rows = sheet.rows.slice(0, shown)
  return (
    <>
      <section className="xv-sheet" tabIndex={0} aria-label={`工作表 ${sheet.name}，可滚动`}>
        <table>
          <colgroup>
            <col />
            {Array.from({ length: columns }, (_, c) => (
              <col key={letters(c)} style={sheet.widths[c] ? { width: `${sheet.widths[c]}px` } : {}} />
            ))}
          </colgroup>
          <thead>
            <tr>
              <td>
                <span className="x-hidden">行号</span>
              </td>
              {Array.from({ length: columns }, (_, c) => (
                <th key={letters(c)} scope="col">
                  {letters(c)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, r) => (
              <tr key={`row ${r + 1}`}>
                <th scope="row">{r + 1}</th>
                {cells.map((text, c) => {
                  const place = `${r} ${c}`
                  if (covered.has(place)) return null
                  const merge = heads.get(place)
                  return (
                    <td
                      key={place}
                      {...(merge && {
                        colSpan: merge.columns,
                        rowSpan: Math.min(merge.rows, rows.length - r),
                        className: 'xv-merged',
                      })}
                      {...(!merge && isNumber(text) && { className: 'xv-number' })}
                    >
                      {text}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="x-soft x-dense">
        共 {thousands(sheet.total)} 行，显示了 {thousands(rows.length)} 行{sheet.wider && '、前 200 列'}　
        {sheet.rows.length > shown && (
          <Button onClick={() => setShown(shown + step)}>再显示 {thousands(step)} 行</Button>
        )}
        {sheet.rows.length <= shown && sheet.total > sheet.rows.length && '其余的行请下载后查看。'}
      </p>
    </>
  )
}
