import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { MaterialsChecked, ReviewMaterial } from '../../../catalogue/contract/declarations.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { processOf } from '../../../catalogue/processes/processes.ts'
import { CaseValues } from '../../engine/process/case-fields.tsx'
import { CaseState } from '../../engine/process/case-state.tsx'
import { ReasonDialog, type ReasonQuestion } from '../../engine/record/reason-dialog.tsx'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime } from '../../platform/format.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { StickyBar } from '../../ui/layout/sticky-bar.tsx'
import { Kbd } from '../../ui/look/kbd.tsx'
import '../../engine/process/process.css'
import { Checklist, type Check } from './checklist.tsx'
import { Conditions } from './conditions.tsx'
import { useMaterial, useMaterialCheck } from './use-declarations.ts'
import { deskPath, materialsPath } from './words.ts'
import './declarations.css'

const definition = processOf('declaration')

/** One declaration for the staff who check it: form and conditions beside the checklist of its evidence. */
export function MaterialPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('case') ?? ''
  const answer = useMaterial(id)
  const crumbs = [{ label: '评审材料', to: materialsPath }, { label: entry.title }]
  if (id === '')
    return (
      <PageFrame title={entry.title} crumbs={crumbs}>
        <Empty
          text="请从评审材料里选择一份。"
          action={<ButtonLink to={materialsPath}>打开评审材料</ButtonLink>}
        />
      </PageFrame>
    )
  return (
    <Loaded answer={answer} failed="该材料打开失败" lines={12}>
      {(data) => (
        <PageFrame title={data.case.name} crumbs={crumbs} note={data.case.campaign}>
          <Desk key={`${data.case.id} ${data.case.version}`} data={data} />
        </PageFrame>
      )}
    </Loaded>
  )
}

type Action = MaterialsChecked['action']
const questions: Readonly<Partial<Record<Action, ReasonQuestion>>> = {
  requestMore: {
    title: '要求补正',
    text: '申报人会收到消息，在期限内补正后回到您这里；逾期不补，该申报结束。',
    ok: '要求补正',
    label: '要补正什么',
    samples: ['证书照片看不清，请重新上传', '缺获奖证书'],
  },
  fail: {
    title: '材料不合格',
    text: '该申报就此结束，不能撤销；申报人会收到原因。',
    ok: '不合格',
    label: '原因',
  },
}

function useDesk({ case: view, materials, next }: ReviewMaterial) {
  const [checks, setChecks] = useState<readonly Check[]>(() =>
    materials.map(({ no, checked, note }) => ({ no, checked, note })),
  )
  const [asking, setAsking] = useState<Action | null>(null)
  const send = useMaterialCheck(view.id)
  const navigate = useNavigate()
  const { busy, faults, run } = useAct(materials.map(({ no }) => `materials.${no}`))
  const act = (action: Action, opinion = '') =>
    void run(async () => {
      await send({ version: view.version, materials: [...checks], action, opinion })
      notify.success(action === 'save' ? '核对结果已保存' : '已办理')
      if (action !== 'save') await navigate(next === null ? materialsPath : deskPath(next))
    }).then(() => setAsking(null))
  return { checks, setChecks, asking, setAsking, busy, faults, act, navigate }
}

function Desk({ data }: { data: ReviewMaterial }) {
  const { case: view, materials, conditions, next } = data
  const desk = useDesk(data)
  const { checks, asking, busy, faults, act } = desk
  const mine = view.moves.length > 0
  const open = checks.filter(({ checked }) => checked !== '1').length
  useNextKey(() => void desk.navigate(next === null ? materialsPath : deskPath(next)))
  return (
    <div className="dc-desk">
      <p className="dc-stands">
        <CaseState definition={definition} line={view} />
        {view.holder?.lastDay && <span className="x-soft">期限 {view.holder.lastDay}</span>}
      </p>
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <div className="dc-sides">
        <div className="dc-judged">
          <Panel title="条件核对">
            <Conditions conditions={conditions} />
          </Panel>
        </div>
        <div className="dc-checked">
          <Panel title="材料清单" beside={<span className="x-soft">未核对为合格 {open} 份</span>}>
            <Checklist
              materials={materials}
              checks={checks}
              locked={!mine}
              faults={faults}
              onChange={desk.setChecks}
            />
          </Panel>
        </div>
        <div className="dc-side">
          <Panel title="申报表">
            <CaseValues definition={definition} values={view.value} />
          </Panel>
          <Happened view={view} />
        </div>
      </div>
      <StickyBar
        note={
          <span className="x-faint x-note">
            <Kbd>N</Kbd> 下一份
          </span>
        }
      >
        {next !== null && <ButtonLink to={deskPath(next)}>下一份</ButtonLink>}
        {mine && (
          <>
            {materials.length > 0 && (
              <Button busy={busy} onClick={() => act('save')}>
                保存
              </Button>
            )}
            <Button look="danger" onClick={() => desk.setAsking('fail')}>
              不合格
            </Button>
            <Button onClick={() => desk.setAsking('requestMore')}>要求补正</Button>
            <Button look="primary" busy={busy} disabled={open > 0} onClick={() => act('pass')}>
              材料合格
            </Button>
          </>
        )}
      </StickyBar>
      {asking && questions[asking] && (
        <ReasonDialog
          busy={busy}
          question={questions[asking]}
          onAnswer={(reason) => (reason === null ? desk.setAsking(null) : act(asking, reason))}
        />
      )}
    </div>
  )
}

/** N opens the next one that waits, unless somebody types. */
function useNextKey(next: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof Element && event.target.matches('input, textarea, select, dialog *')
      if (typing || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key.toLowerCase() === 'n') next()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

const Happened = ({ view }: { view: ReviewMaterial['case'] }) => (
  <Panel title="办理记录">
    <ol className="xr-timeline">
      {view.timeline.toReversed().map(({ at, label, by, institution, reason }) => (
        <li key={`${at} ${label}`} className="xr-tone-quiet">
          <b>{label}</b>
          <p className="x-faint">
            {by === null ? '系统' : `${institution ?? ''} ${by}`}　{listTime(at)}
          </p>
          {reason !== null && <p>{reason}</p>}
        </li>
      ))}
    </ol>
  </Panel>
)
