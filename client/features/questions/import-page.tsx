import { useState } from 'react'
import type { PaperAnswer } from '../../../catalogue/contract/question-import.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { useLeaveGuard } from '../../engine/form/leave-guard.ts'
import { upload } from '../../platform/api/upload.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { packed, readPaper } from './use-import.ts'
import { PaperReview } from './paper-review.tsx'
import './questions.css'

/** 导入试题: a paper of Word, a workbook, or the questions of another program is uploaded, looked through, and brought in as drafts. */
export function ImportPage({ entry }: { entry: PageEntry }) {
  const [paper, setPaper] = useState<PaperAnswer | null>(null)
  const { busy, faults, run } = useAct([])
  const pass = useLeaveGuard(paper !== null, '离开后要重新上传该文件；已导入的草稿不受影响。')
  const take = (file: File) =>
    run(async () => {
      const { id } = await upload(await packed(file))
      setPaper(await readPaper(id))
    })
  const title = '导入试题'
  return (
    <PageFrame
      title={paper?.name ?? title}
      crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}
    >
      {faults['form'] !== undefined && <ErrorBox title="该文件读取失败" detail={faults['form']} />}
      {paper === null ? (
        <Panel title="选一个文件">
          <p>
            Word
            试卷：认题号、选项、【答案】【解析】和文末的参考答案；公式、图片、自动编号都会保留。读出后先核对、修整，再导入为草稿。
          </p>
          <p>
            也可以是 Excel 表格（一行一题，列名同导出的表格）、QTI 包（.zip）或 Moodle
            XML（.xml）。从本平台导出的文件，没有改过的题会认出来，不会重复。
          </p>
          <p className="x-soft">
            请用 .docx
            文件。旧版公式编辑器（MathType）的公式读不出，会保留图片并标出；含嵌入对象的文件请先另存为不含对象的
            .docx。
          </p>
          <FileButton
            label="选择文件"
            accept=".docx,.xlsx,.zip,.xml"
            busy={busy}
            primary
            onTake={(file) => void take(file)}
          />
        </Panel>
      ) : (
        <PaperReview paper={paper} entry={entry} onLeave={pass} onAgain={() => setPaper(null)} />
      )}
    </PageFrame>
  )
}
