import { useRef, useState, type DragEvent } from 'react'
import { useSearchParams } from 'react-router'
import { mostBytes, type ImportMode } from '../../../catalogue/contract/administration/imports.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Empty } from '../../ui/feedback/empty.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { FileButton } from '../../ui/forms/file-button.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { sendFile, useTemplate, type ImportKind } from './use-imports.ts'
import { modeWords } from './words.ts'

/** What the chosen file is refused for before any of it is sent. */
function faultOf({ name, size }: File): string | null {
  if (/\.xls$/i.test(name)) return '这是旧版 .xls 文件，请用 Excel 或 WPS 另存为 xlsx 再传'
  if (!/\.(xlsx|csv|txt)$/i.test(name)) return '只能导入 xlsx 工作簿或 csv 文件'
  if (size > mostBytes) return '文件不能超过 60 MB，请分成几个文件再传'
  return size === 0 ? '文件是空的' : null
}

/** Sends one file at a time; leaving the page or 取消 ends it. */
function useSending(onSent: (ids: readonly number[]) => void) {
  const [share, setShare] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  const send = async (file: File, type: string, mode: ImportMode) => {
    const wrong = faultOf(file)
    setFault(wrong)
    if (wrong !== null || share !== null) return
    running.current = new AbortController()
    setShare(0)
    try {
      const { id, others } = await sendFile({ file, type, mode }, setShare, running.current.signal)
      onSent([id, ...others])
    } catch (error) {
      if (!running.current.signal.aborted) setFault(sentenceOf(error))
    } finally {
      setShare(null)
    }
  }
  return { share, fault, send, stop: () => running.current?.abort() }
}

/** The first step: what is imported, its template, and the file. */
export function BringFile({
  kinds,
  onSent,
}: {
  kinds: readonly ImportKind[]
  onSent: (ids: readonly number[]) => void
}) {
  const [search, setSearch] = useSearchParams()
  const [mode, setMode] = useState<ImportMode>('upsert')
  const kind = kinds.find(({ name }) => name === search.get('type')) ?? kinds[0]
  const sending = useSending(onSent)
  if (!kind) return <Empty text="您的身份没有可以导入的内容。" />
  const chosen = kind.modes.includes(mode) ? mode : (kind.modes[0] ?? 'upsert')
  return (
    <div className="import-bring">
      <Panel title="1. 导入什么">
        <KindChoice
          kinds={kinds}
          current={kind.name}
          onChoose={(name) => setSearch({ type: name }, { replace: true, preventScrollReset: true })}
        />
        <ModeChoice modes={kind.modes} current={chosen} onChoose={setMode} />
      </Panel>
      {kind.sheet === '' ? <Workbook kind={kind} /> : <Template kind={kind} />}
      <Panel title="3. 上传填好的文件">
        <DropPlace
          busy={sending.share !== null}
          onTake={(file) => void sending.send(file, kind.name, chosen)}
        />
        {sending.share !== null && <Sending share={sending.share} onStop={sending.stop} />}
        {sending.fault !== null && <ErrorBox title="文件上传失败" detail={sending.fault} />}
      </Panel>
    </div>
  )
}

interface KindChoiceProps {
  kinds: readonly ImportKind[]
  current: string
  onChoose: (name: string) => void
}

function KindChoice({ kinds, current, onChoose }: KindChoiceProps) {
  return (
    <fieldset className="import-kinds">
      <legend className="x-hidden">导入什么</legend>
      {kinds.map(({ name, title }) => (
        <label key={name}>
          <input type="radio" name="kind" checked={name === current} onChange={() => onChoose(name)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  )
}

interface ModeChoiceProps {
  modes: readonly ImportMode[]
  current: ImportMode
  onChoose: (mode: ImportMode) => void
}

function ModeChoice({ modes, current, onChoose }: ModeChoiceProps) {
  if (modes.length < 2) return null
  return (
    <fieldset className="import-modes">
      <legend>写入方式</legend>
      {modes.map((mode) => (
        <label key={mode}>
          <input type="radio" name="mode" checked={mode === current} onChange={() => onChoose(mode)} />
          <span>{modeWords[mode]}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** The template, and its columns for those who use a table of their own. */
function Template({ kind }: { kind: ImportKind }) {
  const template = useTemplate()
  const required = kind.columns.filter((column) => column.required === 'yes')
  return (
    <Panel title="2. 下载模板填写" beside={<span className="x-faint x-dense">版本 {kind.version}</span>}>
      <p className="import-note">
        模板里有填写说明、示例和下拉选项。也可以用自己的表格：工作表名为“{kind.sheet}
        ”，表头与模板一致，列的先后不限。
      </p>
      <Button icon="download" busy={template.isPending} onClick={() => template.mutate(kind)}>
        下载{kind.title}模板
      </Button>
      <details className="import-columns">
        <summary>
          {kind.columns.length} 列，其中 {required.length} 列必填
        </summary>
        <ul>
          {kind.columns.map(({ key, head, required: need, note }) => (
            <li key={key}>
              <strong>{head}</strong>
              {need === 'yes' && <span className="import-required">必填</span>}
              {need === 'conditional' && <span className="x-faint">视情况必填</span>}
              {note !== '' && <span className="x-soft">{note}</span>}
            </li>
          ))}
        </ul>
      </details>
    </Panel>
  )
}

/** A workbook of another system: its layout stands on a page of its own. */
function Workbook({ kind }: { kind: ImportKind }) {
  return (
    <Panel title="2. 准备文件">
      <p className="import-note">
        每张工作表各校验一次：{kind.columns.map(({ head }) => head).join('、')}
        。各表的表头和不能对应的栏目，在“对接”页查看；那里也可以导出现有的数据，改好后原样传回。
      </p>
    </Panel>
  )
}

/** A place for a file that is dragged here; the button in it asks for one. */
function DropPlace({ busy, onTake }: { busy: boolean; onTake: (file: File) => void }) {
  const [over, setOver] = useState(false)
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const file = event.dataTransfer.files[0]
    if (file && !busy) onTake(file)
  }
  return (
    <div
      className="import-drop"
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <FileButton label="选择文件" accept=".xlsx,.csv,.txt" busy={busy} primary onTake={onTake} />
      <p>
        <span className="import-drop-hint">或把文件拖到这里。</span>xlsx 或 csv，不超过 60 MB、20 万行
      </p>
    </div>
  )
}

function Sending({ share, onStop }: { share: number; onStop: () => void }) {
  const percent = Math.floor(share * 100)
  return (
    <div className="import-progress">
      <Meter percent={percent} label="上传进度" />
      <span className="x-num">{percent < 100 ? `正在上传 ${percent}%` : '已上传，正在检查文件'}</span>
      <Button onClick={onStop}>取消上传</Button>
    </div>
  )
}
