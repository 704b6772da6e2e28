/** What the events of a record are called in its timeline. */
const eventWords: Readonly<Record<string, string>> = {
  create: '新增',
  amend: '修改',
  delete: '删除',
  submit: '提交审核',
  withdraw: '撤回',
  approve: '审核通过',
  forward: '通过，上报',
  return: '退回修改',
  reject: '不通过',
  appeal: '申诉',
  void: '作废',
  undo: '撤销通过',
  urge: '催办',
  remark: '留言',
  restore: '恢复为原来的值',
}

/** The word of an event; an unknown one is 办理. */
export const eventWord = (action: string): string =>
  Object.hasOwn(eventWords, action) ? (eventWords[action] ?? '') : '办理'
