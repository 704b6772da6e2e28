import { useQuery } from '@tanstack/react-query'
import type { PreviewView } from '../../../catalogue/contract/archive/records.ts'
import { recordApi } from '../data/record-api.ts'
import { noPlaceholder } from '../data/no-placeholder.ts'
import { useDebounced } from '../data/options.ts'
import { RouteSteps } from '../record/route-steps.tsx'
import { Timeline } from '../record/timeline.tsx'
import { quietMs } from '../values.ts'
import { labelOfKey } from './fault-list.tsx'
import { outgoing } from './outgoing.ts'
import type { RecordFormModel } from './use-record-form.ts'

/**
 * Asks the server who would review the typed values and what it would warn of. The server has the saved part,
 * so only unsaved values are sent, without those that cannot be read yet. The last answer stays until the
 * next one comes.
 */
export function usePreview(form: RecordFormModel): PreviewView | undefined {
  const { definition, state, keys, atOnce } = form
  const { values, attachments } = outgoing(definition, state, keys)
  const files = attachments ?? state.saved.files
  const asked = useDebounced(JSON.stringify({ id: state.id, values, files }), quietMs)
  const { data } = useQuery({
    queryKey: ['preview', definition.name, asked],
    queryFn: ({ signal }) => {
      const body = JSON.parse(asked) as {
        id: string | null
        values: Record<string, unknown>
        files: string[]
      }
      return recordApi.preview(
        definition.name,
        { values: body.values, ...(definition.attachments && { attachments: body.files }) },
        body.id,
        signal,
      )
    },
    enabled: !atOnce,
    retry: false,
    gcTime: 0,
    ...(atOnce && { placeholderData: noPlaceholder }),
  })
  return data
}

/** Beside the form: the changes, the reviewers, and what has happened to the record so far. */
export function FormAside({ form, preview }: { form: RecordFormModel; preview: PreviewView | undefined }) {
  const { definition, state, changed, replaces, atOnce } = form
  const labels = changed.map((key) => labelOfKey(definition, key))
  return (
    <aside className="xr-aside" aria-label="本次提交">
      {replaces && (
        <section>
          <h2>{changed.length > 0 ? `本次会改动 ${changed.length} 项` : '内容未修改'}</h2>
          {labels.length > 0 && <p>{labels.join('、')}。</p>}
          {!atOnce && (
            <p className="x-faint x-note">
              审核通过前，档案里仍是现行值；通过后现行值存入历史，可按日期查看。
            </p>
          )}
        </section>
      )}
      {atOnce ? <AtOnce /> : <Reviewers preview={preview} />}
      {preview && preview.warnings.length > 0 && <Warnings form={form} warnings={preview.warnings} />}
      {state.id !== null && (
        <section>
          <h2>办理记录</h2>
          <Timeline definition={definition} id={state.id} />
        </section>
      )}
    </aside>
  )
}

/** When a save takes effect: for records without a review. */
function AtOnce() {
  return (
    <section>
      <h2>保存以后</h2>
      <p className="x-soft">无需审核，保存就生效；以前的值存入历史，可按日期查看。</p>
    </section>
  )
}

/** Who would review the typed values, step by step. */
function Reviewers({ preview }: { preview: PreviewView | undefined }) {
  return (
    <section>
      <h2>审核单位</h2>
      {preview?.blocked && <p className="xr-fault">{preview.blocked}</p>}
      {preview && preview.steps.length > 0 && <RouteSteps steps={preview.steps} />}
      {!preview && <p className="x-faint">正在看由谁审核…</p>}
    </section>
  )
}

/** Warnings do not stop a submission: the owner may give a reason to each, which the reviewer reads. */
function Warnings({ form, warnings }: { form: RecordFormModel; warnings: PreviewView['warnings'] }) {
  return (
    <section>
      <h2>提示 {warnings.length} 条</h2>
      {warnings.map((warning) => (
        <label key={warning.message} className="xr-because">
          <span className="xr-warning">{warning.message}</span>
          <span className="x-note x-soft">如果填得没错，说明原因（审核人会看到）</span>
          <textarea
            rows={2}
            maxLength={200}
            value={form.state.because[warning.message] ?? ''}
            onChange={(event) =>
              form.dispatch({ type: 'because', message: warning.message, text: event.target.value })
            }
          />
        </label>
      ))}
      <p className="x-faint x-note">可以提交，审核人会逐条看。</p>
    </section>
  )
}
