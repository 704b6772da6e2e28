import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChainImpact, ChainView } from '../../../catalogue/contract/archive/chains.ts'
import type { ReviewedType } from '../../../catalogue/flows/reviewed.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import { faultsOfChain } from '../../../catalogue/flows/chain.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { Button } from '../../ui/forms/button.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ImpactDialog } from './impact-dialog.tsx'
import { StepList } from './step-list.tsx'
import { useChainDraft } from './use-chain-draft.ts'
import { chainApi, useChain } from './use-chains.ts'
import { Versions } from './versions.tsx'

/** The chain of one type: what it is, how it was, and changing it. */
export function ChainPage({ definition, entry }: { definition: ReviewedType; entry: PageEntry }) {
  const { data, error, refetch } = useChain(definition.name)
  const crumbs = [{ label: entry.title, to: entry.path }, { label: definition.title }]
  return (
    <PageFrame title={`${definition.title}的审核流程`} crumbs={crumbs}>
      {error && !data && (
        <ErrorBox title="审核流程打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={10} />}
      {data && (
        <div className="chains-page">
          <Editor key={data.version} definition={definition} view={data} onFresh={() => void refetch()} />
          <Versions definition={definition} view={data} />
        </div>
      )}
    </PageFrame>
  )
}

/** Faults by the step they are at; those of the whole under -1. */
const stepOf = ({ field }: FieldFault): number => Number(/^chain\.(\d+)/.exec(field)?.[1] ?? -1)

function Editor({
  definition,
  view,
  onFresh,
}: {
  definition: ReviewedType
  view: ChainView
  onFresh: () => void
}) {
  const draft = useChainDraft(definition.name, view)
  const cache = useQueryClient()
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const [impact, setImpact] = useState<ChainImpact | null>(null)
  const [busy, setBusy] = useState(false)
  const fail = (error: unknown) => {
    setImpact(null)
    if (error instanceof ApiError && error.errors.length > 0) setFaults(error.errors)
    notify.error(sentenceOf(error), { stay: 4000 })
    if (error instanceof ApiError && error.status === 409) onFresh()
  }
  const check = async () => {
    const found = [
      ...faultsOfChain(definition, draft.chain),
      ...(draft.note.trim() === '' ? [{ field: 'note', message: '请填写变更说明' }] : []),
    ]
    setFaults(found)
    if (found.length > 0) return notify.warn(found[0]?.message ?? '')
    setBusy(true)
    await chainApi.preview(definition.name, draft.chain).then(setImpact, fail)
    setBusy(false)
  }
  const publish = async () => {
    setBusy(true)
    try {
      await chainApi.publish(definition.name, draft.chain, {
        basedOn: draft.basedOn,
        note: draft.note.trim(),
      })
      draft.drop()
      setImpact(null)
      notify.success('已发布，今后提交的按新流程走')
      await cache.invalidateQueries({ queryKey: ['chains'] })
    } catch (error) {
      fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel title="审核步骤">
      {draft.resumed && (
        <Resumed
          outdated={draft.outdated}
          onDrop={() => {
            draft.setChain(view.chain)
            draft.setNote('')
          }}
        />
      )}
      <StepList
        definition={definition}
        chain={draft.chain}
        onChange={draft.setChain}
        faults={(i) => faults.filter((one) => stepOf(one) === i)}
      />
      {faults
        .filter((one) => one.field === 'chain')
        .map((one) => (
          <p key={one.message} className="chains-fault">
            {one.message}
          </p>
        ))}
      <Note
        value={draft.note}
        fault={faults.find(({ field }) => field === 'note')?.message}
        onChange={draft.setNote}
      />
      <div className="chains-acts">
        <Button look="primary" busy={busy} disabled={!draft.changed} onClick={() => void check()}>
          预览影响并发布
        </Button>
        {!draft.changed && <span className="x-faint x-dense">内容未修改</span>}
      </div>
      {impact && (
        <ImpactDialog
          definition={definition}
          chain={draft.chain}
          impact={impact}
          busy={busy}
          onPublish={() => void publish()}
          onClose={() => setImpact(null)}
        />
      )}
    </Panel>
  )
}

/** Says that an unpublished change of earlier was found, and whether the chain changed since. */
function Resumed({ outdated, onDrop }: { outdated: boolean; onDrop: () => void }) {
  return (
    <p className="chains-info">
      <Icon name="info" />{' '}
      {outdated
        ? '流程刚被他人改过。下面是您没发布的改动，请对照现行的一版再发布。'
        : '接着上次没发布的改动。'}
      <Button look="text" onClick={onDrop}>
        放弃改动
      </Button>
    </p>
  )
}

/** Why the chain is changed; everybody it concerns reads it. */
function Note(props: { value: string; fault: string | undefined; onChange: (value: string) => void }) {
  const { value, fault, onChange } = props
  return (
    <div className="chains-note">
      <label htmlFor="chain-note">变更说明</label>
      <textarea
        id="chain-note"
        rows={2}
        maxLength={300}
        value={value}
        aria-invalid={fault !== undefined}
        aria-describedby={fault ? 'chain-note-fault' : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      {fault && value.trim() === '' && (
        <span className="chains-fault" id="chain-note-fault">
          {fault}
        </span>
      )}
    </div>
  )
}
