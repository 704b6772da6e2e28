import { duties } from '../../../catalogue/access/duties.ts'
import {
  doorLabels,
  doorNames,
  signInWays,
  type SignInWay,
} from '../../../catalogue/contract/account/outside-sign-in.ts'
import type { OutsideSignIn } from '../../platform/config/outside-sign-in.ts'
import { doorCertificates, doorFaults } from '../../platform/config/door-certificates.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { sql } from '../../platform/db/sql.ts'
import { register } from '../../platform/http/call.ts'
import type { Server } from '../../platform/http/server.ts'
import type { Door } from './doors.ts'
import type { OutsideNeeds } from './needs.ts'

/** What the operator said of each door, without its secrets. */
function settingsOf({
  oidc,
  wecom,
  dingtalk,
  cas,
  saml,
  ldap,
}: OutsideSignIn): Record<SignInWay['provider'], SignInWay['settings']> {
  const line = (name: string, value: string) => ({ name, value })
  return {
    oidc: oidc ? [line('签发方', oidc.issuer), line('应用标识', oidc.clientId)] : [],
    wecom: wecom ? [line('登录地址', wecom.loginUrl)] : [],
    dingtalk: dingtalk ? [line('登录地址', dingtalk.loginUrl)] : [],
    cas: cas ? [line('服务器', cas.url), line('用来认人的', cas.subject)] : [],
    saml: saml
      ? [line('登录地址', saml.entry), line('对方名称', saml.issuer), line('用来认人的', saml.subject)]
      : [],
    ldap: ldap
      ? [
          line('服务器', ldap.url),
          line('搜索范围', ldap.base),
          line('账号属性', ldap.account),
          line('用来认人的', ldap.subject),
        ]
      : [],
  }
}

/** Notes that somebody came in by a door; to the minute, for a whole school comes at eight. */
export async function noteEntered(db: Queryable, provider: string): Promise<void> {
  await db.execute(sql`
    insert into outside_door as d (provider, entered_at) select ${provider}, now()
    on conflict (provider) do update set entered_at = excluded.entered_at
    where d.entered_at < excluded.entered_at - interval '1 minute'`)
}

interface BoundPeople {
  readonly provider: string
  readonly people: number
}
interface LastUse {
  readonly provider: string
  readonly at: string
}

/** GET /api/v1/signInWays: the doors of this installation, for whoever runs it. */
export function waysRoute(server: Server, { config, db }: OutsideNeeds, doors: readonly Door[]): void {
  register(server, {
    method: 'GET',
    url: '/api/v1/signInWays',
    access: [1],
    duties,
    tag: '登录',
    summary: '各种外部登录方式：设置、绑定人数、最近一次成功、证书',
    answer: signInWays,
    handle: async () => {
      const { outsideSignIn } = config
      const [bound, uses, certificates, faults] = await Promise.all([
        db.query<BoundPeople>(
          sql`select provider, count(*)::int as people from outside_account group by provider`,
        ),
        db.query<LastUse>(sql`select provider, entered_at as at from outside_door`),
        doorCertificates(outsideSignIn),
        doorFaults(outsideSignIn),
      ])
      const settings = settingsOf(outsideSignIn)
      return doorNames.map((provider) => {
        const door = doors.find(({ name }) => name === provider)
        return {
          provider,
          label: door?.label ?? doorLabels[provider],
          ready: door !== undefined,
          settings: settings[provider],
          people: bound.find((one) => one.provider === provider)?.people ?? 0,
          enteredAt: uses.find((one) => one.provider === provider)?.at ?? null,
          certificates: certificates
            .filter((one) => one.door === provider)
            .map(({ variable, subject, until, days }) => ({
              variable,
              subject,
              until: until?.toISOString() ?? null,
              days,
            })),
          faults: faults.filter((one) => one.door === provider).map(({ sentence }) => sentence),
        }
      })
    },
  })
}
