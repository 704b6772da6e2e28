import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { newUuid } from '../../engine/uuid.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { upload } from '../../platform/api/upload.ts'
import { useAct } from '../../platform/api/use-act.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { dropMending, mendingBefore, newMending, type MendingCopy } from './mending-copy.ts'
import { packed, readPaper } from './use-import.ts'
import { PaperReview } from './paper-review.tsx'
import './questions.css'

const readKey = (fileId: string) => ['question-file', fileId] as const

/**
 * 导入试题: a paper of Word, a workbook, or the questions of another program is uploaded, looked through, and
 * brought in as drafts, or as a paper of them (`&paper=1` from the page of papers). What was mended survives a
 * reload.
 */
export function ImportPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const toPaper = search.has('paper')
  const [file, setFile] = useState(mendingBefore)
  const title = toPaper ? '从文件组卷' : '导入试题'
  const again = () => {
    dropMending()
    setFile(null)
  }
  return (
    <PageFrame title={title} crumbs={[{ label: entry.title, to: entry.path }, { label: title }]}>
      {file === null ? (
        <ChooseFile toPaper={toPaper} onTaken={setFile} />
      ) : (
        <Looking key={file.fileId} file={file} entry={entry} toPaper={toPaper} onAgain={again} />
      )}
    </PageFrame>
  )
}

function ChooseFile({ toPaper, onTaken }: { toPaper: boolean; onTaken: (file: MendingCopy) => void }) {
  const cache = useQueryClient()
  const { busy, faults, run } = useAct([])
  const take = (file: File) =>
    run(async () => {
      const { id } = await upload(await packed(file))
      cache.setQueryData(readKey(id), await readPaper(id))
      onTaken(newMending(id, newUuid()))
    })
  return (
    <>
      {faults['form'] !== undefined && <ErrorBox title="该文件读取失败" detail={faults['form']} />}
      <Panel title="选一个文件">
        <p>
          Word
          试卷：认题号、选项、【答案】【解析】和文末的参考答案；公式、图片、自动编号都会保留。读出后先核对、修整，再导入为草稿
          {toPaper ? '并组成试卷，大题和次序照文件' : ''}。
        </p>
        {!toPaper && (
          <p>
            也可以是 Excel 表格（一行一题，列名同导出的表格）、QTI 包（.zip）、Moodle XML（.xml）或
            GIFT（.txt）。从本平台导出的文件，没有改过的题会认出来，不会重复。
          </p>
        )}
        <p className="x-soft">
          请用 .docx
          文件。旧版公式编辑器（MathType）的公式读不出，会保留图片并标出；含嵌入对象的文件请先另存为不含对象的
          .docx。
        </p>
        <FileButton
          label="选择文件"
          accept={toPaper ? '.docx' : '.docx,.xlsx,.zip,.xml,.txt,.gift'}
          busy={busy}
          primary
          onTake={(file) => void take(file)}
        />
      </Panel>
    </>
  )
}

/** The file that is looked through; after a reload it is read again, and what was mended comes back. */
function Looking({
  file,
  entry,
  toPaper,
  onAgain,
}: {
  file: MendingCopy
  entry: PageEntry
  toPaper: boolean
  onAgain: () => void
}) {
  const answer = useQuery({
    queryKey: readKey(file.fileId),
    queryFn: () => readPaper(file.fileId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <>
      {answer.isError && (
        <p>
          上次的文件尚未导入。
          <Button onClick={onAgain}>换一个文件</Button>
        </p>
      )}
      <Loaded answer={answer} failed="上次的文件打开失败" lines={10}>
        {(paper) => (
          <>
            <p className="x-soft">{paper.name}</p>
            <PaperReview paper={paper} entry={entry} before={file} toPaper={toPaper} onAgain={onAgain} />
          </>
        )}
      </Loaded>
    </>
  )
}
