import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import type {
  DeclareNotice,
  DeclareNotices,
  OwnEligibility,
} from '../../../catalogue/contract/declarations.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { casePath } from '../../../catalogue/processes/paths.ts'
import { useCaseCalls } from '../../engine/process/use-cases.ts'
import { newUuid } from '../../engine/uuid.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { useSession } from '../../platform/session/session.ts'
import { Empty } from '../../ui/feedback/empty.tsx'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import { RichText } from '../../ui/look/rich-text.tsx'
import { Conditions } from './conditions.tsx'
import { useEligibility, useNotice, useNotices } from './use-declarations.ts'
import './declarations.css'

const home = '/usForm/index'
const spoken = (minute: string): string => minute.replace('T', ' ')

/** What can be declared, for everybody; one notice with the own eligibility for teachers. */
export function NoticesPage({ entry }: { entry: PageEntry }) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id !== null) return <OneNotice key={id} id={id} />
  return <Notices entry={entry} />
}

function Notices({ entry }: { entry: PageEntry }) {
  const answer = useNotices()
  const role = useSession()?.role
  return (
    <PageFrame
      title={entry.title}
      note="现在和即将可以申报的名教师、骨干教师等"
      actions={role === 2 && <ButtonLink to="/usForm/declareTeacher">我的申报</ButtonLink>}
    >
      <Loaded answer={answer} failed="申报通知打开失败" lines={8}>
        {({ list }) =>
          list.length === 0 ? (
            <Empty text="暂无可以申报的项目。有新的申报通知时，会列在这里。" />
          ) : (
            <ul className="dc-notices">
              {list.map((notice) => (
                <NoticeCard key={notice.id} notice={notice} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </PageFrame>
  )
}

function NoticeCard({ notice }: { notice: DeclareNotices['list'][number] }) {
  const { id, title, host, kind, level, conditions } = notice
  return (
    <li className="x-panel dc-notice" data-testid="notice">
      <h2>
        <Link to={`${home}?id=${id}`}>{title}</Link>
      </h2>
      <p className="x-soft">
        {level}　{kind}　{host}
      </p>
      <p>
        <When notice={notice} />
      </p>
      <p className="x-soft">{conditions.join('；')}</p>
    </li>
  )
}

const When = ({ notice: { when, start, end } }: { notice: DeclareNotices['list'][number] }) =>
  when === 'open' ? (
    <>
      <b>正在申报</b>，<span className="x-num">{spoken(end)}</span> 截止
    </>
  ) : (
    <>
      <span className="x-num">{spoken(start)}</span> 开始，<span className="x-num">{spoken(end)}</span> 截止
    </>
  )

function OneNotice({ id }: { id: string }) {
  const answer = useNotice(id)
  const role = useSession()?.role
  return (
    <Loaded answer={answer} failed="该申报通知打开失败" lines={10}>
      {(notice) => (
        <PageFrame
          title={notice.title}
          crumbs={[{ label: '申报首页', to: home }, { label: '申报通知' }]}
          note={notice.host}
        >
          <div className="dc-one">
            <Panel title="申报">
              <p>
                <When notice={notice} />
              </p>
              <p className="x-soft">
                补正期限 {notice.supplementDays} 个工作日，公示 {notice.publicityDays} 个工作日
              </p>
              {role === undefined && <SignInFirst id={id} />}
              {role !== undefined && role !== 2 && <p className="x-soft">由教师本人登录后申报。</p>}
            </Panel>
            {role === 2 ? <Own notice={notice} /> : <Asked notice={notice} />}
            <Panel title="申报条件与要求">
              <RichText html={notice.content} hosts={[]} />
            </Panel>
          </div>
        </PageFrame>
      )}
    </Loaded>
  )
}

const SignInFirst = ({ id }: { id: string }) => (
  <p>
    <ButtonLink look="primary" to={`/login?to=${encodeURIComponent(`${home}?id=${id}`)}`}>
      登录后申报
    </ButtonLink>
  </p>
)

const Asked = ({ notice }: { notice: DeclareNotice }) => (
  <Panel title="系统核对的条件">
    <ul className="dc-asked">
      {notice.conditions.map((says) => (
        <li key={says}>{says}</li>
      ))}
    </ul>
    <p className="x-soft">教师登录后，可以看到自己是否符合每一条。</p>
  </Panel>
)

/** The own eligibility, and the way to apply. */
function Own({ notice }: { notice: DeclareNotice }) {
  const answer = useEligibility(notice.id)
  return (
    <Panel title="我是否符合条件">
      <Loaded answer={answer} failed="条件核对失败" lines={5}>
        {(own) => (
          <div className="dc-own">
            <Conditions conditions={own.conditions} />
            <Apply id={notice.id} own={own} />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

function Apply({ id, own }: { id: string; own: OwnEligibility }) {
  const { begin } = useCaseCalls('declaration')
  const navigate = useNavigate()
  const [key] = useState(newUuid)
  const { busy, faults, run } = useAct([])
  if (own.caseId !== null)
    return (
      <p>
        <ButtonLink look="primary" to={casePath(2, 'declaration', own.caseId) ?? home}>
          打开我的申报
        </ButtonLink>
      </p>
    )
  const unmet = own.conditions.filter(({ met }) => !met).length
  const start = async () => {
    const made = await begin({ campaign: id }, {}, key)
    await navigate(casePath(2, 'declaration', made.id) ?? home)
  }
  return (
    <div className="dc-apply">
      {faults['form'] !== undefined && <ErrorBox title="还不能申报" detail={faults['form']} />}
      <Button
        look="primary"
        busy={busy}
        disabled={own.closed !== null || unmet > 0}
        onClick={() => void run(start)}
      >
        我要申报
      </Button>
      <span className="x-soft">
        {own.closed ?? (unmet > 0 ? `有 ${unmet} 条不符合；档案有误的，先更正档案` : '档案里有的会自动填好')}
      </span>
    </div>
  )
}
