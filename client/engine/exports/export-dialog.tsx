import { useId, useMemo, useState } from 'react'
import {
  isSaid,
  type ExportFormat,
  type ExportJob,
  type ExportPreview,
  type ExportPurpose,
} from '../../../catalogue/contract/administration/exports.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { thousands } from '../../platform/format.ts'
import { useModalDialog } from '../../ui/feedback/modal-dialog.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import type { ShownList } from './export-button.tsx'
import { ExportFields, type Faults } from './export-fields.tsx'
import { ExportFound } from './export-found.tsx'
import { ExportOutcome } from './export-outcome.tsx'
import { fetchExport, useAskExport, usePreview } from './use-exports.ts'
import './exports.css'

/** Choices made in the dialog. */
export interface Choice {
  readonly format: ExportFormat
  readonly columns: readonly string[]
  /** Columns asked for in full. */
  readonly opened: readonly string[]
  readonly purpose: ExportPurpose | ''
  readonly said: string
}

function queryOf(query: ShownList['query']): Record<string, string> {
  const beside = ['page', 'pageSize', 'limit', 'counts']
  return Object.fromEntries(
    Object.entries(query).flatMap(([key, value]) =>
      beside.includes(key) || value === undefined || value === null || value === ''
        ? []
        : [[key, String(value)] as const],
    ),
  )
}

function faultsOf({ columns, purpose, said }: Choice): Faults {
  return {
    ...(columns.length === 0 && { columns: '请至少选一列' }),
    ...(purpose === '' && { purpose: '请选择用途' }),
    ...(purpose !== '' && isSaid(purpose) && said.trim() === '' && { said: '请写明用途' }),
  }
}

/** Asks for the purpose of an export and shows the progress of its file. */
export function ExportDialog(props: ShownList & { onClose: () => void }) {
  const { title, onClose } = props
  const id = useId()
  const dialog = useModalDialog(true, onClose)
  const [asked, setAsked] = useState<number | null>(null)
  const onAsked = (job: ExportJob) => {
    setAsked(job.id)
    if (job.state === 'ready') void fetchExport(job).catch(() => undefined)
  }
  return (
    <dialog ref={dialog} className="x-dialog xe-dialog" aria-labelledby={id}>
      <h2 id={id}>导出{title}</h2>
      {asked === null ? (
        <ExportForm {...props} onAsked={onAsked} />
      ) : (
        <ExportOutcome id={asked} onClose={onClose} />
      )}
    </dialog>
  )
}

/** Whether a file of this may be asked for now. */
const fits = (found: ExportPreview | undefined): boolean =>
  found !== undefined && !found.tooMany && found.rows > 0 && found.left > 0

/** What would be in the file, who has to agree, and what is chosen of it. */
function ExportForm(props: ShownList & { onClose: () => void; onAsked: (job: ExportJob) => void }) {
  const { list, columns, unit, onClose, onAsked } = props
  const [choice, setChoice] = useState<Choice>(() => ({
    format: 'xlsx',
    columns: columns.map(({ key }) => key),
    opened: [],
    purpose: '',
    said: '',
  }))
  const [faults, setFaults] = useState<Faults>({})
  const query = useMemo(() => queryOf(props.query), [props.query])
  // Until a purpose is chosen, values count as masked.
  const opened = choice.opened.filter((key) => choice.columns.includes(key))
  const preview = usePreview({
    list,
    query,
    columns: [...choice.columns],
    opened,
    purpose: choice.purpose || '1',
    format: choice.format,
  })
  const ask = useAskExport(onAsked)
  const found = preview.data
  const send = () => {
    const missing = faultsOf(choice)
    setFaults(missing)
    const { purpose, said, format } = choice
    if (Object.keys(missing).length > 0 || purpose === '') return
    const purposeText = isSaid(purpose) ? said : ''
    ask.mutate({ list, query, columns: [...choice.columns], opened, format, purpose, purposeText })
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="xe-body">
        <PreviewPart preview={preview} />
        <ExportFields
          offered={columns}
          possible={found?.formats ?? ['xlsx']}
          opens={found?.opens ?? []}
          choice={choice}
          faults={faults}
          onChange={setChoice}
        />
      </div>
      <footer>
        <Button onClick={onClose}>取消</Button>
        <Button type="submit" look="primary" disabled={!fits(found)} busy={ask.isPending}>
          {found?.second ? '申请导出' : `导出这 ${thousands(found?.rows ?? 0)} ${unit}`}
        </Button>
      </footer>
    </form>
  )
}

function PreviewPart({ preview: { data, error } }: { preview: ReturnType<typeof usePreview> }) {
  if (error)
    return (
      <p className="xr-fault" role="alert">
        {sentenceOf(error)}
      </p>
    )
  return data ? <ExportFound found={data} /> : <Skeleton lines={3} />
}
