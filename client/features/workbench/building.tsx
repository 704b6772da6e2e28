import { Link } from 'react-router'
import type {
  ArchiveStep,
  Building as BuildingShape,
  Workbench,
} from '../../../catalogue/contract/workspace.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { Meter } from '../../ui/layout/meter.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { Icon } from '../../ui/look/icon.tsx'
import { currentStep, isSettled } from './steps.ts'
import './building.css'

const laterNamed = 6

/** The expected sections as ordered steps; only the one to do now has the primary button. */
export function Building({
  building: { steps, later },
  percent,
}: {
  building: BuildingShape
  percent: number
}) {
  const current = currentStep(steps)
  const done = steps.filter(isSettled).length
  return (
    <Panel
      title="建立档案"
      beside={<span className="x-faint x-dense">{steps.length} 类必填，其余可以以后再补</span>}
      flush
    >
      <div className="home-building-head">
        <b className="home-percent">{percent}%</b>
        <Meter percent={percent} label="档案完整度" />
        <span className="x-soft x-dense">
          完成 {done} / {steps.length}，可分几次填，随时自动保存
        </span>
      </div>
      <ol>
        {steps.map((step, i) => (
          <StepRow key={step.type} step={step} no={i + 1} current={step === current} />
        ))}
      </ol>
      {later.length > 0 && (
        <p className="home-later x-soft x-dense">
          以后再补，不计入完整度：
          {later.slice(0, laterNamed).map(({ type, title, link }, i) => (
            <span key={type}>
              {i > 0 && '、'}
              <Link to={link}>{title}</Link>
            </span>
          ))}
          {later.length > laterNamed && `等 ${later.length} 类，在上方菜单里`}
        </p>
      )}
    </Panel>
  )
}

function StepRow({ step, no, current }: { step: ArchiveStep; no: number; current: boolean }) {
  const { title, state, verb, note, review, link } = step
  const settled = isSettled(step)
  return (
    <li
      className={`home-step home-step-${current ? 'current' : state}`}
      aria-current={current ? 'step' : undefined}
    >
      <span className="home-step-no">
        {settled ? (
          <>
            <Icon name="pass" />
            <span className="x-hidden">已完成</span>
          </>
        ) : (
          no
        )}
      </span>
      <div className="home-step-text">
        <h3>{state === 'open' || state === 'begun' ? `填写${title}` : title}</h3>
        {note && <p>{note}</p>}
      </div>
      <span className="home-step-review x-faint x-dense">{settled ? '' : review}</span>
      {state === 'waits' ? (
        <span className="home-step-verb x-faint x-dense">暂不能填</span>
      ) : current ? (
        <ButtonLink to={link} look="primary" aria-label={`${verb}：${title}`}>
          {verb}
        </ButtonLink>
      ) : (
        <Link to={link} className="home-step-verb" aria-label={`${verb}：${title}`}>
          {verb}
        </Link>
      )}
    </li>
  )
}

/** What the institution registers: there to be read, not to be filled in. */
export function Registered({ registered }: { registered: NonNullable<Workbench['building']>['registered'] }) {
  return (
    <Panel
      title="由学校填写"
      beside={<span className="x-faint x-dense">您只需查看，有误可申请更正</span>}
      flush
    >
      <ul>
        {registered.map(({ type, title, count, link }) => (
          <li key={type} className="home-registered">
            <Link to={link}>{title}</Link>
            {count > 0 ? (
              <span className="x-status x-status-pass">
                <Icon name="pass" />
                已登记 {count} 条
              </span>
            ) : (
              <span className="x-faint">学校尚未登记</span>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
