/** Actions of the audit about personal information that leaves the portal, and about consent; part of `actionLabels`. */
export const lawActions = {
  'signOn.agreed': '同意应用取得资料',
  'signOn.revoked': '撤销对应用的授权',
  'consent.given': '同意公开展示',
  'consent.withdrawn': '撤回同意',
  'content.consentWithdrawn': '按本人撤回的同意修改内容',
  'copy.asked': '申请我的数据副本',
  'copy.made': '生成数据副本',
  'copy.downloaded': '下载我的数据副本',
  'export.asked': '申请导出列表',
  'export.tooMany': '导出的列表过长，没有导出',
  'export.agreed': '同意他人导出',
  'export.refused': '不同意他人导出',
  'export.cancelled': '取消导出',
  'export.made': '导出列表',
  'export.downloaded': '下载导出的文件',
} as const
