import { isRole, roleEntry } from '../../../catalogue/access/roles.ts'
import { actionLabels } from '../../../catalogue/contract/administration/audit-actions.ts'
import { consentActs, consentTitle } from '../../../catalogue/legal/consents.ts'
import { sql } from '../../platform/db/sql.ts'
import type { CopySubject } from './subject.ts'
import type { CopiedTableSource } from './table-source.ts'

const among = (ids: readonly number[]) => sql`any(${[...ids]}::int[])`
const ofPersons = ({ personIds }: CopySubject) => among(personIds)
const ofIdentities = ({ identityIds }: CopySubject) => among(identityIds)

/** Most lines of the own acts: an officer of a province acts more often than a page can show. */
const mostActs = 20_000

/** A message of the portal without the names of the officials who did what it tells. */
const withoutNames = (text: string, names: readonly string[]): string =>
  names.reduce((told, name) => told.replaceAll(name, '经办人'), text)

const roleWord = (role: unknown): string => (isRole(role) ? roleEntry(role).label : '')

/** What the portal keeps of the account: identities, devices, consents, messages, own acts. */
export const accountTables: readonly CopiedTableSource[] = [
  {
    key: 'identities',
    title: '身份',
    holds: ['identity', 'account_request'],
    columns: { role: '角色', institution: '单位', state: '状态' },
    rows: (subject) => sql`
      select a.role, i.name as institution,
        case a.state when 'enabled' then '启用' else '停用' end as state
      from identity a
      join institution i on i.id = a.institution_id
      where a.id = ${ofIdentities(subject)}
      order by a.id`,
    say: (row) => ({ ...row, role: roleWord(row['role']) }),
  },
  {
    key: 'sessions',
    title: '登录设备',
    holds: ['session'],
    columns: {
      signedInAt: '登录时间',
      lastSeenAt: '最后使用时间',
      endedAt: '退出时间',
      ip: 'IP 地址',
      agent: '浏览器和设备',
    },
    rows: (subject) => sql`
      select min(created_at) as "signedInAt", max(last_seen_at) as "lastSeenAt", max(revoked_at) as "endedAt",
        max(ip) as ip, max(agent) as agent
      from session
      where identity_id = ${ofIdentities(subject)}
      group by family
      order by min(created_at)`,
  },
  {
    key: 'outsideAccounts',
    title: '绑定的外部账号',
    holds: ['outside_account'],
    columns: { provider: '登录方式', boundAt: '绑定时间' },
    rows: (subject) => sql`
      select provider, bound_at as "boundAt"
      from outside_account
      where person_id = ${ofPersons(subject)}
      order by bound_at`,
  },
  {
    key: 'consents',
    title: '同意、阅读和撤回的记录',
    holds: ['consent_log'],
    columns: { what: '内容', act: '做了什么', edition: '版本', at: '时间', ip: 'IP 地址' },
    rows: (subject) => sql`
      select kind as what, act, edition, at, ip
      from consent_log
      where person_id = ${ofPersons(subject)}
      order by id`,
    say: (row) => ({
      ...row,
      what: consentTitle(String(row['what'])),
      act: consentActs[String(row['act'])] ?? row['act'] ?? null,
    }),
  },
  {
    key: 'apps',
    title: '授权的应用',
    holds: ['sign_on_consent'],
    columns: {
      app: '应用',
      facts: '提供的内容',
      at: '同意时间',
      until: '有效至',
      lastUsedAt: '最后使用时间',
    },
    rows: (subject) => sql`
      select p.name as app, array_to_string(c.scopes, '、') as facts, c.granted_at as at, c.until,
        c.last_used_at as "lastUsedAt"
      from sign_on_consent c
      join app p on p.id = c.app_id
      where c.person_id = ${ofPersons(subject)}
      order by c.granted_at`,
  },
  {
    key: 'messages',
    title: '消息',
    holds: ['message', 'delivery', 'dispatch'],
    columns: { at: '时间', title: '标题', content: '内容', readAt: '阅读时间' },
    rows: ({ teacherIdentityIds }) => sql`
      select created_at as at, title, content, read_at as "readAt"
      from message
      where identity_id = ${among(teacherIdentityIds)} and deleted_at is null
      order by id`,
    say: (row, { handlers }) => ({
      ...row,
      title: withoutNames(String(row['title']), handlers),
      content: withoutNames(String(row['content']), handlers),
    }),
  },
  {
    key: 'acts',
    title: '我的操作记录',
    holds: ['audit'],
    columns: { at: '时间', action: '操作' },
    rows: (subject) => sql`
      select at, action
      from audit
      where by_identity = ${ofIdentities(subject)}
      order by id desc
      limit ${sql.lit(mostActs)}`,
    say: (row) => ({ ...row, action: actionLabels[String(row['action'])] ?? '其他操作' }),
  },
  {
    key: 'feedback',
    title: '意见反馈',
    holds: ['feedback'],
    columns: { at: '时间', text: '内容', answer: '答复', answeredAt: '答复时间' },
    rows: (subject) => sql`
      select at, text, answer, answered_at as "answeredAt"
      from feedback
      where person_id = ${ofPersons(subject)}
      order by at, id`,
  },
]
