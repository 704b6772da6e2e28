import { useState } from 'react'
import type { BlindFile, BlindFinding, BlindState } from '../../../catalogue/contract/research/blind.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { useBlind, useReason, writes } from './use-beside.ts'

const words: Readonly<Record<BlindState, readonly [label: string, tone: string]>> = {
  waiting: ['等待检查', ''],
  clean: ['没有发现身份信息', 'xr-tag-pass'],
  mend: ['要修改或说明', 'xr-tag-danger'],
  explained: ['保留的内容都有理由', 'xr-tag-accent'],
  refused: ['检查不了', 'xr-tag-danger'],
}

/** What the files of an entry tell of its authors: mended by another file, or left in for a reason. */
export function BlindPart({ view }: { view: CaseView }) {
  const answer = useBlind(view)
  const own = writes(view)
  return (
    <Panel
      title="匿名检查"
      extra={
        own && (
          <Button look="text" busy={answer.isFetching} onClick={() => void answer.refetch()}>
            检查文件
          </Button>
        )
      }
    >
      <p className="x-soft">
        {own
          ? '本次征集匿名评审：材料里不能看出是谁、哪个单位的。文件名、属性、批注和修订自动移除；正文里的请修改后重新上传。'
          : '本次征集匿名评审：专家看到的是不带身份信息的副本。'}
      </p>
      <Loaded answer={answer} failed="文件检查失败" lines={3}>
        {({ files }) =>
          files.length === 0 ? (
            <p className="x-faint">暂无文件。上传并保存后自动检查。</p>
          ) : (
            <ul className="entry-files" data-testid="blind">
              {files.map((file) => (
                <CheckedFile key={file.file} caseId={view.id} file={file} own={own} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  )
}

function CheckedFile({ caseId, file, own }: { caseId: string; file: BlindFile; own: boolean }) {
  const [label, tone] = words[file.state]
  return (
    <li>
      <p className="entry-file">
        <b>{file.name}</b>
        <output className={`xr-tag ${tone}`}>{label}</output>
      </p>
      {file.refused !== null && <p className="xr-fault">{file.refused}</p>}
      {file.findings.length > 0 && (
        <ol className="entry-findings">
          {file.findings.map((one) => (
            <Finding key={one.key} caseId={caseId} file={file.file} finding={one} own={own} />
          ))}
        </ol>
      )}
      {file.more > 0 && <p className="xr-fault">{`还有 ${file.more} 处没有列出，请修改后重新上传`}</p>}
      {file.removed.length > 0 && (
        <details>
          <summary>{`送评审时自动移除 ${file.removed.length} 处`}</summary>
          <ul className="entry-removed">
            {file.removed.map((one) => (
              <li key={one}>{one}</li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

interface FindingProps {
  readonly caseId: string
  readonly file: string
  readonly finding: BlindFinding
  readonly own: boolean
}

function Finding({ caseId, file, finding, own }: FindingProps) {
  const { sentence, before, words: found, after, reason } = finding
  return (
    <li>
      <p>{sentence}</p>
      {found !== '' && (
        <p className="x-faint">
          …{before}
          <mark>{found}</mark>
          {after}…
        </p>
      )}
      {own ? (
        <Reason caseId={caseId} file={file} finding={finding} />
      ) : (
        <p className={reason === null ? 'x-faint' : ''}>{reason === null ? '没有说明' : `保留：${reason}`}</p>
      )}
    </li>
  )
}

const common = '与我无关的同名'

/** Why a finding stays, written by the author; it can be taken back until the entry is handed in. */
function Reason({ caseId, file, finding: { key, reason, sentence } }: Omit<FindingProps, 'own'>) {
  const keep = useReason(caseId, file)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const { busy, faults, run } = useAct(['reasons.0.reason'])
  const fault = faults['reasons.0.reason'] ?? faults['form']
  if (reason !== null)
    return (
      <p className="entry-reason">
        <span>保留：{reason}</span>
        <Button look="text" busy={busy} onClick={() => void run(() => keep(key, null))}>
          撤回理由<span className="x-hidden">{sentence}</span>
        </Button>
      </p>
    )
  if (!open)
    return (
      <Button look="text" onClick={() => setOpen(true)}>
        需要保留<span className="x-hidden">{sentence}</span>
      </Button>
    )
  return (
    <div className="entry-reason">
      <TextField
        label="保留的理由"
        value={typed}
        onChange={setTyped}
        fault={fault}
        maxLength={100}
        help={`如“${common}”“教材原文”；审核的单位会看到`}
      />
      <Button busy={busy} onClick={() => void run(() => keep(key, typed))}>
        确定保留
      </Button>
      <Button look="text" onClick={() => setTyped(common)}>
        {common}
      </Button>
    </div>
  )
}
