import { z } from 'zod'
import { isStorable } from '../../kinds/kind.ts'
import { dayText, orderedBy } from '../envelope.ts'

/** Labels of the actions of the audit. An action without one is shown as 其他操作 with its name. */
export const actionLabels: Readonly<Record<string, string>> = {
  login: '登录',
  'login.failed': '登录失败',
  'login.locked': '账号锁定期间登录',
  logout: '退出登录',
  'session.reused': '登录凭证被重复使用，已全部下线',
  'session.ended': '被下线',
  'session.unbound': '登录凭证离开了原来的浏览器，已下线',
  'session.end': '结束自己的登录设备',
  'identity.switch': '切换身份',
  'signOn.registered': '登记应用的登录接入',
  'signOn.changed': '修改应用的登录接入',
  'signOn.secret': '生成应用的登录密钥',
  'signOn.key': '生成单点登录的签名密钥',
  'signOn.agreed': '同意应用取得资料',
  'signOn.revoked': '撤销对应用的授权',
  'signOn.entered': '登录到应用',
  'signOn.left': '从应用退出',
  'password.change': '修改密码',
  'password.reset': '凭短信重设密码',
  'mobile.change': '更换手机号',
  'email.change': '更换邮箱',
  'totp.enrolled': '启用两步验证',
  'totp.removed': '停用两步验证',
  'photo.change': '更换照片',
  'seal.change': '更换单位印章',
  'institution.added': '新增机构',
  'institution.described': '修改机构资料',
  'institution.renamed': '机构更名或换标识码',
  'institution.closed': '撤销机构',
  'institution.merged': '并入其他机构',
  'institution.moved': '改变上级机构',
  'institution.formerAdded': '补记曾用名称',
  'structure.planned': '安排机构调整',
  'structure.cancelled': '取消机构调整',
  'structure.failed': '机构调整未能办理',
  'personnel.changed': '人事变动',
  'institution.reopened': '恢复机构',
  'institution.levelled': '确定平台级别',
  'record.created': '新增档案记录',
  'record.edited': '修改档案记录',
  'record.deleted': '删除档案记录',
  'record.applied': '登记并生效',
  'record.voided': '作废档案记录',
  'record.confirmed': '确认惩处记录',
  'flow.submitted': '提交审核',
  'flow.withdrawn': '撤回',
  'flow.approved': '审核通过',
  'flow.forwarded': '审核通过，报上一级',
  'flow.returned': '退回修改',
  'flow.rejected': '审核不通过',
  'flow.appealed': '申诉',
  'flow.undone': '撤销审核',
  'flow.urged': '催办审核',
  'person.joined': '合并两份档案',
  'teacher.removed': '删除录错的教师',
  'process.begun': '开始办理事项',
  'process.moved': '办理事项',
  'campaign.changed': '办理征集',
  'campaign.granted': '分配推荐名额',
  'campaign.ranked': '推荐名单排序',
  'declaration.checked': '核对申报材料',
  'objection.made': '提出公示异议',
  'objection.answered': '答复公示异议',
  'blind.checked': '检查申报材料里的身份信息',
  'blind.explained': '说明申报材料里保留的内容',
  'correction.asked': '申请更正',
  'correction.corrected': '更正申请已更正',
  'correction.declined': '更正申请不予更正',
  'chain.published': '发布审核流程',
  'archive.read': '查看教师档案',
  'file.read': '查看佐证材料',
  'field.revealed': '查看完整的隐私内容',
  'number.asked': '按完整的证件号或手机号查人',
  'teacher.checked': '新增教师前查重',
  'import.brought': '上传导入文件',
  'import.started': '开始导入',
  'import.opened': '导入教师',
  'import.cancelled': '取消导入',
  'import.undone': '撤销导入',
  'import.taken-back': '撤销导入的教师',
  'import.faults-sent': '下载导入错误',
  'user.removed': '撤销导入的用户',
  'institution.removed': '撤销导入的机构',
  'teacher.apart': '确认不是同一人',
  'user.created': '新增用户',
  'user.edited': '修改用户',
  'user.identity.asked': '申请增加身份',
  'user.identity.refused': '不同意增加身份',
  'user.identity.withdrawn': '撤回增加身份的申请',
  'user.identity.added': '增加身份',
  'user.identity.enabled': '启用身份',
  'user.identity.disabled': '停用身份',
  'deputy.named': '委托代办',
  'deputy.changed': '修改代办期限',
  'deputy.ended': '代办结束',
  'user.signedOut': '让他人下线',
  'user.factor.removed': '停用他人的两步验证',
  'user.unlocked': '解锁账号',
  'user.password.reset': '重置密码',
  'log.read': '查阅某人的日志',
  'log.exported': '导出日志',
  'audit.removed': '到期日志归档后移除',
  'form.printed': '打印表格',
  'form.bundled': '为多人打印表格',
  'form.revoked': '撤销打印的表格',
  'message.sent': '群发消息',
  'message.withdrawn': '撤回群发的消息',
  'message.confirmed': '确认收到群发的消息',
  'message.reminded': '提醒尚未确认的人',
  'calendar.opened': '生成日历订阅地址',
  'calendar.closed': '撤销日历订阅地址',
  'message.templateKept': '存消息模板',
  'message.templateDropped': '删除消息模板',
  'query.kept': '保存查询',
  'query.shared': '共享查询',
  'query.dropped': '删除查询',
  'query.byNumber': '按证件号或手机号查询',
  'board.laidOut': '修改大屏布局',
  'board.shared': '分享大屏',
  'board.revoked': '撤销大屏链接',
  'figures.asked': '申请定格统计数据',
  'figures.downloaded': '下载统计表',
  'roster.agreed': '登记向应用提供名册的约定',
  'roster.hooked': '设置应用的变更通知',
  'roster.secret': '更换变更通知的密钥',
  'roster.tried': '试发变更通知',
  'roster.again': '重新发送变更通知',
  'token.issued': '发访问令牌',
  'token.revoked': '撤销访问令牌',
  'app.added': '新增应用',
  'app.edited': '修改应用',
  'app.ordered': '调整应用顺序',
  'app.bound': '设置应用授权',
  'app.pinned': '置顶应用',
  'app.maintenance': '公告应用维护',
  'app.maintenance-over': '撤销应用维护公告',
  'app.opened': '打开应用',
  'app.favourites': '修改常用应用',
  'app.recents-cleared': '清除最近使用的应用',
  'app.asked': '申请使用应用',
  'app.ask-withdrawn': '撤回应用使用申请',
  'app.granted': '同意使用应用',
  'app.refused': '不同意使用应用',
  'app.revoked': '停止使用应用',
  'talent.synced': '同步高层次人才名单',
  'talent.added': '列入高层次人才名单',
  'talent.confirmed': '确认高层次人才名单',
  'talent.published': '发布高层次人才名单',
  'talent.withdrawn': '取消发布高层次人才名单',
  'talent.restored': '恢复高层次人才名单',
  'talent.removed': '移出高层次人才名单',
  'talent.undone': '撤销高层次人才名单的办理',
  'research.membershipAnswered': '确认是否参加课题',
  'process.personAnswered': '确认是否参加',
  'review.expertAdded': '聘入专家库',
  'review.expertChanged': '修改专家聘任',
  'review.expertEnded': '移出专家库',
  'review.roundCreated': '新增评审',
  'review.roundChanged': '修改评审规则',
  'review.roundCancelled': '取消评审',
  'review.roundOpened': '开始评审',
  'review.roundClosed': '结束评审',
  'review.assigningAsked': '再次分配评审专家',
  'review.assigned': '分配评审专家',
  'review.assignedByHand': '人工指派评审专家',
  'review.recalled': '撤回评审任务',
  'review.extended': '延长评审期限',
  'review.sentBack': '退回评分',
  'review.urged': '催办评审',
  'review.submitted': '提交评分',
  'review.avoided': '申请回避',
  'export.asked': '申请导出列表',
  'export.tooMany': '导出的列表过长，没有导出',
  'export.agreed': '同意他人导出',
  'export.refused': '不同意他人导出',
  'export.cancelled': '取消导出',
  'export.made': '导出列表',
  'export.downloaded': '下载导出的文件',
  'dictionary.added': '新增字典项',
  'dictionary.changed': '修改字典项',
  'calendar.changed': '修改工作日历',
  'reasons.changed': '修改意见库',
  'reasons.switchedOff': '停用内置意见',
  'reasons.switchedOn': '启用内置意见',
  'permission.explained': '查询某人的权限',
  'viewAs.started': '开始以其身份查看',
  'viewAs.read': '以其身份查看',
  'viewAs.ended': '结束以其身份查看',
  'audit.checked': '检查日志完整性',
  'keys.rotated': '更换加密密钥',
  'demo.loaded': '装入演示数据',
  'content.created': '新增门户内容',
  'content.edited': '修改门户内容',
  'content.submitted': '门户内容送审',
  'content.approved': '门户内容审核通过并发布',
  'content.urged': '催办门户内容的审核',
  'content.sentBack': '门户内容退回修改',
  'content.published': '发布门户内容',
  'content.takenDown': '下架门户内容',
  'content.restored': '恢复门户内容的旧版',
  'content.deleted': '删除门户内容',
  'content.pinned': '置顶门户内容',
  'content.unpinned': '取消置顶门户内容',
  'upload.deleted': '删除上传的文件',
  'host.added': '外链名单新增网站',
  'host.removed': '外链名单移出网站',
  'client.created': '新增客户',
  'client.edited': '修改客户',
  'client.bound': '客户绑定账号',
  'mail.failed': '邮件没有发出',
  'sms.failed': '短信没有发出',
  'wecom.failed': '企业微信消息没有发出',
  'dingtalk.failed': '钉钉消息没有发出',
  'delivery.again': '重新发送消息提醒',
  'connection.tested': '测试接通情况',
  'portal.opened': '开通门户',
  'portal.closed': '关闭门户',
  'beginning.changed': '暂缓或恢复开通步骤',
  'outside.bound': '绑定外部账号',
  'outside.unbound': '解除绑定外部账号',
  'outside.entered': '通过外部账号登录',
  'outside.imported': '导入外部账号',
}

/** The actions of the sign-in log; the partial index of the table names the same ones. */
export const signInActions = [
  'login',
  'login.failed',
  'login.locked',
  'logout',
  'session.reused',
  'session.ended',
  'session.unbound',
] as const

/** Sign-in log or operation log. */
export const logKinds = ['signIn', 'operation'] as const
export type LogKind = (typeof logKinds)[number]

/** Most lines of one export. */
export const mostExported = 50_000

const name = z.string().trim().max(60, '不超过 60 个字').refine(isStorable, '含有不能搜索的字符').optional()
const day = dayText().optional()
const personId = z.coerce
  .number({ error: '编号应为整数' })
  .int('编号应为整数')
  .min(1, '编号从 1 起')
  .max(2_147_483_647, '编号过大')
  .optional()

/** Filters of a log: by name or account, or by id when the page knows the person. */
const filter = {
  kind: z.enum(logKinds, { error: '没有这类日志' }).default('operation'),
  action: z
    .string()
    .regex(/^[a-zA-Z.-]{0,40}$/, '没有这种操作')
    .optional(),
  actor: name,
  actorId: personId,
  person: name,
  personId,
  institution: name,
  start: day,
  end: day,
}
export const logFilter = z.strictObject(filter)
export type LogFilter = z.infer<typeof logFilter>

/**
 * GET /api/v1/log, the newest line first or with `sort=at` the oldest. `before`: the last line of the page
 * before; there is no total, the log is too long to count.
 */
export const logQuery = z.strictObject({
  ...filter,
  sort: orderedBy('at'),
  before: z.coerce
    .number({ error: '起点应为整数' })
    .int('起点应为整数')
    .min(1, '起点从 1 起')
    .max(Number.MAX_SAFE_INTEGER, '起点过大')
    .optional(),
  pageSize: z.coerce
    .number({ error: '每页条数应为整数' })
    .int('每页条数应为整数')
    .min(1, '每页至少 1 条')
    .max(100, '每页至多 100 条')
    .default(50),
})

const someone = z.object({ id: z.number().int(), name: z.string(), institution: z.string().nullable() })

/** One line: who, when, what, about whom; names of changed fields, never their values. */
export const logLine = z.object({
  id: z.number().int(),
  at: z.string(),
  action: z.string(),
  label: z.string(),
  actor: someone.extend({ role: z.number().int() }).nullable(),
  person: someone.nullable(),
  /** Archive section and record, as they are called now. */
  type: z.string().nullable(),
  summary: z.string().nullable(),
  changed: z.array(z.string()),
  /** A few more words, such as the role that was given or the number of exported lines. */
  note: z.string().nullable(),
  ip: z.string().nullable(),
  agent: z.string().nullable(),
})
export type LogLine = z.infer<typeof logLine>
export const logPage = z.object({ list: z.array(logLine), next: z.number().int().nullable() })

/** What is known about the chain over the log; times as ISO text. */
export const logIntegrity = z.object({
  sealed: z.object({ seq: z.number().int(), at: z.string() }).nullable(),
  /** Lines that wait to be sealed, counted up to 10 000. */
  pending: z.number().int(),
  checked: z
    .object({ at: z.string(), rows: z.number().int(), faults: z.number().int(), complete: z.boolean() })
    .nullable(),
})
export type LogIntegrity = z.infer<typeof logIntegrity>

/** POST /api/v1/log/integrity: outcome for the last day. */
export const logCheck = z.object({
  rows: z.number().int(),
  complete: z.boolean(),
  faults: z.array(z.string()),
})
export type LogCheck = z.infer<typeof logCheck>
