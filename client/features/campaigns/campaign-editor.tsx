import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CampaignStandings, CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import type { AnyCampaign } from '../../../catalogue/processes/campaigns.ts'
import { defaultsOf } from '../../../catalogue/rules/defaults.ts'
import { FieldRow } from '../../engine/form/field-row.tsx'
import { isSame } from '../../engine/values.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import type { Faults } from '../../platform/api/use-act.ts'
import { draftOf, dropDraft, keepDraft } from '../../platform/storage/drafts.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useFocusOnFault } from '../../ui/forms/use-focus-on-fault.ts'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { placeOf } from './place.ts'
import { useCampaign } from './use-campaigns.ts'
import { overStart, ownOf, type CampaignDraft } from './campaign-saving.ts'
import { useCampaignSaving } from './use-campaign-saving.ts'

const stay = () => undefined

/** What is typed, kept on this computer until the server has it. */
function useTyped(keptAs: string, start: CampaignDraft, version: number) {
  const [typed, setTyped] = useState<CampaignDraft>(() => {
    const kept = draftOf(keptAs)?.values
    return kept ? overStart(start, kept) : start
  })
  useEffect(() => {
    if (!isSame(typed, start)) keepDraft(keptAs, ownOf(start, typed), version)
  }, [keptAs, typed, start, version])
  return { typed, setTyped, saved: () => dropDraft(keptAs) }
}

const emptyOf = (definition: AnyCampaign): CampaignDraft => ({
  title: '',
  collects: Object.keys(definition.collects)[0] ?? '',
  value: defaultsOf(definition),
})

/** Writes a new notice, as a draft of the office. */
export function NewCampaign({
  entry,
  office,
}: {
  entry: PageEntry
  /** In whose name a person begins it. */
  office?: CampaignStandings['offices'][number] | undefined
}) {
  const navigate = useNavigate()
  const { definition, list, at } = placeOf(entry)
  const [empty] = useState(() => emptyOf(definition))
  return (
    <PageFrame
      title={definition.beginLabel}
      crumbs={[{ label: definition.title, to: list }, { label: definition.beginLabel }]}
      note={`${office ? `以${office.name}的名义（您是${office.because}）；` : ''}保存为草稿，开放以后教师才能看到`}
    >
      <CampaignForm
        definition={definition}
        keptAs={`campaign.new.${definition.name}`}
        start={empty}
        view={null}
        office={office?.id}
        back={list}
        after={({ id }) => void navigate(at(`id=${id}`), { replace: true })}
      />
    </PageFrame>
  )
}

/** Changes a notice; what is frozen since it is open cannot be changed. */
export function CampaignEditor({ entry, id }: { entry: PageEntry; id: string }) {
  const answer = useCampaign(placeOf(entry).definition.name, id)
  return (
    <Loaded answer={answer} failed={`${placeOf(entry).definition.title}打开失败`} lines={10}>
      {(view) => <EditorOf entry={entry} view={view} />}
    </Loaded>
  )
}

function EditorOf({ entry, view }: { entry: PageEntry; view: CampaignView }) {
  const navigate = useNavigate()
  const { definition, list, at } = placeOf(entry)
  // The version that is typed over: a newer one that is read meanwhile is somebody else's.
  const [opened] = useState(view)
  const [start] = useState<CampaignDraft>({ title: view.title, collects: view.collects, value: view.value })
  const back = at(`id=${view.id}`)
  return (
    <PageFrame
      title={view.title}
      crumbs={[{ label: definition.title, to: list }, { label: view.title, to: back }, { label: '修改' }]}
    >
      <CampaignForm
        definition={definition}
        keptAs={`campaign.${view.id}`}
        start={start}
        view={opened}
        frozen={view.state === 'draft' ? [] : definition.frozen}
        back={back}
        after={() => void navigate(back, { replace: true })}
      />
    </PageFrame>
  )
}

function CampaignForm(props: {
  definition: AnyCampaign
  keptAs: string
  start: CampaignDraft
  /** The notice that is changed; null for a new one. */
  view: CampaignView | null
  frozen?: readonly string[]
  back: string
  office?: number | undefined
  after: (saved: CampaignView) => void
}) {
  const { definition, keptAs, start, view, frozen = [], back, office, after } = props
  const { typed, setTyped, saved } = useTyped(keptAs, start, view?.version ?? 0)
  const { busy, faults, setFaults, save } = useCampaignSaving({ definition, view, start, typed, office })
  useFocusOnFault('.campaign-form', faults)
  const set = (key: string, value: unknown) => {
    setTyped((now) => ({ ...now, value: { ...now.value, [key]: value } }))
    setFaults(({ [key]: _mended, ...others }) => others)
  }
  const send = async () => {
    const stored = await save()
    if (!stored) return
    saved()
    notify.success('已保存')
    after(stored)
  }
  return (
    <form
      className="campaign-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {faults['form'] !== undefined && (
        <ErrorBox title="没有保存成" detail={faults['form']} kept="填写的内容都还在" />
      )}
      <Panel title="标题">
        <TextField
          label="标题"
          value={typed.title}
          onChange={(title) => setTyped((now) => ({ ...now, title }))}
          fault={faults['title']}
          maxLength={200}
          required
        />
        {view === null && Object.keys(definition.collects).length > 1 && (
          <Collects
            definition={definition}
            chosen={typed.collects}
            onChoose={(collects) => setTyped((now) => ({ ...now, collects }))}
          />
        )}
      </Panel>
      <Sections definition={definition} typed={typed} faults={faults} frozen={frozen} onSet={set} />
      <div className="campaign-acts">
        <Button type="submit" look="primary" busy={busy}>
          保存
        </Button>
        <ButtonLink to={back}>取消</ButtonLink>
      </div>
    </form>
  )
}

function Collects(props: { definition: AnyCampaign; chosen: string; onChoose: (collects: string) => void }) {
  const { definition, chosen, onChoose } = props
  return (
    <fieldset className="campaign-collects">
      <legend>征集内容</legend>
      {Object.entries(definition.collects).map(([key, label]) => (
        <label key={key}>
          <input type="radio" name="collects" checked={chosen === key} onChange={() => onChoose(key)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

function Sections(props: {
  definition: AnyCampaign
  typed: CampaignDraft
  faults: Faults
  frozen: readonly string[]
  onSet: (key: string, value: unknown) => void
}) {
  const { definition, typed, faults, frozen, onSet } = props
  return (
    <>
      {definition.form.map(({ title, fields }) => (
        <Panel key={title} title={title}>
          <div className="xr-grid">
            {fields
              .filter((key) => !frozen.includes(key))
              .map((key) => {
                const field = definition.fields[key]
                return (
                  field && (
                    <FieldRow
                      key={key}
                      name={key}
                      field={field}
                      value={typed.value[key] ?? null}
                      row={typed.value}
                      required={field.required}
                      fault={faults[key]}
                      onSet={onSet}
                      onLeave={stay}
                    />
                  )
                )
              })}
          </div>
          {fields.some((key) => frozen.includes(key)) && (
            <p className="x-faint">
              开放后不能改：
              {fields
                .filter((key) => frozen.includes(key))
                .map((key) => definition.fields[key]?.label ?? key)
                .join('、')}
            </p>
          )}
        </Panel>
      ))}
    </>
  )
}
