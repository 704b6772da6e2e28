/** Actions of the audit about personal information and consent; part of `actionLabels`. */
export const lawActions = {
  'signOn.agreed': '同意应用取得资料',
  'signOn.revoked': '撤销对应用的授权',
  'copy.asked': '申请我的数据副本',
  'copy.made': '生成数据副本',
  'copy.downloaded': '下载我的数据副本',
} as const
