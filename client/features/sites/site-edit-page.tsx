import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SitePreview, SiteView } from '../../../catalogue/contract/portal/sites.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { BrandPanel } from './brand-panel.tsx'
import { CentrePanel } from './centre-panel.tsx'
import { ColumnsPanel } from './columns-panel.tsx'
import { HomePanel } from './home-panel.tsx'
import { NavPanel } from './nav-panel.tsx'
import { SecondLook } from './second-look.tsx'
import { SitePreviewPanel, type FrontOfSite } from './site-preview.tsx'
import { SiteVersions } from './versions.tsx'
import { useSiteDraft, type SiteDraftState } from './use-site-draft.ts'
import { siteApi, useSiteView } from './use-sites.ts'
import './sites.css'

/** One site: what is in force, the draft with its preview, and the versions before. */
export function SiteEditPage({
  client,
  entry,
  Front,
}: {
  client: number
  entry: PageEntry
  Front: FrontOfSite
}) {
  const { data, error, refetch } = useSiteView(client)
  const crumbs = [{ label: entry.title, to: entry.path }, { label: data?.name ?? '' }]
  return (
    <PageFrame title={data ? data.name : entry.title} crumbs={crumbs}>
      {error && !data && (
        <ErrorBox title="站点打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={10} />}
      {data && (
        <div className="sites-parts">
          <p className="x-soft">
            {data.areaName}　域名：{data.domain ?? '未设置，访客还不能从域名进入'}；
            {data.no > 0 ? `现行第 ${data.no} 版` : '尚未发布'}
          </p>
          {data.draft?.asked ? (
            <SecondLook view={data} Front={Front} />
          ) : (
            <Editor key={`${data.no}/${data.draft?.editNo ?? 0}`} view={data} Front={Front} />
          )}
          <SiteVersions view={data} />
        </div>
      )}
    </PageFrame>
  )
}

/** Saving, looking at and publishing what is being changed. */
function useActs(view: SiteView, draft: SiteDraftState) {
  const cache = useQueryClient()
  const [errors, setErrors] = useState<readonly FieldFault[]>([])
  const [preview, setPreview] = useState<SitePreview | null>(null)
  const [isBusy, setBusy] = useState(false)
  const fresh = () => cache.invalidateQueries({ queryKey: ['site'] })
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setErrors([])
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError) setErrors(error.errors)
      notify.error(sentenceOf(error), { stay: 4000 })
      if (error instanceof ApiError && error.status === 409) await fresh()
    } finally {
      setBusy(false)
    }
  }
  const save = async () => (await siteApi.save(view.clientId, draft.body, view.draft?.editNo ?? 0)).editNo
  return {
    errors,
    preview,
    isBusy,
    keep: () =>
      run(async () => {
        await save()
        await fresh()
        notify.success('草稿已保存，同事也能接着改')
      }),
    look: () => run(async () => setPreview(await siteApi.preview(view.clientId, draft.body))),
    publish: (note: string) =>
      run(async () => {
        const editNo = draft.isSaved && view.draft ? view.draft.editNo : await save()
        await siteApi.publish(view.clientId, editNo, note)
        notify.success('已送请同事复核')
        await fresh()
      }),
    giveUp: () =>
      run(async () => {
        const isSure = await confirm({
          title: '放弃草稿？',
          text: '改动不再保留，现行的站点不变。',
          ok: '放弃',
        })
        if (!isSure) return
        if (view.draft) await siteApi.drop(view.clientId)
        draft.reset()
        await fresh()
      }),
  }
}

function Editor({ view, Front }: { view: SiteView; Front: FrontOfSite }) {
  const draft = useSiteDraft(view)
  const acts = useActs(view, draft)
  const parts = { body: draft.body, onChange: draft.setBody, errors: acts.errors }
  return (
    <div className="sites-parts">
      <BrandPanel {...parts} logoUrl={view.logoUrl} />
      <NavPanel {...parts} />
      <HomePanel {...parts} />
      <ColumnsPanel {...parts} />
      <CentrePanel {...parts} />
      <Publish draft={draft} acts={acts} hasDraft={view.draft !== null} />
      {acts.preview && <SitePreviewPanel preview={acts.preview} Front={Front} />}
    </div>
  )
}

function Publish({
  draft,
  acts,
  hasDraft,
}: {
  draft: SiteDraftState
  acts: ReturnType<typeof useActs>
  hasDraft: boolean
}) {
  const [note, setNote] = useState('')
  return (
    <Panel title="发布">
      <div className="sites-fields">
        <output className="x-soft x-dense">
          {draft.isChanged ? (draft.isSaved ? '草稿已保存' : '有未保存的改动，本机已留底') : '内容未修改'}
        </output>
        {acts.errors.map(({ field, message }) => (
          <p key={`${field} ${message}`} className="sites-fault">
            {message}
          </p>
        ))}
        <TextBox
          label="变更说明"
          required
          rows={2}
          most={300}
          value={note}
          fault={acts.errors.find(({ field }) => field === 'note')?.message}
          onChange={setNote}
        />
        <div className="sites-acts">
          <Button busy={acts.isBusy} onClick={() => void acts.look()}>
            预览并检查
          </Button>
          <Button busy={acts.isBusy} disabled={draft.isSaved} onClick={() => void acts.keep()}>
            保存草稿
          </Button>
          <Button
            look="primary"
            busy={acts.isBusy}
            disabled={!draft.isChanged}
            onClick={() => void acts.publish(note.trim())}
          >
            送请复核
          </Button>
          {(hasDraft || !draft.isSaved) && (
            <Button look="text" onClick={() => void acts.giveUp()}>
              放弃草稿
            </Button>
          )}
        </div>
      </div>
    </Panel>
  )
}
