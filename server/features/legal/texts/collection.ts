import { records } from '../../../../catalogue/records/registry.gen.ts'
import type { AnyRecord, Archive } from '../../../../catalogue/define.ts'
import type { Field } from '../../../../catalogue/field.ts'
import type { Installation } from '../built-in.ts'
import { heading, list, paragraph, table } from './html.ts'

const archives: Readonly<Record<Archive, { readonly title: string; readonly purpose: string }>> = {
  personal: { title: '个人档案', purpose: '建立教师个人档案，办理人事、资格、待遇和统计' },
  professional: { title: '专业档案', purpose: '记录教学、教研、培训和成果，用于考核、评审和推荐' },
  integrity: { title: '师德档案', purpose: '记录师德考核、奖惩和承诺，用于师德建设和监督' },
}

/** A field in words; what is sealed or masked is sensitive (个人信息保护法 第二十八条). */
const fieldWords = ({ label, sealed, masked }: Field): string =>
  sealed || masked ? `${label}（敏感）` : label

function rowOf(definition: AnyRecord): readonly string[] {
  const fields = Object.values(definition.fields)
  return [
    definition.title,
    fields.map(fieldWords).join('、'),
    definition.regime === 'recorded' ? '单位登记' : '本人填报',
  ]
}

/**
 * 个人信息收集清单, made from the declarations of the records: it names what the portal stores, because the
 * tables are made from the same declarations.
 */
export function collection({ platform, kept }: Installation): string {
  const teachers = Object.values(records).filter(({ owner }) => owner === 'teacher')
  const parts = (Object.keys(archives) as Archive[]).map((archive) => {
    const { title, purpose } = archives[archive]
    const rows = teachers.filter((one) => one.archive === archive).map(rowOf)
    return `${heading(title)}${paragraph(`用途：${purpose}。`)}${table(['栏目', '收集的信息', '来源'], rows)}`
  })
  return [
    paragraph(
      `${platform}收集下列个人信息。标“（敏感）”的加密保存，默认只显示一部分。清单由系统按实际保存的内容生成。`,
    ),
    heading('账号和登录'),
    table(
      ['项目', '收集的信息', '用途'],
      [
        [
          '账号',
          '姓名、登录名、身份证件号码（敏感）、手机号码（敏感）、邮箱（敏感）、头像、所在单位和角色',
          '开通账号、识别身份、找回密码、发送提醒',
        ],
        ['登录', '时间、网络地址、浏览器和设备名称、登录方式、失败次数', '保护账号安全'],
        [
          '操作日志',
          `谁、何时、对哪份档案做了什么，保存 ${String(kept.auditKeptMonths)} 个月`,
          '追溯和审计；本人可以查看谁看过自己的档案',
        ],
        [
          '消息和提醒',
          `收到的消息；短信、邮件的发送结果，保存 ${String(kept.deliveriesKeptDays)} 天`,
          '告知办理进度',
        ],
        ['同意记录', '同意或阅读了哪份文本的哪个版本、时间、网络地址', '证明告知和同意'],
      ],
    ),
    ...parts,
    heading('办理的事项'),
    list([
      '调动、交流、聘任等人事事项：申请内容、佐证材料、各级意见。',
      '课题、论文、名师等申报和评审：申报书、材料、评分和意见。',
      '访问公开页面不需要登录；为统计读者数，每台设备每天计一次，不识别个人。',
    ]),
  ].join('')
}
