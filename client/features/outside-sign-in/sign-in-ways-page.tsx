import { useQuery } from '@tanstack/react-query'
import {
  outsideStarted,
  signInWays,
  type SignInWay,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import type { PageEntry } from '../../../catalogue/pages/entry.ts'
import { api } from '../../platform/api/api.ts'
import { Loaded } from '../../platform/api/loaded.tsx'
import { useAct } from '../../platform/api/use-act.ts'
import { listTime, thousands } from '../../platform/format.ts'
import { ErrorBox } from '../../ui/feedback/error-box.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { LineTable, type LineColumn } from '../../ui/layout/line-table.tsx'
import { PageFrame } from '../../ui/layout/page-frame.tsx'
import { Panel } from '../../ui/layout/panel.tsx'
import './sign-in-ways.css'

/** The doors of this installation: what is set up, who came in last, whose certificates end, and a trial of each. */
export function SignInWaysPage({ entry }: { entry: PageEntry }) {
  const answer = useQuery({
    queryKey: ['sign-in-ways'],
    queryFn: ({ signal }) => api.get('/api/v1/signInWays', { schema: signInWays, quiet: true, signal }),
    staleTime: 0,
  })
  return (
    <PageFrame title={entry.title} note="由运维人员在环境变量里设置，改后重新启动；密码登录始终可用">
      <Loaded answer={answer} failed="登录方式打开失败" lines={10}>
        {(ways) => (
          <div className="ways">
            {ways
              .filter(({ ready }) => ready)
              .map((way) => (
                <Way key={way.provider} way={way} />
              ))}
            <Others ways={ways.filter(({ ready }) => !ready)} />
          </div>
        )}
      </Loaded>
    </PageFrame>
  )
}

function Way({ way }: { way: SignInWay }) {
  const { busy, faults, run } = useAct([])
  const tryIt = () =>
    run(async () => {
      const body = { provider: way.provider, trial: true }
      const { to } = await api.post('/api/v1/login/outside/start', {
        schema: outsideStarted,
        body,
        quiet: true,
      })
      location.assign(to)
    })
  return (
    <Panel
      title={way.label}
      beside={<span className="x-soft x-dense">{way.provider}</span>}
      extra={
        <Button busy={busy} aria-label={`试登录${way.label}`} onClick={() => void tryIt()}>
          试登录
        </Button>
      }
    >
      {way.faults.map((fault) => (
        <ErrorBox key={fault} title="须处理" detail={fault} />
      ))}
      {faults['form'] !== undefined && <ErrorBox title="试登录失败" detail={faults['form']} />}
      <dl className="ways-facts">
        {way.settings.map(({ name, value }) => (
          <Fact key={name} name={name} value={value} />
        ))}
        <Fact name="已绑定" value={`${thousands(way.people)} 人`} />
        <Fact name="最近一次登录" value={way.enteredAt === null ? '尚未有人登录' : listTime(way.enteredAt)} />
      </dl>
      {way.certificates.length > 0 && (
        <LineTable
          label={`${way.label}的证书`}
          lines={way.certificates}
          columns={certificateColumns}
          keyOf={({ variable, subject, until }) => `${variable} ${subject} ${until ?? ''}`}
          stale={false}
        />
      )}
    </Panel>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)

type Certificate = SignInWay['certificates'][number]
const certificateColumns: readonly LineColumn<Certificate>[] = [
  {
    key: 'subject',
    title: '证书',
    wide: true,
    render: ({ subject }) => (subject === '' ? '读取失败' : subject),
  },
  { key: 'variable', title: '变量', render: ({ variable }) => variable },
  { key: 'until', title: '到期', render: ({ until }) => (until === null ? '不详' : listTime(until)) },
  { key: 'days', title: '还有', figure: true, render: ({ days }) => leftOf(days) },
]

const leftOf = (days: number | null): string =>
  days === null ? '不详' : days < 0 ? '已过期' : `${thousands(days)} 天`

/** The doors that are not set up, by the name that OUTSIDE_SIGN_IN gives them. */
function Others({ ways }: { ways: readonly SignInWay[] }) {
  if (ways.length === 0) return null
  return (
    <Panel title="没有开通的方式">
      <p className="x-soft">在 OUTSIDE_SIGN_IN 里写上名称并给出设置后开通，见文档“用单位的账号登录”。</p>
      <ul className="ways-others">
        {ways.map(({ provider, label, people }) => (
          <li key={provider}>
            {label}
            <span className="x-soft">
              {' '}
              {provider}
              {people > 0 && `，已绑定 ${thousands(people)} 人`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
