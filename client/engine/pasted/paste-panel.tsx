import type { ReactNode } from 'react'
import { saveText } from '../../platform/api/download.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import '../../ui/forms/labelled.css'
import type { PastedCells, PastedColumn } from './read-pasted.ts'
import { textOfFile } from './text-of-file.ts'
import { textOfWorkbook } from './text-of-workbook.ts'
import './pasted.css'

/**
 * Field to paste a table into, with the columns that were not recognised. `children` stand above; `note`
 * explains the columns.
 */
export function PastePanel(props: {
  label: string
  columns: readonly PastedColumn[]
  note: string
  sample: string
  text: string
  pasted: PastedCells
  most: number
  onChange: (text: string) => void
  children?: ReactNode
}) {
  const { label, columns, note, sample, text, pasted, most, onChange, children } = props
  const { rows, unknown } = pasted
  const take = async (file: File) => {
    const read = await (/\.xlsx$/i.test(file.name) ? textOfWorkbook : textOfFile)(file)
    if (read === null) notify.warn('该文件读不出表格；请用 xlsx 或 CSV 文件，或直接复制粘贴')
    else onChange(read)
  }
  return (
    <Panel
      title="第一步：从表格里复制，粘贴到这里"
      extra={
        <span className="xr-paste-acts">
          <Button icon="download" onClick={() => saveText(`${label}样表.csv`, sample.replaceAll('\t', ','))}>
            下载样表
          </Button>
          <FileButton
            label="或选文件"
            accept=".xlsx,.csv,.txt"
            busy={false}
            onTake={(file) => void take(file)}
          />
        </span>
      }
    >
      {children}
      <p className="x-soft x-dense">
        第一行可以是列名；没有列名时依次为 {columns.map((column) => column.label).join('、')}。{note}
      </p>
      <label className="x-labelled xr-paste">
        {label}
        <textarea
          rows={8}
          value={text}
          spellCheck={false}
          autoComplete="off"
          placeholder={sample}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      {unknown.length > 0 && <p className="xr-pasted-wrong">这些列不认识，没有读：{unknown.join('、')}</p>}
      {rows.length > most && (
        <p className="xr-pasted-wrong">
          一次最多 {most} 行，现在是 {rows.length} 行，请分几次。
        </p>
      )}
    </Panel>
  )
}
