import { lazy, Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { isPrinted } from '../../../catalogue/forms/bundled.ts'
import { processOf, type ProcessName } from '../../../catalogue/processes/processes.ts'
import type { AnyProcess } from '../../../catalogue/processes/define.ts'
import { formsOf, keysIn } from '../../../catalogue/processes/reading.ts'
import type { CaseView } from '../../../catalogue/contract/processes.ts'
import { sentenceOf } from '../../platform/api/api-error.ts'
import { listTime } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { PrintForms } from '../forms/index.ts'
import { useCaseAddresses } from './addresses.ts'
import { CaseState } from './case-state.tsx'
import { CaseValues } from './case-fields.tsx'
import { CaseDraft, type BesideCase } from './case-draft.tsx'
import { CaseChanges, CaseOf } from './case-kin.tsx'
import { CaseMoves } from './case-moves.tsx'
import { PeoplePart } from './people-part.tsx'
import { useCase } from './use-cases.ts'

/** One case: state, holder, the reader's acts, form, parties and history. */
export function CasePart({
  type,
  id,
  above,
  Beside,
}: {
  type: ProcessName
  id: string
  above?: ((view: CaseView) => ReactNode) | undefined
  Beside?: BesideCase | undefined
}) {
  const { data: view, error, refetch } = useCase(type, id)
  const addresses = useCaseAddresses(type)
  const definition = processOf(type)
  return (
    <div className="process" data-testid="case">
      <p className="process-back">
        <Link to={addresses.list}>返回{definition.title}列表</Link>
      </p>
      {error && !view && (
        <ErrorBox title="该事项打开失败" detail={sentenceOf(error)} onRetry={() => void refetch()} />
      )}
      {!view && !error && <Skeleton lines={10} />}
      {view && (
        <div className="process-case">
          <div className="process-main">
            <Head definition={definition} view={view} />
            {above?.(view)}
            {view.canEdit ? (
              <CaseDraft
                key={`${view.id} ${view.state}`}
                definition={definition}
                view={view}
                Beside={Beside}
              />
            ) : (
              <>
                {isPrinted(type, view.state) && <PrintForms of={{ caseId: view.id }} />}
                <CaseMoves definition={definition} view={view} />
              </>
            )}
            <Forms definition={definition} view={view} />
            <Files view={view} />
            {!view.canEdit && <PeoplePart definition={definition} view={view} />}
            <Opinions view={view} />
            {!view.canEdit && Beside && <Beside view={view} />}
            <Handover view={view} />
          </div>
          <aside className="process-aside" aria-label="各方和办理记录">
            <CaseChanges view={view} />
            <Parties view={view} />
            <Happened view={view} />
          </aside>
        </div>
      )}
    </div>
  )
}

/** Expert opinions, without names. */
function Opinions({ view: { opinions } }: { view: CaseView }) {
  if (opinions.length === 0) return null
  return (
    <Panel title="专家评语" extra={<span className="x-faint x-dense">不署名</span>}>
      <ol className="process-opinions">
        {opinions.map((opinion, place) => (
          <li key={`${place} ${opinion}`}>{opinion}</li>
        ))}
      </ol>
    </Panel>
  )
}

const EvidenceViewer = lazy(async () => ({
  default: (await import('../evidence/evidence-viewer.tsx')).EvidenceViewer,
}))

/** The files of the forms, to be read in place. */
function Files({ view: { files } }: { view: CaseView }) {
  if (files.length === 0) return null
  return (
    <Panel title="材料文件" extra={<span className="x-faint x-dense x-num">{files.length} 份</span>}>
      <Suspense fallback={<Skeleton lines={5} />}>
        <EvidenceViewer files={files} />
      </Suspense>
    </Panel>
  )
}

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The forms that were handed in, the latest stage first, and what the offices wrote. */
function Forms({ definition, view }: { definition: AnyProcess; view: CaseView }) {
  const closed = formsOf(definition).filter(
    ({ stage }) =>
      !view.opens.includes(stage) && keysIn(definition, [stage]).some((key) => isFilled(view.value[key])),
  )
  const inForms = new Set(formsOf(definition).flatMap(({ stage }) => keysIn(definition, [stage])))
  const written = Object.keys(definition.fields).filter(
    (key) => !inForms.has(key) && isFilled(view.value[key]),
  )
  return (
    <>
      {written.length > 0 && (
        <Panel title={definition.campaign ? '征集与办理' : '办理'}>
          <CaseValues definition={definition} values={view.value} only={written} />
        </Panel>
      )}
      {closed.toReversed().map(({ stage, title }) => (
        <Panel key={stage} title={title}>
          <CaseValues definition={definition} values={view.value} stages={[stage]} />
        </Panel>
      ))}
    </>
  )
}

function Head({ definition, view }: { definition: AnyProcess; view: CaseView }) {
  return (
    <div className="process-title">
      <h2>
        {view.title ?? view.name}
        <span className="x-soft">{definition.title}</span>
      </h2>
      {view.title !== null && <p className="x-soft">{view.name}</p>}
      {view.number !== null && <p className="x-num">{view.number}</p>}
      {view.campaign !== null && <p className="x-soft">{view.campaign}</p>}
      {view.of !== null && <CaseOf of={view.of} />}
      {view.about !== '' && <p className="x-soft">{view.about}</p>}
      <CaseState definition={definition} line={view} />
      {view.waitsFor !== null && <p className="x-soft">{view.waitsFor}</p>}
      {view.holder?.lastDay && (
        <p className={view.holder.overdue ? 'xr-bad' : 'x-faint'}>
          办理期限 <span className="x-num">{view.holder.lastDay}</span>
        </p>
      )}
    </div>
  )
}

/** Parties of the case; the holder is marked. */
function Parties({ view }: { view: CaseView }) {
  return (
    <Panel title="各方">
      <ol className="process-parties">
        {view.parties.map(({ party, label, people, institution }) => {
          const holds = view.holder?.party === party
          return (
            <li key={party} className={holds ? 'process-holds' : ''}>
              <span className="x-faint">{label}</span>
              <b>
                {people === '' ? '提交后确定' : people}
                {people !== '' && ` ${institution?.name ?? '不在本平台'}`}
              </b>
              {holds && <span className="xr-tag xr-tag-accent">正在办理</span>}
            </li>
          )
        })}
      </ol>
    </Panel>
  )
}

/** History, newest first. */
function Happened({ view }: { view: CaseView }) {
  return (
    <Panel title="办理记录">
      <ol className="xr-timeline" data-testid="case-timeline">
        {view.timeline.toReversed().map(({ at, move, label, to, by, institution, reason }, i) => (
          <li key={`${at} ${i}`} className={`xr-tone-${move === 'reject' ? 'wrong' : 'quiet'}`}>
            <b>{label}</b>
            <span className="x-faint">　{to}</span>
            <p className="x-faint">
              {by === null ? '系统' : `${institution ?? ''} ${by}`}　{listTime(at)}
            </p>
            {reason !== null && <p>{reason}</p>}
          </li>
        ))}
        <li className="xr-tone-quiet">
          <b>开始填写</b>
          <p className="x-faint">
            {view.by}　{listTime(view.createdAt)}
          </p>
        </li>
      </ol>
    </Panel>
  )
}

/** Handover list: each item with its present holder. */
function Handover({ view }: { view: CaseView }) {
  if (view.handover.length === 0) return null
  return (
    <Panel title="交接清单" extra={<span className="x-faint x-dense">每一项现在由谁负责</span>}>
      <table className="x-lines" aria-label="交接清单">
        <thead>
          <tr>
            {['事项', '内容', '原来', '现在'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.handover.map(({ kind, title, from, to }, i) => (
            <tr key={`${kind} ${title} ${i}`}>
              <td data-head="事项" className="x-lines-wide">
                {kind}
              </td>
              <td data-head="内容">{title}</td>
              <td data-head="原来">{from}</td>
              <td data-head="现在">{to}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
