import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import {
  ownProjectFilters,
  ownProjectTabs,
  type OwnProject,
  type OwnProjectTab,
} from '../../../catalogue/contract/training/own-projects.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { personRole } from '../../../catalogue/processes/reading.ts'
import { trainingEnrolment } from '../../../catalogue/processes/training-enrolment.ts'
import { trainingProject } from '../../../catalogue/processes/training-project.ts'
import { kindOf } from '../../../catalogue/kinds/kinds.ts'
import { declaredBars } from '../../engine/list/declared-bars.ts'
import { FilterBar } from '../../engine/list/filter-bar.tsx'
import { useAsked } from '../../engine/list/use-asked.ts'
import { useCaseCalls } from '../../engine/process/use-cases.ts'
import { newUuid } from '../../engine/uuid.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listDate, listTime } from '../../platform/format.ts'
import { confirm } from '../../ui/feedback/confirm.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { Pager } from '../../ui/layout/pager.tsx'
import { StateTabs } from '../../ui/layout/state-tabs.tsx'
import { useOwnProjects, useOwnProjectsAnew } from './use-enrolments.ts'
import './own-projects.css'

const narrowing = ['stage', ...ownProjectFilters] as const
const keys = ['group', ...narrowing] as const
const tabs: readonly { key: OwnProjectTab; label: string }[] = [
  { key: 'open', label: '可报' },
  { key: 'going', label: '已报和在学' },
  { key: 'ended', label: '已结业' },
]
const none: Readonly<Record<OwnProjectTab, string>> = {
  open: '没有可报的项目。',
  going: '没有已报或者在学的项目。',
  ended: '暂无结业的项目。',
}
const isTab = (text: string): text is OwnProjectTab => ownProjectTabs.some((one) => one === text)

/** 培训项目 of a teacher: what one may enrol in and why not, where one takes part, what is over. */
export function OwnProjects({ at }: { readonly at: (query: string) => string }) {
  const asked = useAsked(keys)
  const group = asked.of('group')
  const tab = isTab(group) ? group : 'open'
  const { group: _, ...filter } = asked.filter
  const answer = useOwnProjects({ ...filter, tab, page: asked.page, pageSize: 12 })
  const isNarrowed = narrowing.some((key) => asked.of(key) !== '')
  const clear = () => asked.put(Object.fromEntries(narrowing.map((key) => [key, ''])))
  return (
    <div data-testid="own-projects">
      <StateTabs
        label="培训项目的分组"
        tabs={tabs}
        current={tab}
        onSelect={(key) => asked.put({ group: key })}
      />
      <FilterBar
        filters={[
          ...declaredBars(trainingProject.fields, ownProjectFilters, (key) => key),
          { kind: 'choice', key: 'stage', label: '学段', options: [{ value: '1', label: '面向我的学段' }] },
        ]}
        asked={{ of: asked.of, isNarrowed, clear }}
        onAsk={(key, value) => asked.put({ [key]: value })}
      />
      <Loaded answer={answer} failed="培训项目打开失败" lines={8}>
        {(data) =>
          data.list.length === 0 ? (
            <Empty
              text={isNarrowed ? '没有符合条件的项目。' : none[tab]}
              action={
                isNarrowed ? (
                  <Button onClick={clear}>清除条件</Button>
                ) : (
                  <ButtonLink to="/home/messageData/peixunJihua">看培训计划</ButtonLink>
                )
              }
            />
          ) : (
            <>
              <ul className="own-projects">
                {data.list.map((one) => (
                  <Project key={one.id} project={one} at={at} />
                ))}
              </ul>
              <Pager {...data} onPage={asked.setPage} />
            </>
          )
        }
      </Loaded>
    </div>
  )
}

interface CardProps {
  readonly project: OwnProject
  readonly at: (query: string) => string
}

function Project({ project, at }: CardProps) {
  const { id, title, reads, host, entry } = project
  return (
    <li className="own-project" data-testid="own-project">
      <h2>{reads ? <Link to={at(`id=${id}`)}>{title}</Link> : title}</h2>
      <p className="x-soft">
        {[wordOf(project, 'trainingLevel'), wordOf(project, 'trainingWay'), host].filter(Boolean).join('　')}
      </p>
      <Facts project={project} />
      {entry === null ? <Begin project={project} at={at} /> : <Entry entry={entry} state={project.state} />}
    </li>
  )
}

/** The word of a field with choices. */
function wordOf({ value }: OwnProject, key: 'trainingLevel' | 'trainingWay' | 'trainingKind'): string {
  const field = trainingProject.fields[key]
  return (
    kindOf(field)
      .choices?.(field)
      .find((one) => one.value === value[key])?.label ?? ''
  )
}

function Facts({ project: { value, left, entry } }: { readonly project: OwnProject }) {
  const { startDate, endDate, place, creditHours, signupEnd } = value
  const day = (text: string | null) => (text === null ? '' : listDate(text))
  const mine = entry?.seatNo === null || entry?.seatNo === undefined ? null : `${entry.seatNo} 号席位`
  const facts = [
    { label: '期限', says: `${day(startDate)} 至 ${day(endDate)}` },
    { label: '地点', says: place ?? '' },
    { label: '学时', says: creditHours === null ? '' : creditHours.toFixed(1) },
    ...(entry === null
      ? [
          { label: '报名截止', says: signupEnd === null ? '' : listTime(signupEnd) },
          { label: '余席', says: left > 0 ? `${left} 席` : '没有余席，可以候补' },
        ]
      : [{ label: '我的席位', says: mine ?? (entry.place === null ? '' : `候补第 ${entry.place} 位`) }]),
  ]
  return (
    <dl className="own-project-facts">
      {facts
        .filter(({ says }) => says !== '')
        .map(({ label, says }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="x-num">{says}</dd>
          </div>
        ))}
    </dl>
  )
}

/** Why the teacher does not fit, or the way to enrol. */
function Begin({ project: { id, unmet, closed }, at }: CardProps) {
  const { begin } = useCaseCalls('trainingEnrolment')
  const navigate = useNavigate()
  const [key] = useState(newUuid)
  const { busy, faults, run } = useAct([])
  const refused = unmet.some(({ advisory }) => !advisory)
  const start = async () => {
    const made = await begin({ campaign: id }, {}, key)
    await navigate(casePath(personRole, 'trainingEnrolment', made.id) ?? '/')
  }
  return (
    <>
      {unmet.length > 0 && (
        <ul className="own-project-unmet" data-testid="own-project-unmet">
          {unmet.map(({ advisory, message }) => (
            <li key={message}>{`${advisory ? '须写明理由' : '不符合'}：${message}`}</li>
          ))}
        </ul>
      )}
      {faults['form'] !== undefined && <ErrorBox title="还不能报名" detail={faults['form']} />}
      <div className="own-project-acts">
        {closed !== null && <span className="x-soft">{closed}</span>}
        {closed === null && !refused && (
          <Button look="primary" busy={busy} onClick={() => void run(start)}>
            报名
          </Button>
        )}
        <ButtonLink to={at(`id=${id}`)}>看项目</ButtonLink>
      </div>
    </>
  )
}

type OwnEntry = NonNullable<OwnProject['entry']>

/** What the teacher answers at once, by state: the yes, with its word and what is said afterwards. */
const answers: Readonly<Record<string, { move: string; label: string; done: string }>> = {
  toConfirm: { move: 'agree', label: '同意参加', done: '已同意，席位已为您保留' },
  offered: { move: 'promote', label: '接受席位', done: '已接受席位' },
}

/** Where the own entry stands, what is asked, and the way to it. */
function Entry({ entry, state }: { readonly entry: OwnEntry; readonly state: string }) {
  const { move } = useCaseCalls('trainingEnrolment')
  const { anew } = useOwnProjectsAnew()
  const { busy, faults, run } = useAct([])
  const { id, version, until } = entry
  const asked = answers[entry.state]
  const answer = (name: string, done: string) =>
    void run(async () => {
      await move(id, name, { version, reason: '', value: {} })
      notify.success(done)
      await anew()
    })
  const decline = async () => {
    const text = '席位会给候补的教师，不能再要回来。'
    if (await confirm({ title: '不参加该培训？', text, ok: '不参加', danger: true }))
      answer('decline', '已告诉学校和主办单位')
  }
  const states: Readonly<Record<string, { readonly label: string }>> = trainingEnrolment.states
  return (
    <>
      <p>
        <b>{states[entry.state]?.label ?? entry.state}</b>
        {until !== null && (
          <span className="own-project-until x-num">{`请在 ${listTime(until)} 前答复`}</span>
        )}
      </p>
      {faults['form'] !== undefined && <ErrorBox title="没有办成" detail={faults['form']} />}
      <div className="own-project-acts">
        {asked && (
          <>
            <Button look="primary" busy={busy} onClick={() => answer(asked.move, asked.done)}>
              {asked.label}
            </Button>
            <Button busy={busy} onClick={() => void decline()}>
              不参加
            </Button>
          </>
        )}
        {state === 'ongoing' && entry.state === 'learning' && (
          <ButtonLink to="/teacher/pxqd">签到</ButtonLink>
        )}
        <ButtonLink to={casePath(personRole, 'trainingEnrolment', id) ?? '/'}>看报名</ButtonLink>
      </div>
    </>
  )
}
