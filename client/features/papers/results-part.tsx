import { useState } from 'react'
import type { UseView } from '../../../catalogue/contract/paper-uses.ts'
import { judgeResults, mostPupils, readResults } from '../../../catalogue/papers/results.ts'
import { textOfFile } from '../../engine/pasted/text-of-file.ts'
import { textOfWorkbook } from '../../engine/pasted/text-of-workbook.ts'
import { saveText } from '../../platform/api/download.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useUseActs } from './use-uses.ts'

/** Faults that are listed; the others are counted. */
const mostListed = 8

/**
 * Results of a use, from a workbook or the clipboard. Columns of names are left out here, so that they do not
 * leave the computer.
 */
export function ResultsPart({ use }: { use: UseView }) {
  const [text, setText] = useState('')
  const { bring } = useUseActs()
  const { busy, faults, run } = useAct([])
  const { cells, dropped, missing } = readResults(text, use.items)
  const judged = judgeResults(use.items, cells)
  const take = async (file: File) => {
    const read = await (/\.xlsx$/i.test(file.name) ? textOfWorkbook : textOfFile)(file)
    if (read === null) notify.warn('该文件读不出表格；请用 xlsx 或 CSV 文件，或直接复制粘贴')
    else setText(read)
  }
  const send = () =>
    run(async () => {
      const { pupils } = await bring.mutateAsync({ id: use.id, version: use.version, rows: cells })
      notify.success(`已导入 ${pupils} 人的成绩`)
    })
  const heads = ['姓名', ...use.items.map(({ number }) => String(number))]
  const isReady = missing.length === 0 && judged.faults.length === 0 && judged.rows.length > 0
  return (
    <Panel
      title={use.pupils === 0 ? '导入成绩' : '重新导入成绩'}
      extra={
        <span className="library-acts">
          <Button icon="download" onClick={() => saveText('成绩样表.csv', `${heads.join(',')}\n`)}>
            下载样表
          </Button>
          <FileButton
            label="选文件"
            accept=".xlsx,.csv,.txt"
            busy={false}
            onTake={(file) => void take(file)}
          />
        </span>
      }
    >
      {faults['form'] !== undefined && <ErrorBox title="没有导入成" detail={faults['form']} />}
      <TextBox
        label="从成绩表里复制，连同第一行的题号粘贴到这里"
        help="每行一位学生，每列一题：得分，或选择题的选项字母；没有作答写 0，缺考写“缺考”。姓名、学号不会上传"
        value={text}
        most={200_000}
        rows={6}
        onChange={setText}
      />
      {text !== '' && (
        <output className="paper-typed">
          {missing.length > 0 && (
            <p className="x-labelled-fault">
              没有找到这些题的列：{missing.map((one) => `第 ${one} 题`).join('、')}
            </p>
          )}
          {missing.length === 0 &&
            judged.faults.slice(0, mostListed).map(({ row, item, message }) => (
              <p key={`${row} ${item}`} className="x-labelled-fault">
                第 {row + 1} 行：{message}
              </p>
            ))}
          {judged.faults.length > mostListed && missing.length === 0 && (
            <p className="x-labelled-fault">还有 {judged.faults.length - mostListed} 处</p>
          )}
          {cells.length > mostPupils && <p className="x-labelled-fault">一次最多 {mostPupils} 人</p>}
          <p className="x-soft">
            {judged.rows.length} 人{judged.absent > 0 && `，缺考 ${judged.absent} 人`}
            {dropped.length > 0 && `；不读入的列：${dropped.join('、')}`}
          </p>
        </output>
      )}
      <div>
        <Button look="primary" busy={busy} disabled={!isReady} onClick={() => void send()}>
          {isReady ? `导入 ${judged.rows.length} 人` : '导入'}
        </Button>
      </div>
    </Panel>
  )
}
