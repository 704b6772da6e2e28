import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OwnEffect, OwnTypeView } from '../../../catalogue/contract/own-fields.ts'
import type { AnyRecord } from '../../../catalogue/define.ts'
import type { FieldFault } from '../../../catalogue/errors.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { isSlot } from '../../../catalogue/own/slot-names.ts'
import { forgetOwnLayers } from '../../engine/own-layers.ts'
import { ApiError, sentenceOf } from '../../platform/api/api-error.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { TextBox } from '../../ui/forms/text-box.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { ChosenField } from './chosen-field.tsx'
import { EffectPanel } from './effect-panel.tsx'
import { FieldList, faultyFields } from './field-list.tsx'
import { SecondPerson } from './second-person.tsx'
import { TypeFacts, TypeLists } from './type-editor.tsx'
import { useOwnDraft, type OwnDraftState } from './use-own-draft.ts'
import { ownApi, useOwnType } from './use-own-fields.ts'
import { OwnVersions } from './versions.tsx'
import { freshField } from './words.ts'

/**
 * The fields of one type: shipped, of offices above and below, and the office's own to change. A type of the
 * office's own has no shipped ones.
 */
export function OwnTypePage({ facts, entry }: { facts: AnyRecord; entry: PageEntry }) {
  const { data, error, refetch } = useOwnType(facts.name)
  const isOwn = isSlot(facts.name)
  const title = (data?.draft?.body ?? data?.body)?.record?.title ?? facts.title
  const crumbs = [{ label: entry.title, to: entry.path }, { label: title }]
  return (
    <PageFrame title={isOwn ? `自有档案：${title}` : `${title}的自有栏目`} crumbs={crumbs}>
      {error && !data && (
        <ErrorBox title="自有栏目打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton lines={10} />}
      {data && (
        <div className="own-parts">
          <Changing view={data} facts={facts} />
          <OwnVersions view={data} />
        </div>
      )}
    </PageFrame>
  )
}

/** What can be done now: changing the draft, or deciding about one that waits for a second person. */
function Changing({ view, facts }: { view: OwnTypeView; facts: AnyRecord }) {
  if (view.draft?.asked) return <SecondPerson view={view} facts={facts} />
  if (view.most === 0) return <Empty text="上级单位尚未向本单位开放自有栏目。" />
  return <Editor key={`${view.no}/${view.draft?.editNo ?? 0}`} view={view} facts={facts} />
}

/** Saving, counting and publishing what is being changed. */
function useActs(view: OwnTypeView, draft: OwnDraftState) {
  const cache = useQueryClient()
  const [, setSearch] = useSearchParams()
  const [errors, setErrors] = useState<readonly FieldFault[]>([])
  const [effect, setEffect] = useState<OwnEffect | null>(null)
  const [isBusy, setBusy] = useState(false)
  const fresh = () => cache.invalidateQueries({ queryKey: ['own'] })
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError && error.errors.length > 0) setErrors(error.errors)
      notify.error(sentenceOf(error), { stay: 4000 })
      if (error instanceof ApiError && error.status === 409) await fresh()
    } finally {
      setBusy(false)
    }
  }
  const save = async () => (await ownApi.save(view.type, draft.body, view.draft?.editNo ?? 0)).editNo
  return {
    errors,
    effect,
    isBusy,
    keep: () =>
      run(async () => {
        await save()
        await fresh()
        notify.success('草稿已保存，同事也能接着改')
      }),
    count: () =>
      run(async () => {
        const found = await ownApi.effect(view.type, draft.body)
        setErrors(found.errors)
        setEffect(found.errors.length > 0 ? null : found)
        if (found.errors.length > 0) notify.warn(found.errors[0]?.message ?? '')
      }),
    publish: (note: string) =>
      run(async () => {
        const editNo = draft.isSaved && view.draft ? view.draft.editNo : await save()
        const answer = await ownApi.publish(view.type, editNo, note)
        forgetOwnLayers()
        notify.success(answer.asked ? '已送请同事复核' : '已发布，约十秒后各处生效')
        await fresh()
      }),
    giveUp: () =>
      run(async () => {
        const isSure = await confirm({
          title: '放弃草稿？',
          text: '改动不再保留，现行的栏目不变。',
          ok: '放弃',
        })
        if (!isSure) return
        if (view.draft) await ownApi.drop(view.type)
        draft.reset()
        // An own type that was never published is gone with its draft: its page asks for nothing more.
        const isGone = isSlot(view.type) && view.body.record === undefined
        if (isGone) setSearch({})
        await cache.invalidateQueries({ queryKey: ['own'], refetchType: isGone ? 'none' : 'active' })
      }),
    add: (section: string, onAdded: (key: string) => void) =>
      run(async () => {
        const { key } = await ownApi.newKey(view.type)
        draft.put(freshField(key, section, draft.body.fields.at(-1)))
        draft.rest(key)
        onAdded(key)
      }),
  }
}

function Editor({ view, facts }: { view: OwnTypeView; facts: AnyRecord }) {
  const draft = useOwnDraft(view)
  const acts = useActs(view, draft)
  const [chosen, setChosen] = useState(draft.body.fields[0]?.key ?? '')
  const { record } = draft.body
  const own = [...new Set(draft.body.fields.map(({ section }) => section))]
  const sections = record ? own : facts.pages.form.map(({ title }) => title)
  const ofType = {
    body: draft.body,
    isPublished: view.body.record !== undefined,
    faultAt: (part: string) =>
      acts.errors.find(({ field }) => field.replace(/^body\./, '') === `record.${part}`)?.message,
    onChange: draft.describe,
  }
  return (
    <div className="own-parts">
      {record && <TypeFacts {...ofType} record={record} />}
      <div className="own-page">
        <FieldList
          view={view}
          facts={facts}
          body={draft.body}
          faulty={faultyFields(draft.body, acts.errors)}
          chosen={chosen}
          onChoose={setChosen}
          onAdd={() => void acts.add(sections.at(-1) ?? '基本情况', setChosen)}
          isBusy={acts.isBusy}
        />
        <ChosenField view={view} facts={facts} draft={draft} errors={acts.errors} chosen={chosen} />
        <Publish draft={draft} acts={acts} hasDraft={view.draft !== null} />
      </div>
      {record && <TypeLists {...ofType} record={record} />}
      {acts.effect && <EffectPanel effect={acts.effect} body={draft.body} facts={facts} />}
    </div>
  )
}

function Publish({
  draft,
  acts,
  hasDraft,
}: {
  draft: OwnDraftState
  acts: ReturnType<typeof useActs>
  hasDraft: boolean
}) {
  const [note, setNote] = useState('')
  const noteFault = acts.errors.find(({ field }) => field === 'note')?.message
  const rest = acts.errors.filter(({ field }) =>
    /^(body\.)?(fields|hidden|tightened|body|record)(\.\d+)?$/.test(field),
  )
  return (
    <Panel title="发布">
      <div className="own-fields">
        <output className="x-soft x-dense">
          {draft.isChanged ? (draft.isSaved ? '草稿已保存' : '有未保存的改动，本机已留底') : '内容未修改'}
        </output>
        {draft.isOutdated && (
          <p className="own-fault">
            本机留底之后，同事又改过或发布过。请对照现行的栏目再发布。
            <Button look="text" onClick={draft.takeSaved}>
              改用最新的
            </Button>
          </p>
        )}
        <TextBox
          label="变更说明"
          required
          rows={2}
          most={300}
          value={note}
          fault={noteFault}
          onChange={setNote}
        />
        {rest.map(({ field, message }) => (
          <p key={field} className="own-fault">
            {message}
          </p>
        ))}
        <div className="own-acts">
          <Button busy={acts.isBusy} disabled={!draft.isChanged} onClick={() => void acts.count()}>
            试算影响
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
            发布
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
