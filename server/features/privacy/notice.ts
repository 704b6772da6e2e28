import type { Archive, AnyRecord } from '../../../catalogue/define.ts'
import type { PrivacyAnswer, PrivacyHolding } from '../../../catalogue/contract/portal/privacy.ts'
import { consentMatters } from '../../../catalogue/legal/consents.ts'
import { fieldLevel } from '../../../catalogue/privacy/levels.ts'
import { bases, keptWords, recordHoldings } from '../../../catalogue/privacy/holdings.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Config } from '../../platform/config/config.ts'
import { ownAsked, type OwnAsked } from './own-asked.ts'

export type KeptTimes = Pick<
  Config,
  'auditKeptMonths' | 'deliveriesKeptDays' | 'messagesKeptDays' | 'sessionsKeptDays'
>

const archives: Readonly<Record<Archive, { readonly title: string; readonly purpose: string }>> = {
  personal: { title: '个人档案', purpose: '建立教师个人档案，办理人事、资格、待遇和统计' },
  professional: { title: '专业档案', purpose: '记录教学、教研、培训和成果，用于考核、评审和推荐' },
  integrity: { title: '师德档案', purpose: '记录师德考核、奖惩和承诺，用于师德建设和监督' },
}

/** A holding beside the archive, in words. */
const beside = (
  title: string,
  {
    labels,
    secret = [],
    ...said
  }: Omit<PrivacyHolding, 'title' | 'fields' | 'own'> & {
    readonly labels: readonly string[]
    readonly secret?: readonly string[]
  },
): PrivacyHolding => ({
  title,
  fields: [
    ...labels.map((label) => ({ label, sensitive: false })),
    ...secret.map((label) => ({ label, sensitive: true })),
  ],
  own: [],
  ...said,
})

/** What is held of whoever has an account, whether they have an archive or not. */
const accountHoldings = (kept: KeptTimes): PrivacyHolding[] => [
  beside('账号', {
    labels: ['姓名', '登录名', '头像', '所在单位和角色'],
    secret: ['身份证件号码', '手机号码', '邮箱'],
    purpose: '开通账号、识别身份、找回密码、发送提醒',
    basis: bases.contract,
    law: '网络安全法 第二十四条',
    kept: '账号停用后，随档案保管',
  }),
  beside('登录和操作日志', {
    labels: ['时间', '网络地址', '浏览器和设备名称', '做了什么'],
    purpose: '保护账号安全，追溯谁看过、改过档案',
    basis: bases.duty,
    law: '网络安全法 第二十一条',
    kept: `登录设备 ${kept.sessionsKeptDays} 天，操作日志 ${kept.auditKeptMonths} 个月`,
  }),
  beside('消息和提醒', {
    labels: ['收到的消息', '短信和邮件的发送结果'],
    purpose: '告知办理进度',
    basis: bases.contract,
    law: '个人信息保护法 第十三条',
    kept: `消息 ${kept.messagesKeptDays} 天，发送记录 ${kept.deliveriesKeptDays} 天`,
  }),
  beside('同意记录', {
    labels: ['同意、阅读或撤回了什么', '版本', '时间', '网络地址'],
    purpose: '证明告知和同意',
    basis: bases.duty,
    law: '个人信息保护法 第十四条、第十五条',
    kept: '账号停用后 3 年',
  }),
]

const ownWords = ({ office, field: { label, why } }: OwnAsked): PrivacyHolding['own'][number] => ({
  label,
  office,
  purpose: why.purpose,
  basis: bases[why.basis],
  document: why.document ?? '',
  kept: `${why.keptYears} 年`,
})

function holdingOf(definition: AnyRecord, asked: readonly OwnAsked[]): PrivacyHolding {
  const holding = recordHoldings[definition.name]
  return {
    title: definition.title,
    fields: Object.values(definition.fields).map((field) => {
      const level = fieldLevel(definition, field)
      return { label: field.label, sensitive: level === 'sealed' || level === 'masked' }
    }),
    purpose: archives[definition.archive].purpose,
    basis: holding ? bases[holding.basis] : '',
    law: holding?.law ?? '',
    kept: holding ? keptWords(holding) : '',
    own: asked.filter(({ type }) => type === definition.name).map(ownWords),
  }
}

/** 个人信息保护: what is held about people and why, made from the declarations (个人信息保护法 第十七条, 第三十五条). */
export async function privacyNotice(engine: Engine, kept: KeptTimes): Promise<PrivacyAnswer> {
  const asked = await ownAsked(engine)
  const teachers = Object.values(engine.records).filter(({ owner }) => owner === 'teacher')
  return {
    groups: [
      { title: '账号和使用', holdings: accountHoldings(kept) },
      ...(Object.keys(archives) as Archive[]).map((archive) => ({
        title: archives[archive].title,
        holdings: teachers
          .filter((definition) => definition.archive === archive)
          .map((definition) => holdingOf(definition, asked)),
      })),
    ],
    consents: Object.values(consentMatters).map(({ title, about }) => ({ title, about })),
  }
}
