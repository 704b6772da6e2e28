import { useState, type ComponentType } from 'react'
import { useNavigate } from 'react-router'
import type { CampaignView } from '../../../catalogue/contract/campaigns.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { saidBy } from '../../../catalogue/processes/campaign-reading.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { casePath, casesPath, reviewPath } from '../../../catalogue/processes/paths.ts'
import { processNames, processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import { useCaseCalls } from '../../engine/process/use-cases.ts'
import { FieldValue } from '../../engine/record/field-value.tsx'
import { newUuid } from '../../engine/uuid.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { useSession } from '../../platform/session/session.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { CampaignActs } from './campaign-acts.tsx'
import { Objections } from './objections.tsx'
import { OutcomesPart } from './outcomes-part.tsx'
import { QuotaPart } from './quota-part.tsx'
import { RankingPart } from './ranking-part.tsx'
import { SweepsPart } from './sweeps-part.tsx'
import { TabbedCampaign, type TabsOfCampaign } from './campaign-tabs.tsx'
import { placeOf } from './place.ts'
import { campaignCalled, useCampaign } from './use-campaigns.ts'
import { entryEnd, eventLabel, StateMark } from './words.tsx'

/** What a feature shows beside a notice: one thing while it is a draft, another afterwards. */
function Beside(props: {
  view: CampaignView
  role: number
  Above: BesideCampaign | undefined
  Draft: BesideCampaign | undefined
}) {
  const { view, role, Above, Draft } = props
  if (view.state === 'draft') return Draft && view.canEdit ? <Draft view={view} /> : null
  return Above && (role > 2 || view.mine) ? <Above view={view} /> : null
}

/** One notice: what it says, until when, by which rules, what the reader may do, and what became of it. */
export function CampaignPart({
  entry,
  id,
  tabs,
  Above,
  Draft,
}: {
  entry: PageEntry
  id: string
  tabs?: TabsOfCampaign | undefined
  Above?: BesideCampaign | undefined
  /** What whoever may edit it finds beside it while it is a draft. */
  Draft?: BesideCampaign | undefined
}) {
  const { definition, list, at } = placeOf(entry)
  const answer = useCampaign(definition.name, id)
  const role = useSession()?.role ?? 0
  const hasOfficeParts = role > 2 && (!Above || tabs !== undefined)
  return (
    <Loaded answer={answer} failed={`${definition.title}打开失败`} lines={10}>
      {(view) => (
        <PageFrame
          title={view.title}
          crumbs={[{ label: definition.title, to: list }, { label: '通知' }]}
          mark={<StateMark line={view} />}
          note={view.host.name}
          actions={
            view.canEdit && (
              <ButtonLink icon="edit" to={at(`id=${id}&edit=1`)}>
                修改
              </ButtonLink>
            )
          }
        >
          <div className="campaign" data-testid="campaign">
            {role === 2 && isCollected(view.collects) && <Apply view={view} type={view.collects} />}
            {view.mine && <CampaignActs view={view} />}
            <SweepsPart view={view} />
            <Beside view={view} role={role} Above={Above} Draft={Draft} />
            {tabs && role > 2 && view.state !== 'draft' ? (
              <TabbedCampaign
                view={view}
                tabs={tabs(view, role)}
                overview={
                  <>
                    <Entries view={view} role={role} />
                    <Notice view={view} />
                  </>
                }
                places={grantsPlaces(view) ? <QuotaPart view={view} /> : null}
                happened={<Happened view={view} />}
              />
            ) : (
              <>
                <Notice view={view} />
                {hasOfficeParts && <OfficeParts view={view} role={role} />}
                <Happened view={view} />
              </>
            )}
          </div>
        </PageFrame>
      )}
    </Loaded>
  )
}

/** What offices see of a campaign beside the notice: entries, places, what was found about them. */
function OfficeParts({ view, role }: { view: CampaignView; role: number }) {
  if (view.state === 'draft') return <Entries view={view} role={role} />
  return (
    <>
      <Entries view={view} role={role} />
      {grantsPlaces(view) && <QuotaPart view={view} />}
      <RankingPart view={view} />
      {view.mine && isReviewed(view) && <OutcomesPart view={view} />}
      {view.mine && isPublished(view) && <Objections view={view} />}
    </>
  )
}

/** What a feature shows of a campaign to offices: above the notice, in place of the rest. */
export type BesideCampaign = ComponentType<{ readonly view: CampaignView }>

const grantsPlaces = ({ type, value }: CampaignView): boolean => {
  const definition = campaignCalled(type)
  return saidBy(definition, value, 'quota') !== null && saidBy(definition, value, 'shared') !== true
}

/** Whether experts may review its entries. */
const isReviewed = ({ collects }: CampaignView): boolean =>
  isCollected(collects) && processOf(collects).campaign?.reviewed !== undefined

/** Whether what was found about its entries hangs out. */
const isPublished = ({ type }: CampaignView): boolean =>
  campaignCalled(type).named.publicityDays !== undefined

const windowLabel = ({ type }: CampaignView): string => {
  const { windows, entryWindow } = campaignCalled(type)
  return windows[entryWindow]?.label ?? ''
}

const isCollected = (name: string): name is ProcessName => processNames.some((one) => one === name)

/** Begins the reader's own entry, or says why that cannot be now. */
function Apply({ view, type }: { view: CampaignView; type: ProcessName }) {
  const { begin } = useCaseCalls(type)
  const navigate = useNavigate()
  const [key] = useState(newUuid)
  const { busy, faults, run } = useAct([])
  const start = async () => {
    const made = await begin({ campaign: view.id }, {}, key)
    await navigate(casePath(2, type, made.id) ?? '/')
  }
  return (
    <div className="campaign-apply">
      {faults['form'] !== undefined && <ErrorBox title="还不能办理" detail={faults['form']} />}
      <Button look="primary" disabled={view.closed !== null} busy={busy} onClick={() => void run(start)}>
        {processOf(type).beginLabel}
      </Button>
      <span className="x-soft">
        {view.closed ?? `${windowLabel(view)}截止 ${entryEnd(campaignCalled(view.type), view)}`}
      </span>
      {view.entries > 0 && (
        <ButtonLink to={casesPath(2, type) ?? '/'}>{`我已有 ${view.entries} 件，查看`}</ButtonLink>
      )}
    </div>
  )
}

function Notice({ view }: { view: CampaignView }) {
  const definition = campaignCalled(view.type)
  return (
    <>
      {definition.form
        .filter(({ fields }) => fields.some((key) => (view.value[key] ?? null) !== null))
        .map(({ title, fields }) => (
          <Panel key={title} title={title}>
            <dl className="campaign-values">
              {fields.map((key) => {
                const field = definition.fields[key]
                const value = view.value[key]
                if (!field || value === null || value === undefined) return null
                return (
                  <div
                    key={key}
                    data-field={key}
                    className={kindOf(field).markup || field.lines !== undefined ? 'campaign-wide' : ''}
                  >
                    <dt>{field.label}</dt>
                    <dd>
                      <FieldValue field={field} value={value} />
                    </dd>
                  </div>
                )
              })}
            </dl>
          </Panel>
        ))}
    </>
  )
}

/** How many entries the reader's office sees, with the way to them. */
function Entries({ view, role }: { view: CampaignView; role: number }) {
  const type = processNames.find((name) => name === view.collects)
  const review = view.mine && view.state !== 'draft' && isReviewed(view) ? reviewPath(role, view.id) : null
  return (
    <Panel title={type === undefined ? '申报' : processOf(type).title}>
      <div className="campaign-acts">
        <span>
          本单位能看到 <b className="x-num">{view.entries}</b> 件
        </span>
        <ButtonLink to={casesPath(role, view.collects) ?? '/'}>去办理</ButtonLink>
        {view.state !== 'draft' && isPublished(view) && (
          <ButtonLink to={`/home/gongshi?id=${view.id}&of=${view.type}`}>看公示</ButtonLink>
        )}
        {review !== null && <ButtonLink to={review}>组织专家评审</ButtonLink>}
      </div>
    </Panel>
  )
}

function Happened({ view }: { view: CampaignView }) {
  return (
    <Panel title="办理记录">
      <ol className="xr-timeline">
        {view.timeline.toReversed().map(({ at, action, by, reason }) => (
          <li key={`${at} ${action}`} className="xr-tone-quiet">
            <b>{eventLabel(campaignCalled(view.type), action)}</b>
            <p className="x-faint">
              {by ?? '系统'}　{listTime(at)}
            </p>
            {reason !== null && <p>{reason}</p>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
